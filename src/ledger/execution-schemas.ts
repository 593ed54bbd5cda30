import * as z from 'zod';
import { CHECK_NAMES } from '../domain/execution.js';
import { CHECK_STARTS, CHECK_STATES, CHECK_VERDICTS } from '../domain/real-checks.js';

/** What was run and what it showed, as the ledger stores it and report.json tells it. */
const testCountSchema = z.strictObject({
  passed: z.number().int().nonnegative(),
  failed: z.number().int(),
  skipped: z.number().int().nonnegative(),
});

const inventorySchema = z.strictObject({
  unit: z
    .enum(['test', 'package'])
    .describe('what a name stands for: a test, or the package or file that holds some'),
  passed: z.array(z.string()),
  failed: z.array(z.string()),
  skipped: z.array(z.string()),
});

const commandEndSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('exited'), exitCode: z.number().int() }),
  z.strictObject({ kind: z.literal('signalled'), signal: z.string() }),
  z.strictObject({ kind: z.literal('timed-out'), limit: z.enum(['gate-timeout', 'deadline']) }),
  z.strictObject({ kind: z.literal('cancelled') }),
]);

const commandSchema = z.strictObject({
  command: z.string(),
  end: commandEndSchema,
  durationMs: z.number().nonnegative(),
  output: z.string().describe('stdout and stderr in the order written; head and tail of at most 256 KB'),
  omittedBytes: z.number().int().nonnegative(),
  tests: testCountSchema.nullable(),
  inventory: inventorySchema.nullable().describe('null when the output does not name every test'),
});

const statusSchema = z.enum(['passed', 'failed', 'timed-out', 'cancelled']);
export const gradeSchema = z
  .enum(['A', 'B', 'C'])
  .describe('A: tests by name, the failed ones among them; B: tests compared; C: exit codes alone');

export const runSchema = z.strictObject({
  executionId: z.string().describe('sha256 over revision, number and commands'),
  revisionId: z.string(),
  number: z.number().int().nonnegative().describe('0 is the baseline, n is attempt n'),
  status: statusSchema,
  errorCode: z.string().nullable(),
  exitCode: z.number().int().nullable().describe('of the last command that ran'),
  commands: z.array(commandSchema),
  checks: z.array(z.strictObject({ name: z.enum(CHECK_NAMES), passed: z.boolean(), detail: z.string() })),
  reported: inventorySchema
    .nullable()
    .describe('tests in the report files that the gate wrote; null when it wrote none'),
  evidence: z.strictObject({ grade: gradeSchema, why: z.string() }).nullable(),
  fingerprint: z.string().nullable(),
});

export const differentialSchema = z.strictObject({
  purpose: z.enum(['base-again', 'source-from-base', 'patch-again']),
  revisionId: z.string().describe('the revision that it tells something about'),
  status: statusSchema,
  errorCode: z.string().nullable(),
  commands: z.array(commandSchema),
  reported: inventorySchema.nullable(),
  durationMs: z.number().nonnegative(),
  fingerprint: z.string().nullable(),
});

export const realChecksSchema = z.strictObject({
  revisionId: z.string(),
  commit: z.string().describe('the published commit whose checks they are'),
  start: z.strictObject({ how: z.enum(CHECK_STARTS), detail: z.string() }),
  verdict: z.strictObject({ kind: z.enum(CHECK_VERDICTS), detail: z.string() }),
  checks: z.array(
    z.strictObject({ name: z.string(), state: z.enum(CHECK_STATES), url: z.string().nullable() }),
  ),
  waitedMs: z.number().nonnegative(),
});
