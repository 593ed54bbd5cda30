/** Tokens of one call as the provider billed them. */
export interface Usage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Those of the prompt that the provider had kept from an earlier call; part of `promptTokens`. */
  readonly cachedTokens: number;
}

/** What a refused request takes. */
export const NO_USAGE: Usage = { promptTokens: 0, completionTokens: 0, cachedTokens: 0 };

/** US dollars for a million tokens of each kind. */
export interface Price {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

/** A part of a prompt and the tokens it is estimated at. */
export interface PromptPart {
  readonly part: string;
  readonly tokens: number;
}

/** What a call is expected to need, told before it is made. */
export interface CallEstimate {
  /** As reports name it: `openai:gpt-x`. */
  readonly model: string;
  readonly parts: readonly PromptPart[];
  /** Characters of the gate's output that no reader sees, which the prompt leaves out. */
  readonly hiddenCharacters: number;
  /** Null when nobody knows it. */
  readonly price: Price | null;
}

/** A call that was reserved; `usage` stays null when no answer said what it took. */
export interface ModelCall extends CallEstimate {
  readonly number: number;
  readonly attempt: number;
  /** The longest answer that the call may be billed for, in tokens; null without a limit on the cost. */
  readonly maxCompletionTokens: number | null;
  readonly usage: Usage | null;
  /** From its reservation to its answer, pauses between tries included; null when none came. */
  readonly durationMs: number | null;
}

const MILLION = 1_000_000;

export function promptTokensOf({ parts }: Pick<CallEstimate, 'parts'>): number {
  return parts.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** US dollars that a call has cost; null when its price or its usage is not known. */
export function costOf({ usage, price }: Pick<ModelCall, 'usage' | 'price'>): number | null {
  if (usage === null || price === null) return null;
  const { promptTokens, cachedTokens, completionTokens } = usage;
  const prompt = (promptTokens - cachedTokens) * price.input + cachedTokens * price.cached;
  return (prompt + completionTokens * price.output) / MILLION;
}

/** What a call counts against a limit: its cost or, as long as that is not known, the most it can have cost. */
export function chargeOf(call: ModelCall): number {
  const { price, maxCompletionTokens } = call;
  const worst =
    price === null
      ? 0
      : (promptTokensOf(call) * price.input + (maxCompletionTokens ?? 0) * price.output) / MILLION;
  return costOf(call) ?? worst;
}

/** The longest answer, in tokens, that fits into `left` US dollars beside the prompt; negative when that alone is too much. */
export function affordableTokens(estimate: CallEstimate, price: Price, left: number): number {
  const forAnswer = left * MILLION - promptTokensOf(estimate) * price.input;
  return price.output === 0 && forAnswer >= 0
    ? Number.MAX_SAFE_INTEGER
    : Math.floor(forAnswer / price.output);
}
