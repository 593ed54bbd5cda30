import type { Price } from '../../domain/model-call.js';
import type { Answer, Binding } from '../strategy.js';

export interface ModelPrompt {
  /** Our own words only: the task, the rules and the form of the answer. */
  readonly system: string;
  /** Our headings, and everything quoted as fenced data. */
  readonly user: string;
  /** The ids that the prompt asks for, for a provider that answers without reading. */
  readonly binding: Binding;
}

/** A provider of the model strategy: an OpenAI-compatible endpoint, a coding agent's command line, or recorded replies. */
export interface Model {
  /** For reports: `openai:gpt-x`, `command`, `replay`. */
  readonly name: string;
  /** `reply`: answers in the words of replySchema. `worktree`: edits the files where they lie. */
  readonly answersBy: 'reply' | 'worktree';
  /** Null when nobody knows it. */
  readonly price: Price | null;
  /** Never throws for what a provider can answer; transport faults are retried inside and never become attempts. */
  ask(
    prompt: ModelPrompt,
    options: {
      readonly signal: AbortSignal;
      readonly limitMs: number;
      /** Null: the answer may be as long as the model makes it. */
      readonly maxCompletionTokens: number | null;
    },
  ): Promise<Answer>;
}
