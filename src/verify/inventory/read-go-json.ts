import * as z from 'zod';
import type { NamedTest, TestOutcome } from '../../domain/test-inventory.js';
import { type InventoryReader, stableName } from './inventory-reader.js';

/** A record of `go test -json` (pkg.go.dev/cmd/test2json) that ends a test. */
const endSchema = z.object({
  Action: z.enum(['pass', 'fail', 'skip']),
  Package: z.string(),
  Test: z.string(),
});
const OUTCOMES: Readonly<Record<string, TestOutcome>> = { pass: 'passed', fail: 'failed', skip: 'skipped' };

export const readGoJson: InventoryReader = (lines) => {
  const tests: NamedTest[] = [];
  for (const line of lines) {
    if (!line.startsWith('{"Time":') || !/"Action":"(?:pass|fail|skip)"/.test(line)) continue;
    const end = endSchema.safeParse(parse(line));
    const outcome = end.success ? OUTCOMES[end.data.Action] : undefined;
    if (end.success && outcome !== undefined)
      tests.push({ id: stableName(`${end.data.Package} > ${end.data.Test}`), outcome });
  }
  return tests.length === 0 ? null : { tests, unnamed: 0 };
};

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
