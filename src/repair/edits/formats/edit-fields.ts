import * as z from 'zod';
import { type Rejection, rejection } from '../../../domain/rejection.js';

/** The names that models and their tools give to the parts of an edit. */
const NAMES = {
  path: [
    'path',
    'file',
    'filePath',
    'file_path',
    'filepath',
    'filename',
    'fileName',
    'file_name',
    'target_file',
    'targetFile',
  ],
  to: ['newPath', 'new_path', 'to', 'renameTo', 'rename_to', 'destination', 'move_to', 'target_path'],
  oldText: [
    'oldText',
    'old_text',
    'old',
    'old_string',
    'oldString',
    'old_str',
    'oldStr',
    'old_code',
    'search',
    'find',
    'original',
    'before',
  ],
  newText: [
    'newText',
    'new_text',
    'new',
    'new_string',
    'newString',
    'new_str',
    'newStr',
    'new_code',
    'replace',
    'replacement',
    'replace_with',
    'replaceWith',
    'updated',
    'after',
  ],
  content: ['content', 'contents', 'newContent', 'new_content', 'file_text', 'fileText'],
  everywhere: ['replace_all', 'replaceAll'],
  count: ['expected_replacements', 'expectedReplacements'],
  verb: ['type', 'op', 'action', 'operation', 'command', 'kind'],
  line: ['start_line', 'startLine', 'line'],
} as const;

/** What says nothing about the edit itself. */
const REMARK =
  /^(?:description|explanation|reason|reasoning|rationale|summary|comment|title|language|lang|id|index|end_?line|confidence|instructions?)$/i;

const FIELDS = new Map<string, string>(
  Object.entries(NAMES).flatMap(([field, names]) => names.map((name) => [name, field] as const)),
);

const text = z.string().nullish();
const fieldsSchema = z.strictObject({
  path: z.string().optional(),
  to: text,
  oldText: text,
  newText: text,
  content: text,
  everywhere: z.boolean().nullish(),
  count: z.number().int().positive().nullish(),
  verb: text,
  line: z.number().int().positive().nullish(),
});

export type EditFields = z.infer<typeof fieldsSchema>;

/** True for an object that is meant for an edit, well-formed or not. */
export function isEditLike(value: Readonly<Record<string, unknown>>): boolean {
  const fields = new Set(Object.keys(value).map((key) => FIELDS.get(key)));
  return ['oldText', 'newText', 'content', 'verb'].some((field) => fields.has(field));
}

/** The parts of an edit by our names. An unknown part could change what the edit means, and so is refused. */
export function readEditFields(value: Readonly<Record<string, unknown>>): EditFields | Rejection {
  const entries = Object.entries(value).flatMap(([key, part]) =>
    REMARK.test(key) ? [] : [[FIELDS.get(key) ?? key, part] as const],
  );
  const parsed = fieldsSchema.safeParse(Object.fromEntries(entries));
  if (parsed.success && new Set(entries.map(([name]) => name)).size === entries.length) return parsed.data;
  const names = Object.keys(value).join(', ').slice(0, 200);
  return rejection(
    'malformed',
    `An edit has parts that are not understood (it has: ${names}). Write path, oldText and newText.`,
  );
}
