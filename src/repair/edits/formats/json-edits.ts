import { type Rejection, rejection } from '../../../domain/rejection.js';
import type { Operation } from '../operation.js';
import { readApplyPatch } from './apply-patch.js';
import { type EditFields, isEditLike, readEditFields } from './edit-fields.js';
import { findJson } from './relaxed-json.js';
import type { WrittenEdits, WrittenText } from './written-edits.js';

/** Keys under which a list of edits stands. */
const LISTS = /^(?:edits|changes|replacements|operations|patches|modifications|files|blocks|fixes|updates)$/i;
/** Under these a model's tool call holds what it was called with. */
const ARGUMENTS = /^(?:arguments|args|input|parameters|params)$/;
/** Under these a call of apply_patch holds the whole patch as one text, or as a word of a command. */
const PATCH_KEY = /^(?:patch|input|command|cmd)$/;
const PATCH_TEXT = /^\s*(?:apply_patch\b[^\n]*\n\s*)?\*{3} Begin Patch\s*\n/;
/** In lower case, without `_file` and the like. */
const VERBS: Readonly<Record<string, 'text' | 'create' | 'write' | 'delete' | 'rename'>> = {
  ...fromWords('text', 'replace edit update modify change str_replace search_replace string_replace patch'),
  ...fromWords('create', 'create add new'),
  ...fromWords('write', 'write overwrite rewrite full whole'),
  ...fromWords('delete', 'delete remove'),
  ...fromWords('rename', 'rename move'),
};

function fromWords<T extends string>(kind: T, words: string): Readonly<Record<string, T>> {
  return Object.fromEntries(words.split(' ').map((word) => [word, kind]));
}

/** What tells JSON that is meant for edits from other code. */
const EDIT_KEY = /"(?:path|file\w*|old\w*|new\w*|search|replace\w*|edits|changes|content)"\s*:/;

/** Edits as JSON, in prose or a fence or alone. Null when no value in the text is one. */
export function readJsonEdits({ lines }: WrittenText): WrittenEdits | Rejection | null {
  const text = lines.join('\n');
  const operations: Operation[] = [];
  const taken = new Set<number>();
  const linesOf = lineCounter(text);
  for (let part = findJson(text, 0); part !== null; part = findJson(text, part.end)) {
    if (part.kind !== 'value') {
      if (EDIT_KEY.test(text.slice(part.start, part.end))) return unreadable(part.kind);
      continue;
    }
    const found = editsIn(part.value, null);
    if ('kind' in found) return found;
    operations.push(...found);
    if (found.length === 0) continue;
    for (const line of linesOf(part)) taken.add(line);
  }
  return operations.length === 0 ? null : { kind: 'edits', operations, taken };
}

/** Numbers of the lines that parts of a text lie in; the parts come in order. */
function lineCounter(
  text: string,
): (part: { readonly start: number; readonly end: number }) => readonly number[] {
  let [counted, line] = [0, 0];
  const lineOf = (offset: number): number => {
    line += text.slice(counted, offset).split('\n').length - 1;
    counted = offset;
    return line;
  };
  return ({ start, end }) => {
    const first = lineOf(start);
    return Array.from({ length: lineOf(end) - first + 1 }, (_, at) => first + at);
  };
}

