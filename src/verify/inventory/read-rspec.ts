import type { NamedTest, TestOutcome } from '../../domain/test-inventory.js';
import { type InventoryReader, stableName } from './inventory-reader.js';

const SIGN = /^\d+ examples?, \d+ failures?/;
const END = /^(?:Pending:|Failures:|Finished in )/;
const LINE = /^(?<indent> *)(?<name>\S.*?)(?: \((?<end>FAILED - \d+|PENDING: .*)\))?$/;

interface Row {
  readonly indent: number;
  readonly name: string;
  readonly outcome: TestOutcome;
}

/** rspec's documentation format: an indented tree without marks, so that what has nothing below it is an example. */
export const readRspec: InventoryReader = (lines) => {
  if (!lines.some((line) => SIGN.test(line))) return null;
  const rows = lines
    .slice(
      0,
      lines.findIndex((line) => END.test(line)),
    )
    .flatMap(rowOf);
  const tests: NamedTest[] = [];
  const open: Row[] = [];
  rows.forEach((row, index) => {
    while ((open.at(-1)?.indent ?? -1) >= row.indent) open.pop();
    if ((rows[index + 1]?.indent ?? 0) > row.indent) open.push(row);
    else if (open.length > 0)
      tests.push({ id: [...open, row].map(({ name }) => name).join(' > '), outcome: row.outcome });
  });
  return tests.length === 0 ? null : { tests, unnamed: 0 };
};

function rowOf(line: string): readonly Row[] {
  const { indent = '', name, end } = LINE.exec(line)?.groups ?? {};
  if (name === undefined) return [];
  const outcome = end === undefined ? 'passed' : end.startsWith('FAILED') ? 'failed' : 'skipped';
  return [{ indent: indent.length, name: stableName(name), outcome }];
}
