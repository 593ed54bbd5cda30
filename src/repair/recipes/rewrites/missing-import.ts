import type { LineEdit, LineRule } from '../rewrite.js';

/** Packages of Go's standard library that are known by one name each. */
const GO_PACKAGES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'bufio bytes cmp context encoding/base64 encoding/csv encoding/hex encoding/json errors fmt io io/fs iter maps ' +
    'math math/big math/bits net/http net/url os os/exec path/filepath reflect regexp runtime slices sort strconv ' +
    'strings sync sync/atomic testing time unicode unicode/utf8'
  )
    .split(' ')
    .map((path) => [path.split('/').at(-1) ?? path, path]),
);

/** Modules of Python's standard library whose names are seldom anything else. */
const PYTHON_MODULES: readonly string[] = (
  'abc argparse asyncio base64 bisect collections contextlib copy csv dataclasses datetime decimal enum functools ' +
  'hashlib heapq inspect io itertools json logging math operator os pathlib pickle random re shutil socket sqlite3 ' +
  'statistics string struct subprocess sys tempfile textwrap threading time traceback typing unittest urllib uuid'
).split(' ');

interface MissingImport {
  readonly tools: readonly string[];
  readonly message: RegExp;
  readonly add: (name: string, lines: readonly string[]) => LineEdit | null;
}

const MISSING: readonly MissingImport[] = [
  {
    tools: ['go build', 'go vet', 'go test', 'staticcheck'],
    message: /^undefined: (?<name>\w+)$/,
    add: addGo,
  },
  {
    tools: ['python', 'pytest', 'unittest', 'flake8', 'ruff', 'pylint', 'mypy', 'pyright'],
    message:
      /(?:^|: )(?:name '(?<name>\w+)' is not defined|undefined name '(?<flake>\w+)'|[Uu]ndefined (?:name|variable) [`'"](?<ruff>\w+)[`'"]|Name "(?<mypy>\w+)" is not defined|"(?<pyright>\w+)" is not defined)/,
    add: addPython,
  },
];

/** Imports a well-known package that a file uses as one (`name.`) and forgot. */
export const missingImport: LineRule = (finding, lines) => {
  for (const { tools, message, add } of MISSING) {
    const groups = tools.includes(finding.tool)
      ? message.exec(finding.message.slice(0, LONGEST))?.groups
      : undefined;
    const name = Object.values(groups ?? {}).find((each) => each !== undefined);
    if (name === undefined || !(lines[finding.line - 1] ?? '').includes(`${name}.`)) continue;
    const edit = add(name, lines);
    if (edit !== null) return [edit];
  }
  return null;
};

function before(line: number, added: string, lines: readonly string[]): LineEdit {
  return { line, text: `${added}\n${lines[line - 1] ?? ''}` };
}

/** Into the block in its order; else below the package clause. */
function addGo(name: string, lines: readonly string[]): LineEdit | null {
  const path = GO_PACKAGES[name];
  const clause = lines.findIndex((line) => /^package \w+/.test(line));
  if (path === undefined || clause < 0) return null;
  const block = lines.indexOf('import (');
  if (block >= 0) {
    let at = block + 1;
    while (/^\t"[^"]+"$/.test(lines[at] ?? '') && (lines[at] ?? '') < `\t"${path}"`) at += 1;
    return before(at + 1, `\t"${path}"`, lines);
  }
  const single = lines.findIndex((line) => /^import (?:\w+ )?"/.test(line));
  if (single < 0) return { line: clause + 1, text: `${lines[clause]}\n\nimport "${path}"` };
  const both = [`\t"${path}"`, `\t${lines[single]?.slice('import '.length)}`].toSorted();
  return { line: single + 1, text: ['import (', ...both, ')'].join('\n') };
}

/** Among the plain imports in their order; else above the first import, or below what must come first in a file. */
function addPython(name: string, lines: readonly string[]): LineEdit | null {
  if (!PYTHON_MODULES.includes(name)) return null;
  const added = `import ${name}`;
  const plain = lines.flatMap((line, index) => (/^import [\w.]+$/.test(line) ? [index] : []));
  const next = plain.find((index) => (lines[index] ?? '') > added);
  if (next !== undefined) return before(next + 1, added, lines);
  const last = plain.at(-1);
  if (last !== undefined) return { line: last + 1, text: `${lines[last]}\n${added}` };
  const first = lines.findIndex((line) => /^(?:import|from) /.test(line) && !/^from __future__ /.test(line));
  if (first >= 0) return before(first + 1, added, lines);
  const start = endOfHead(lines);
  if (start === null) return null;
  const isBelow = (lines[start - 1] ?? '').trim() !== '';
  const apart = /^(?:async |def |class |@)/.test(lines[start] ?? '') ? '\n\n' : '\n';
  return before(start + 1, `${isBelow ? '\n' : ''}${added}${lines[start] === '' ? '' : apart}`, lines);
}

/** A message that is longer says nothing of these kinds. */
const LONGEST = 1000;

/** Index of the first line below comments, docstring and `__future__` imports; null when the docstring has no end. */
function endOfHead(lines: readonly string[]): number | null {
  let at = 0;
  const skip = (pattern: RegExp) => {
    while (pattern.test(lines[at] ?? 'end')) at += 1;
  };
  skip(/^#|^\s*$/);
  const quote = /^[rR]?("""|''')/.exec(lines[at] ?? '')?.[1];
  if (quote !== undefined) {
    const isOneLine = (lines[at] ?? '').split(quote).length > 2;
    const end = isOneLine ? at : lines.findIndex((line, index) => index > at && line.includes(quote));
    if (end < 0) return null;
    at = end + 1;
    skip(/^\s*$/);
  }
  skip(/^from __future__ /);
  return at;
}
