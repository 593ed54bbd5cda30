import * as z from 'zod';
import { readPart } from './read-part.js';
import { type DocumentReader, readFirst, readingOf } from './structured-format.js';

/** `eslint -f json`, also with line breaks; on one line, it is read in any log. */
const documentSchema = z.array(z.object({ filePath: z.string(), messages: z.array(z.unknown()) })).min(1);

export const readEslintJson: DocumentReader = ({ value, lineCount }) => {
  const document = documentSchema.safeParse(value);
  if (!document.success) return null;
  const withFaults = document.data.filter(({ messages }) => messages.length > 0);
  const parts = readFirst(withFaults, (file) => readPart({ lines: [JSON.stringify([file])], numbers: [1] }));
  const { diagnostics, ...reading } = readingOf(parts);
  return { ...reading, diagnostics: diagnostics.map((each) => ({ ...each, logEndLine: lineCount })) };
};
