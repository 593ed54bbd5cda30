import { stripVTControlCharacters } from 'node:util';
import { parseJson } from './structured/parse-json.js';

export interface DecodedLine {
  /** What several sources of one log are told apart by. */
  readonly stream: string | null;
  /** What the tool would have printed for people. */
  readonly texts: readonly string[];
}

interface MachineForm {
  /** How the line begins. */
  readonly start: RegExp;
  /** Null for a record of another shape. Without zod: a scan of a small log is over before that is loaded. */
  readonly decode: (record: unknown) => DecodedLine | null;
}

const FORMS: readonly MachineForm[] = [
  // `go doc cmd/test2json`; a build that fails names its import path instead.
  { start: /^\{"(?:Time|Action|ImportPath)":"/, decode: decodeGoTest },
  // doc.rust-lang.org/cargo/reference/external-tools.html
  { start: /^\{"reason":"/, decode: decodeCargo },
  // eslint.org/docs/latest/use/formatters: json, as its unix form.
  { start: /^\[\{"filePath":"/, decode: decodeEslint },
];

/** A line of a tool's machine-readable report as the text it stands for; null for every other line. */
export function decodeMachineLine(text: string): DecodedLine | null {
  if (!text.startsWith('{"') && !text.startsWith('[{"')) return null;
  const form = FORMS.find(({ start }) => start.test(text));
  if (form === undefined) return null;
  return form.decode(parseJson(text));
}

function decodeGoTest(record: unknown): DecodedLine | null {
  if (!isRecord(record)) return null;
  const { Action: action, Package: stream, ImportPath: path, Output: output } = record;
  if (!isText(action) || !mayBeText(stream) || !mayBeText(path) || !mayBeText(output)) return null;
  return { stream: stream ?? null, texts: linesOf(output ?? '') };
}

function decodeCargo(record: unknown): DecodedLine | null {
  if (!isRecord(record)) return null;
  const { message } = record;
  if (message === undefined) return { stream: null, texts: linesOf('') };
  if (!isRecord(message)) return null;
  const { rendered } = message;
  return isText(rendered) ? { stream: null, texts: linesOf(rendered) } : null;
}

function decodeEslint(files: unknown): DecodedLine | null {
  if (!Array.isArray(files)) return null;
  const texts: string[] = [];
  for (const file of files) {
    if (!isRecord(file)) return null;
    const { filePath: path, messages } = file;
    if (!isText(path) || !Array.isArray(messages)) return null;
    for (const message of messages) {
      const text = eslintText(path, message);
      if (text === null) return null;
      texts.push(text);
    }
  }
  return { stream: null, texts };
}

function eslintText(path: string, record: unknown): string | null {
  if (!isRecord(record)) return null;
  const { ruleId = null, severity, message, line = 0, column = 0 } = record;
  if (!Number.isFinite(severity) || !isText(message)) return null;
  if ((ruleId !== null && !isText(ruleId)) || !Number.isFinite(line) || !Number.isFinite(column)) return null;
  const kind = severity === 2 ? 'Error' : 'Warning';
  const rule = ruleId === null ? '' : `/${ruleId}`;
  return `${path}:${line}:${column}: ${message.replaceAll('\n', ' ')} [${kind}${rule}]`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function mayBeText(value: unknown): value is string | undefined {
  return value === undefined || isText(value);
}

/** True for the beginning of a line that is a whole report: it is as long as the report. */
export function isReport(beginning: string): boolean {
  return /(?:^|Z )\[\{"filePath":"/.test(beginning);
}

/** Colours are written as JSON's escapes, and so are still there. */
function linesOf(text: string): string[] {
  return stripVTControlCharacters(text).replace(/\n$/, '').split('\n');
}
