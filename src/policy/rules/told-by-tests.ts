import type { PatchView } from '../patch/patch-view.js';
import { literalsIn } from '../tokens/literals.js';
import type { Source } from '../tokens/source.js';

export interface Told {
  readonly values: ReadonlySet<string>;
  /** Those that stand in a test, whatever the log says. */
  readonly ofTests: ReadonlySet<string>;
  /** How long the texts are that tests hand in. */
  readonly lengths: ReadonlySet<string>;
  /** Values that a line of a test or of the log holds together. */
  readonly lines: readonly ReadonlySet<string>[];
}

/** What tests and log name: the inputs, and what is expected of them. */
export function toldByTests({ files, related, log }: PatchView): Told {
  const tests = [...related].filter(([path]) => isTest(path)).map(([, source]) => source);
  const edited = files.flatMap(({ fileClass, before }) =>
    fileClass === 'test' && before !== null ? [before] : [],
  );
  const lines = [...tests, ...edited].flatMap(linesOf);
  const logLines = log.text.split('\n').map((line) => new Set(valuesOf(line)));
  const all = [...lines, ...logLines];
  const values = new Set(all.flatMap((line) => [...line]));
  const lengths = new Set(
    [...values].filter((value) => value.length > 3).map(({ length }) => String(length)),
  );
  const ofTests = new Set(lines.flatMap((line) => [...line]));
  return { values, ofTests, lengths, lines: all };
}

export const isTest = (path: string): boolean => /test|spec|bats|check/i.test(path);

/** Literals by statement: lines that follow each other are taken together, since one assertion may fill them. */
function linesOf({ code, language }: Source): readonly ReadonlySet<string>[] {
  const byLine = new Map<number, Set<string>>();
  for (const { value, line } of literalsIn(code, language)) {
    const words = language === 'shell' ? value.split(/[\s()$"']+/) : [];
    for (const near of [line, line + 1, line + 2]) {
      const values = byLine.get(near) ?? new Set();
      for (const each of [value.trim(), ...words]) values.add(each);
      byLine.set(near, values);
    }
  }
  return [...byLine.values()];
}

const QUOTED = /["'`](?<text>[^"'`]{1,80})["'`]|(?<![\w.])(?<number>-?\d+(?:\.\d+)?)(?![\w])/g;

function valuesOf(line: string): readonly string[] {
  return [...line.slice(0, 400).matchAll(QUOTED)].flatMap(
    ({ groups }) =>
      groups?.text?.trim() ?? (groups?.number === undefined ? [] : [String(Number(groups.number))]),
  );
}
