/** How a run gets a model that proposes patches, in the words of both doors. */
export const HOW_TO_SET_A_MODEL =
  'on GitHub set the inputs `model` and `api-key`; on the command line OPENAI_API_KEY and --model, or --provider command with --model-command';
