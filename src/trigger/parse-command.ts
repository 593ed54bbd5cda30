/** What a person asks for in a comment. Nothing of it is a command line, a path or an address. */
export interface Command {
  readonly verb: 'repair' | 'retry' | 'stop' | 'explain';
  /** Name of a gate that the repository lists, or of a failed job; null when none is named. */
  readonly gate: string | null;
  readonly attempts: number | null;
  readonly dryRun: boolean;
  /** Full id of the commit that the person approves; null when none is named. */
  readonly commit: string | null;
}

export type ParsedComment =
  | { readonly kind: 'command'; readonly command: Command }
  /** Meant for us, but with words that mean nothing here. */
  | { readonly kind: 'unclear'; readonly words: readonly string[] }
  | { readonly kind: 'none' };

/** Up to three blanks: with four the line is a block of code. */
const COMMAND_LINE = /^ {0,3}\/smart-fix(?:[ \t]+(.*))?$/i;
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const ATTEMPTS = /^[1-7]$/;
const MAX_LINE = 500;
const MAX_NAME = 100;

const PLAIN: Command = { verb: 'repair', gate: null, attempts: null, dryRun: false, commit: null };

/**
 * Reads a comment as a command. Only its very first line counts, so that what stands in a fence, a quote or an HTML
 * comment is never one (TRG-09); a phrase is the whole of that line. Words that are not known are no command: they are
 * answered, and reach nothing else (TRG-10).
 * @param phrases further ways to say `/smart-fix`, from the repository's configuration.
 */
export function parseCommand(body: string, phrases: readonly string[]): ParsedComment {
  const line = (body.split(/\r?\n/, 1)[0] ?? '').trimEnd();
  if (line.length > MAX_LINE) return { kind: 'none' };
  if (phrases.some((phrase) => plainWords(phrase) === plainWords(line)))
    return { kind: 'command', command: PLAIN };
  const match = COMMAND_LINE.exec(line);
  return match === null ? { kind: 'none' } : readWords(wordsOf(match[1] ?? ''));
}

/** As a person may write it: in any case, with any blanks, with a full stop or an exclamation mark. */
function plainWords(text: string): string {
  return text
    .trim()
    .replace(/[.!]+$/, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();
}

interface Word {
  readonly text: string;
  readonly isQuoted: boolean;
}

function wordsOf(text: string): readonly Word[] {
  return [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => ({
    text: quoted ?? plain ?? '',
    isQuoted: quoted !== undefined,
  }));
}

type Part = Partial<Command> | 'isolation';

/** What one word means with the words after it, and how many it takes; null when it means nothing. */
function readPart([word, next]: readonly Word[]): readonly [Part, number] | null {
  if (word === undefined || word.isQuoted) return null;
  const [, name = word.text, value] = /^(--[a-z-]+)=(.*)$/.exec(word.text) ?? [];
  const given = value ?? next?.text ?? '';
  const took = value === undefined ? 2 : 1;
  if (name === '--gate' && given !== '' && given.length <= MAX_NAME) return [{ gate: given }, took];
  if (name === '--attempts' && ATTEMPTS.test(given)) return [{ attempts: Number(given) }, took];
  switch (word.text) {
    case 'retry':
    case 'stop':
    case 'explain':
      return [{ verb: word.text }, 1];
    case 'with':
      return next?.text === 'isolation' ? ['isolation', 2] : null;
    case '--dry-run':
      return [{ dryRun: true }, 1];
    default:
      return COMMIT.test(word.text) ? [{ commit: word.text }, 1] : null;
  }
}

/** Each word once; `stop` alone, since it is no repair that could be told how. */
function readWords(words: readonly Word[]): ParsedComment {
  const parts: Part[] = [];
  const unclear: string[] = [];
  for (let at = 0; at < words.length; ) {
    const [part, took] = readPart(words.slice(at)) ?? [null, 1];
    const said = words
      .slice(at, at + took)
      .map(({ text }) => text)
      .join(' ');
    if (part === null || parts.some((each) => isSameKind(each, part))) unclear.push(said);
    else parts.push(part);
    at += took;
  }
  const command: Command = Object.assign({ ...PLAIN }, ...parts.filter((part) => part !== 'isolation'));
  if (command.verb === 'stop' && parts.length > 1) unclear.push('stop');
  return unclear.length > 0 ? { kind: 'unclear', words: unclear } : { kind: 'command', command };
}

function isSameKind(one: Part, other: Part): boolean {
  const kind = (part: Part): string => (part === 'isolation' ? part : (Object.keys(part)[0] ?? ''));
  return kind(one) === kind(other);
}
