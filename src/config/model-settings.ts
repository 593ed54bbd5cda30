import * as z from 'zod';
import { baseUrlFault } from './base-url.js';
import { faultFree, list, option, text, wholeNumber } from './option.js';

const priceSchema = z
  .string()
  .regex(/^[^=\s]+=\d+(\.\d+)?,\d+(\.\d+)?(,\d+(\.\d+)?)?$/, 'must be MODEL=IN,OUT or MODEL=IN,OUT,CACHED');

const dollars = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,4}(\.\d{1,4})?$/.test(value) ? Number(value) : value),
  z.number('is no amount in US dollars').positive().max(1000),
);

/** Who proposes patches, what it may cost, and what the person tells it. */
export const modelSettings = {
  provider: option(z.enum(['openai', 'command', 'replay', 'none']).nullable().default(null), {
    kind: 'text',
    placeholder: 'NAME',
    help: 'openai, command, replay or none (default: openai when OPENAI_API_KEY and a model are set, else none)',
  }),
  model: text('NAME', 'the model of the openai provider; there is no default'),
  baseUrl: option(z.string().superRefine(faultFree(baseUrlFault)).nullable().default(null), {
    kind: 'text',
    placeholder: 'URL',
    help: 'an OpenAI-compatible endpoint (default: api.openai.com)',
  }),
  modelCommand: text('CMD', 'the coding agent of the command provider; the prompt is on its standard input'),
  modelEnv: list(
    'NAME',
    "a variable of the environment that the coding agent's command may see; repeat for more",
  ),
  modelTimeout: option(wholeNumber({ min: 1, max: 3600 }).nullable().default(null), {
    kind: 'text',
    placeholder: 'N',
    help: 'seconds for one call of the model or one run of the coding agent (default: the time left)',
  }),
  maxCost: option(dollars.nullable().default(null), {
    kind: 'text',
    placeholder: 'USD',
    help: 'what all model calls together may cost; needs a model whose price is known',
  }),
  price: option(z.array(priceSchema).default([]), {
    kind: 'list',
    placeholder: 'MODEL=IN,OUT',
    help: 'US dollars for a million tokens of prompt and of answer (a third number: of cached prompt); repeat for more',
  }),
  scopeHint: text('TEXT', 'where to look, in your words or as a glob; the model weighs it'),
  candidatePath: text('PATH', 'the file that probably has to be edited; the model is shown it'),
  hypothesis: text('TEXT', 'what you believe is the cause; the model weighs it'),
};