function unreadable(kind: 'cut' | 'broken'): Rejection {
  return kind === 'cut'
    ? rejection('truncated', 'The JSON is not closed: it was cut off. Write it again, shorter.')
    : rejection('malformed', 'The edits are no valid JSON. Escape line ends and quotes within strings.');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The edits in a value: in a list, under the keys for lists, or the value itself. `path` is that of the value around. */
function editsIn(value: unknown, path: string | null): readonly Operation[] | Rejection {
  if (Array.isArray(value)) return listed(value, path);
  if (!isRecord(value)) return [];
  const named = readPath(value);
  const patch = named === null ? patchIn(value) : null;
  if (patch !== null) return patch;
  const own = named ?? path;
  const lists = Object.entries(value).filter(([key, part]) => LISTS.test(key) && typeof part === 'object');
  if (lists.length > 0)
    return all(
      lists.map(([, list]) =>
        isTextMap(list) ? textsIn(list) : isRecord(list) ? editsIn(list, own) : listed(list, own),
      ),
    );
  const called = Object.entries(value).find(([key, part]) => ARGUMENTS.test(key) && isRecord(part));
  if (called !== undefined) return editsIn(called[1], path);
  if (!isEditLike(value)) return [];
  const fields = readEditFields(value);
  return 'kind' in fields ? fields : operationOf(fields, own);
}

/** Null when there is no single patch. */
function patchIn(value: Readonly<Record<string, unknown>>): readonly Operation[] | Rejection | null {
  const words = Object.entries(value).flatMap(([key, part]) => (PATCH_KEY.test(key) ? [part].flat() : []));
  const texts = words.filter((word) => typeof word === 'string').filter((word) => PATCH_TEXT.test(word));
  const [text, ...more] = texts;
  if (text === undefined || more.length > 0) return null;
  const read = readApplyPatch({ lines: text.split(/\r?\n/), endsLine: true, paths: [] });
  return read?.kind === 'edits' ? read.operations : read;
}

/** An object among edits that says none would be lost. */
function listed(list: unknown, path: string | null): readonly Operation[] | Rejection {
  const parts = Array.isArray(list) ? list.filter(isRecord) : [];
  const read = parts.map((part) => editsIn(part, path));
  const lost = read.findIndex((part) => !('kind' in part) && part.length === 0);
  if (lost < 0 || read.every((part) => !('kind' in part) && part.length === 0)) return all(read);
  return rejection('malformed', `Part ${lost + 1} of the list of edits says no edit that is understood.`);
}

function all(parts: readonly (readonly Operation[] | Rejection)[]): readonly Operation[] | Rejection {
  const operations: Operation[] = [];
  for (const part of parts) {
    if ('kind' in part) return part;
    operations.push(...part);
  }
  return operations;
}

function readPath(value: Readonly<Record<string, unknown>>): string | null {
  const fields = readEditFields(
    Object.fromEntries(Object.entries(value).filter(([, part]) => typeof part === 'string')),
  );
  return 'kind' in fields ? null : (fields.path ?? null);
}

/** Names of files instead of the parts of an edit. */
function isTextMap(list: unknown): list is Readonly<Record<string, unknown>> {
  return isRecord(list) && !isEditLike(list) && Object.keys(list).some((key) => /[./]/.test(key));
}

/** Whole files by path: `"files": { "src/a.ts": "…" }`. */
function textsIn(map: Readonly<Record<string, unknown>>): readonly Operation[] | Rejection {
  const operations: Operation[] = [];
  for (const [path, text] of Object.entries(map)) {
    if (typeof text !== 'string') return rejection('malformed', `The text of ${path} is no string.`);
    operations.push({ kind: 'write', path, text, head: null });
  }
  return operations;
}

function operationOf(fields: EditFields, around: string | null): readonly Operation[] | Rejection {
  const path = fields.path ?? around;
  if (path === null) return rejection('malformed', 'An edit names no path.');
  const { oldText, newText, content, to } = fields;
  const text = content ?? newText;
  const verb = kindOf(fields);
  if (verb === 'delete' && text === undefined) return [{ kind: 'delete', path, lines: null }];
  if (verb === 'rename' && typeof to === 'string' && text === undefined)
    return [{ kind: 'rename', path, to }];
  if ((verb === 'create' || verb === 'write') && typeof text === 'string' && (oldText ?? '') === '') {
    return [verb === 'create' ? { kind: 'create', path, text } : { kind: 'write', path, text, head: null }];
  }
  if (verb === 'text' && oldText !== undefined && typeof newText === 'string') {
    const { line = null, everywhere, count } = fields;
    const places = count ?? (everywhere === true ? 'all' : 1);
    return [
      {
        kind: 'text',
        path,
        oldText: oldText ?? '',
        newText,
        unit: 'text',
        places,
        line,
      },
    ];
  }
  return rejection('malformed', `The edit of ${path} does not say what to replace by what.`);
}

/** Null for a verb that is not known. */
function kindOf({ verb, content, oldText, to }: EditFields): (typeof VERBS)[string] | null {
  const isWhole = typeof content === 'string' && oldText === undefined;
  if (verb === undefined || verb === null) return isWhole ? 'write' : 'text';
  const kind =
    VERBS[
      verb
        .toLowerCase()
        .replace(/[-_ ]?file$/, '')
        .replaceAll('-', '_')
    ];
  if (kind === 'text' && isWhole && to === undefined) return 'write';
  return kind ?? null;
}
