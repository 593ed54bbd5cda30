import type { LineEdit, LineRule, PlacedFinding } from '../rewrite.js';

/** How a tool says that an import is used nowhere; the group `name` is what it imports, under the name it has here. */
interface UnusedImport {
  readonly tools: readonly string[];
  readonly message: RegExp;
  readonly remove: (
    name: string,
    finding: PlacedFinding,
    lines: readonly string[],
  ) => readonly LineEdit[] | null;
}

const UNUSED: readonly UnusedImport[] = [
  {
    tools: ['go build', 'go vet', 'staticcheck', 'go test'],
    message: /^"(?<name>[^"]+)" imported (?:as \w+ )?and not used/,
    remove: removeGo,
  },
  {
    tools: ['flake8', 'ruff', 'pylint'],
    message:
      /^['`]?(?<name>[\w.]+)['`]?(?: as \w+)?['`]? imported but unused|^Unused (?:import )?(?<pylint>[\w.]+)(?: imported from [\w.]+)?(?: \(unused-import\))?$/,
    remove: removePython,
  },
  {
    tools: ['tsc', 'eslint', 'standard', 'oxlint'],
    message:
      /^'(?<name>[\w$]+)' is (?:declared but its value is never read|defined but never used|declared but never used)/,
    remove: removeScript,
  },
  {
    tools: ['checkstyle', 'javac', 'ktlint'],
    message: /Unused import[ :-]+(?<name>[\w.*]+?)\.?(?: \[\w+\])?$/,
    remove: (name, { line }, lines) =>
      removeIf(line, lines, new RegExp(`^import (?:static )?${escaped(name)};?$`)),
  },
];

/** Takes an import out that the tool says is used nowhere. */
export const unusedImport: LineRule = (finding, lines) => {
  for (const { tools, message, remove } of UNUSED) {
    const groups = tools.includes(finding.tool)
      ? message.exec(finding.message.slice(0, LONGEST))?.groups
      : undefined;
    const name = groups?.name ?? groups?.pylint;
    if (name !== undefined) return remove(name, finding, lines);
  }
  return null;
};

function removeIf(line: number, lines: readonly string[], pattern: RegExp): readonly LineEdit[] | null {
  return pattern.test((lines[line - 1] ?? '').trim()) ? [{ line, text: null }] : null;
}

/** A line of its own, alone or in a block; a block of this one import goes as a whole. */
function removeGo(
  name: string,
  { line }: PlacedFinding,
  lines: readonly string[],
): readonly LineEdit[] | null {
  const path = escaped(`"${name}"`);
  const alone = removeIf(line, lines, new RegExp(`^import (?:[\\w.]+ )?${path}$`));
  if (alone !== null) return withBlankLine(alone, lines);
  const inBlock = removeIf(line, lines, new RegExp(`^(?:[\\w.]+ )?${path}(?: *//.*)?$`));
  const isWholeBlock = lines[line - 2]?.trim() === 'import (' && lines[line]?.trim() === ')';
  if (inBlock === null || !isWholeBlock) return inBlock;
  return withBlankLine(
    [line - 1, line, line + 1].map((each) => ({ line: each, text: null })),
    lines,
  );
}

/** The blank line after what goes, when there is one before it as well. */
function withBlankLine(edits: readonly LineEdit[], lines: readonly string[]): readonly LineEdit[] {
  const [first, last] = [edits[0]?.line ?? 0, edits.at(-1)?.line ?? 0];
  const isDoubled = lines[first - 2]?.trim() === '' && lines[last]?.trim() === '';
  return isDoubled ? [...edits, { line: last + 1, text: null }] : edits;
}

/** One name of an import on one line; what a package's `__init__.py` imports is often for others to use. */
function removePython(
  name: string,
  { line, file }: PlacedFinding,
  lines: readonly string[],
): readonly LineEdit[] | null {
  if (file.endsWith('__init__.py')) return null;
  const text = (lines[line - 1] ?? '').replace(/#.*/, '').trimEnd();
  const [, head = '', list = ''] = /^(\s*(?:from [\w.]+ )?import )([\w., ]+)$/.exec(text) ?? [];
  const module = /^\s*from ([\w.]+) /.exec(head)?.[1];
  const wanted = module === undefined ? name : name.split('.').at(-1);
  return withoutName({ line, head, list, tail: '' }, (item) => item.split(' as ').includes(wanted ?? name));
}

/** One name of a named import on one line, a default import that stands alone, or a line of a longer list. */
function removeScript(
  name: string,
  { line }: PlacedFinding,
  lines: readonly string[],
): readonly LineEdit[] | null {
  const text = lines[line - 1] ?? '';
  const alone = removeIf(
    line,
    lines,
    new RegExp(`^import (?:type )?(?:\\* as )?${escaped(name)} from ['"][^'"]+['"];?$`),
  );
  if (alone !== null) return alone;
  const [, head, list, tail] =
    /^(import (?:type )?\{ ?)([^{}]+?)( ?\} from ['"][^'"]+['"];?)$/.exec(text) ?? [];
  if (head !== undefined && list !== undefined && tail !== undefined) {
    return withoutName(
      { line, head, list, tail },
      (item) =>
        item
          .replace(/^type /, '')
          .split(' as ')
          .at(-1) === name,
    );
  }
  return isInImportList(line, lines)
    ? removeIf(line, lines, new RegExp(`^(?:type )?(?:[\\w$]+ as )?${escaped(name)},?$`))
    : null;
}

function withoutName(
  { line, head, list, tail }: { line: number; head: string; list: string; tail: string },
  isIt: (item: string) => boolean,
): readonly LineEdit[] | null {
  const items = list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  const left = items.filter((item) => !isIt(item));
  if (left.length !== items.length - 1) return null;
  return [{ line, text: left.length === 0 ? null : `${head}${left.join(', ')}${tail}` }];
}

function isInImportList(line: number, lines: readonly string[]): boolean {
  for (let above = line - 2; above >= 0; above -= 1) {
    const text = lines[above]?.trim() ?? '';
    if (/^import (?:type )?\{$/.test(text)) return true;
    if (!/^(?:type )?[\w$]+(?: as [\w$]+)?,$/.test(text)) return false;
  }
  return false;
}

/** A message that is longer says nothing of these kinds. */
const LONGEST = 1000;

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
