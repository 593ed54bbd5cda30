import { stripVTControlCharacters } from 'node:util';
import * as z from 'zod';

export interface DecodedLine {
  /** What several sources of one log are told apart by. */
  readonly stream: string | null;
  /** What the tool would have printed for people. */
  readonly texts: readonly string[];
}

interface MachineForm {
  /** How the line begins. */
  readonly start: RegExp;
  readonly decode: z.ZodType<DecodedLine>;
}

const FORMS: readonly MachineForm[] = [
  // `go doc cmd/test2json`; a build that fails names its import path instead.
  {
    start: /^\{"(?:Time|Action|ImportPath)":"/,
    decode: z
      .object({
        Action: z.string(),
        Package: z.string().optional(),
        ImportPath: z.string().optional(),
        Output: z.string().optional(),
      })
      .transform(({ Package, Output }) => ({ stream: Package ?? null, texts: linesOf(Output ?? '') })),
  },
  // doc.rust-lang.org/cargo/reference/external-tools.html
  {
    start: /^\{"reason":"/,
    decode: z
      .object({ message: z.object({ rendered: z.string() }).optional() })
      .transform(({ message }) => ({ stream: null, texts: linesOf(message?.rendered ?? '') })),
  },
  // eslint.org/docs/latest/use/formatters: json, as its unix form.
  {
    start: /^\[\{"filePath":"/,
    decode: z
      .array(
        z.object({
          filePath: z.string(),
          messages: z.array(
            z.object({
              ruleId: z.string().nullable().default(null),
              severity: z.number(),
              message: z.string(),
              line: z.number().default(0),
              column: z.number().default(0),
            }),
          ),
        }),
      )
      .transform((files) => ({
        stream: null,
        texts: files.flatMap(({ filePath, messages }) =>
          messages.map(({ ruleId, severity, message, line, column }) => {
            const rule = ruleId === null ? '' : `/${ruleId}`;
            const flat = message.replaceAll('\n', ' ');
            return `${filePath}:${line}:${column}: ${flat} [${severity === 2 ? 'Error' : 'Warning'}${rule}]`;
          }),
        ),
      })),
  },
];

/** A line of a tool's machine-readable report as the text it stands for; null for every other line. */
export function decodeMachineLine(text: string): DecodedLine | null {
  if (!text.startsWith('{"') && !text.startsWith('[{"')) return null;
  const form = FORMS.find(({ start }) => start.test(text));
  if (form === undefined) return null;
  const decoded = form.decode.safeParse(parse(text));
  return decoded.success ? decoded.data : null;
}

/** True for the beginning of a line that is a whole report: it is as long as the report. */
export function isReport(beginning: string): boolean {
  return /(?:^|Z )\[\{"filePath":"/.test(beginning);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Colours are written as JSON's escapes, and so are still there. */
function linesOf(text: string): string[] {
  return stripVTControlCharacters(text).replace(/\n$/, '').split('\n');
}
