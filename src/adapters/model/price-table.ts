import type { Price } from '../../domain/model-call.js';

/**
 * List prices of OpenAI's own endpoint in US dollars for a million tokens (openai.com/api/pricing, as known when this
 * was written): input, cached input, output. Prices change; `--price` speaks before this table.
 */
const LIST_PRICES: Readonly<Record<string, readonly [number, number, number]>> = {
  'gpt-5': [1.25, 0.125, 10],
  'gpt-5-mini': [0.25, 0.025, 2],
  'gpt-5-nano': [0.05, 0.005, 0.4],
  'gpt-4.1': [2, 0.5, 8],
  'gpt-4.1-mini': [0.4, 0.1, 1.6],
  'gpt-4.1-nano': [0.1, 0.025, 0.4],
  'gpt-4o': [2.5, 1.25, 10],
  'gpt-4o-mini': [0.15, 0.075, 0.6],
  o3: [2, 0.5, 8],
  'o4-mini': [1.1, 0.275, 4.4],
};

/** A dated name such as `gpt-5-2025-08-07` costs what the name without the date does. */
const DATE = /-\d{4}-\d{2}-\d{2}$/;

export interface PricedModel {
  readonly model: string;
  /** Of another endpoint the table knows nothing, even when a model there has the same name. */
  readonly isOpenAi: boolean;
  /** `MODEL=IN,OUT` or `MODEL=IN,OUT,CACHED`, checked before; the last one of a model counts. */
  readonly overrides: readonly string[];
}

/** What a model costs, or null when neither the person nor the table says so. */
export function priceOf({ model, isOpenAi, overrides }: PricedModel): Price | null {
  const own = overrides.findLast((each) => each.slice(0, each.lastIndexOf('=')) === model);
  if (own !== undefined) {
    const [input = 0, output = 0, cached = input] = own
      .slice(own.lastIndexOf('=') + 1)
      .split(',')
      .map(Number);
    return { input, cached, output };
  }
  const name = model.replace(DATE, '');
  const listed = isOpenAi && Object.hasOwn(LIST_PRICES, name) ? LIST_PRICES[name] : undefined;
  return listed === undefined ? null : { input: listed[0], cached: listed[1], output: listed[2] };
}
