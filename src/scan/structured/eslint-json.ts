import * as z from 'zod';
import { readPart } from './read-part.js';
import type { DocumentReader } from './structured-format.js';

/** `eslint -f json`, also with line breaks; on one line, it is read in any log. */
const documentSchema = z.array(z.object({ filePath: z.string(), messages: z.array(z.unknown()) })).min(1);

export const readEslintJson: DocumentReader = ({ value, lineCount }) => {
  const document = documentSchema.safeParse(value);
  if (!document.success) return null;
  const reading = readPart({ lines: [JSON.stringify(document.data)], numbers: [1] });
  const diagnostics = reading.diagnostics.map((each) => ({ ...each, logEndLine: lineCount }));
  return { ...reading, diagnostics };
};
