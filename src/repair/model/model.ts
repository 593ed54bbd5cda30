import type { Answer } from '../strategy.js';

export interface ModelPrompt {
  readonly system: string;
  readonly user: string;
}

/** A provider of the model strategy: an OpenAI-compatible endpoint, a coding agent's command line, or recorded replies. */
export interface Model {
  /** For reports: `openai:gpt-x`, `command`, `replay`. */
  readonly name: string;
  /** Never throws for what a provider can answer; transport faults are retried inside and never become attempts. */
  ask(
    prompt: ModelPrompt,
    options: { readonly signal: AbortSignal; readonly limitMs: number },
  ): Promise<Answer>;
}
