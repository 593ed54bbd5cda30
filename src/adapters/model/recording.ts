import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import type { Answer } from '../../repair/strategy.js';

const usageSchema = z.strictObject({
  promptTokens: z.int().min(0),
  completionTokens: z.int().min(0),
  cachedTokens: z.int().min(0).default(0),
});
const usage = usageSchema.nullable();
const fileChange = z.strictObject({
  path: z.string().min(1),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
const oddChange = z.strictObject({
  path: z.string().min(1),
  kind: z.enum(['symlink', 'binary', 'mode', 'submodule']),
});

const answerSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string(), usage }),
  z.strictObject({
    kind: z.literal('changes'),
    changes: z.array(fileChange),
    odd: z.array(oddChange),
    summary: z.string(),
    usage,
  }),
  z.strictObject({
    kind: z.enum(['truncated', 'empty', 'refused', 'filtered', 'overlong']),
    detail: z.string(),
    usage,
  }),
  z.strictObject({
    kind: z.literal('unavailable'),
    reason: z.enum(['model-unavailable', 'permission', 'missing-input']),
    detail: z.string(),
  }),
  z.strictObject({ kind: z.literal('overflow'), detail: z.string() }),
  z.strictObject({ kind: z.literal('cancelled') }),
]);

/** One line of a recording: what a model would have written, or an answer of any other kind. */
const lineSchema = z.union([
  z.strictObject({
    reply: z.union([z.string(), z.record(z.string(), z.unknown())]),
    usage: usageSchema.optional(),
  }),
  z.strictObject({ answer: answerSchema }),
]);

function answerOf(line: z.infer<typeof lineSchema>): Answer {
  if ('answer' in line) return line.answer;
  const text = typeof line.reply === 'string' ? line.reply : JSON.stringify(line.reply);
  return { kind: 'text', text, usage: line.usage ?? null };
}

function readLine(text: string, place: string): Answer {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${place}: this line of the recording is no JSON. Write one JSON object a line.`, {
      cause,
    });
  }
  const parsed = lineSchema.safeParse(value);
  if (!parsed.success) {
    throw new Error(
      `${place}: this line of the recording is no {"reply"} or {"answer"}.\n${z.prettifyError(parsed.error)}`,
    );
  }
  return answerOf(parsed.data);
}

/**
 * Recorded answers of a JSONL file, in order; empty lines are skipped.
 * @throws naming file and line when the file cannot be read or a line has another form.
 */
export async function readRecording(file: string): Promise<readonly Answer[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new Error(`${file}: the recording cannot be read. Check the path.`, { cause });
  }
  return text
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [readLine(line, `${file}:${index + 1}`)]));
}
