import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A text of edits, the files it is for, and what has to come of it. */
export interface EditCase {
  /** The rule that it shows. */
  readonly rule: string;
  readonly files: Readonly<Record<string, string>>;
  readonly answer: string;
  /** All files afterwards, or the code of the refusal. */
  readonly expected: Readonly<Record<string, string>> | string;
}

const FOLDER = join(import.meta.dirname, '..', 'fixtures', 'edits');

/**
 * Cases of a file of `fixtures/edits`. Each begins with `%%%% rule`; its parts begin with `%% file PATH`, `%% answer`,
 * `%% result PATH`, `%% gone PATH` or `%% refused CODE`. Behind a path: `crlf`, `no-eol`, `bom`, `empty`.
 */
export function readEditCases(name: string): readonly EditCase[] {
  const text = readFileSync(join(FOLDER, name), 'utf8');
  return text
    .split(/^%%%% /m)
    .slice(1)
    .map(readCase);
}

function readCase(text: string): EditCase {
  const [rule = '', ...parts] = text.split(/^%% /m);
  const files: Record<string, string> = {};
  const after: Record<string, string> = {};
  let answer = '';
  let refused: string | null = null;
  for (const part of parts) {
    const [head = '', ...lines] = part.split('\n');
    const [kind, word = '', ...flags] = head.split(' ');
    const content = contentOf(lines.join('\n'), kind === 'answer' ? [word] : flags);
    if (kind === 'file') files[word] = content;
    else if (kind === 'answer') {
      answer = content;
      Object.assign(after, files);
    } else if (kind === 'result') after[word] = content;
    else if (kind === 'gone') delete after[word];
    else if (kind === 'refused') refused = word;
    else throw new Error(`${rule.trim()}: unknown part ${head}`);
  }
  return { rule: rule.trim(), files, answer, expected: refused ?? after };
}

function contentOf(text: string, flags: readonly string[]): string {
  const ended = flags.includes('no-eol') ? text.replace(/\n$/, '') : text;
  const marked = flags.includes('bom') ? `\ufeff${ended}` : ended;
  return flags.includes('crlf') ? marked.replaceAll('\n', '\r\n') : marked;
}
