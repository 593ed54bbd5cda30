import type { RepairContext, Strategy } from '../strategy.js';
import { buildPrompt } from './build-prompt.js';
import type { Model } from './model.js';
import { readAnswer } from './read-answer.js';

/**
 * The last rung of the ladder: asks a model, and takes from its answer only what the contract allows. `redact` masks
 * secrets in all that is quoted; it runs last, when nothing invisible can hide one any more.
 */
export function createModelStrategy(model: Model, redact: (text: string) => string): Strategy {
  return {
    name: 'model',
    spendsModelCall: true,
    async ask(context, { signal, limitMs, reserve }) {
      const { parts, hiddenCharacters, ...prompt } = await buildPrompt(
        withoutSecrets(context, redact),
        model.answersBy,
      );
      const reserved = await reserve({ model: model.name, parts, hiddenCharacters, price: model.price });
      if (reserved.kind === 'refused') return { kind: 'not-asked', detail: reserved.detail };
      const { maxCompletionTokens } = reserved;
      return model.ask({ ...prompt, user: redact(prompt.user) }, { signal, limitMs, maxCompletionTokens });
    },
    async read(answer, context) {
      const proposal = await readAnswer(answer, context);
      if (proposal.kind === 'looked') {
        const results = proposal.results.map(({ look, text }) => ({
          look: redact(look),
          text: redact(text),
        }));
        return { ...proposal, results };
      }
      if (proposal.kind !== 'candidate') return proposal;
      // Its words go into a commit message, which nothing masks later.
      const { diagnosis, changeSummary } = proposal;
      return { ...proposal, diagnosis: redact(diagnosis), changeSummary: redact(changeSummary) };
    },
  };
}

/** Of a key of many lines, a quotation may hold half, which nothing tells from other lines. */
function withoutSecrets(context: RepairContext, redact: (text: string) => string): RepairContext {
  const { failed } = context;
  const commands = failed.commands.map((run) => ({ ...run, output: redact(run.output) }));
  return { ...context, failed: { ...failed, commands } };
}
