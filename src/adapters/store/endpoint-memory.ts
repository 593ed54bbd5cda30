import { readFile, rename, writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { ANSWER_FORMS, type EndpointTraits, LENGTH_FIELDS } from '../model/answer-form.js';

const memorySchema = z.record(
  z.string(),
  z.object({ answerForm: z.enum(ANSWER_FORMS), lengthField: z.enum(LENGTH_FIELDS) }),
);

/** What earlier runs found out about models at endpoints, so that it is asked for only once. */
export interface EndpointMemory {
  recall(endpoint: string, model: string): EndpointTraits | null;
  remember(endpoint: string, model: string, traits: EndpointTraits): Promise<void>;
}

/** Reads the memory file. One that is not ours (edited, torn) is as good as none: all that is lost is a refused request. */
export async function openEndpointMemory(path: string): Promise<EndpointMemory> {
  const known = new Map(Object.entries(await readMemory(path)));
  const keyOf = (endpoint: string, model: string): string => `${endpoint} ${model}`;
  return {
    recall: (endpoint, model) => known.get(keyOf(endpoint, model)) ?? null,
    async remember(endpoint, model, traits) {
      known.set(keyOf(endpoint, model), traits);
      await writeFile(`${path}.new`, `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`);
      await rename(`${path}.new`, path);
    },
  };
}

async function readMemory(path: string): Promise<z.infer<typeof memorySchema>> {
  try {
    return memorySchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return {};
  }
}
