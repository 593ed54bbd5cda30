import * as z from 'zod';
import { STOP_REASONS } from '../domain/outcome.js';
import { REJECTION_CODES } from '../domain/rejection.js';

const testCountSchema = z.strictObject({
  passed: z.number().int().nonnegative(),
  failed: z.number().int(),
  skipped: z.number().int().nonnegative(),
});

const commandEndSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('exited'), exitCode: z.number().int() }),
  z.strictObject({ kind: z.literal('signalled'), signal: z.string() }),
  z.strictObject({ kind: z.literal('timed-out'), limit: z.enum(['gate-timeout', 'deadline']) }),
  z.strictObject({ kind: z.literal('cancelled') }),
]);

const runSchema = z.strictObject({
  executionId: z.string().describe('sha256 over revision, number and commands'),
  revisionId: z.string(),
  number: z.number().int().nonnegative().describe('0 is the baseline, n is attempt n'),
  status: z.enum(['passed', 'failed', 'timed-out', 'cancelled']),
  errorCode: z.string().nullable(),
  exitCode: z.number().int().nullable().describe('of the last command that ran'),
  commands: z.array(
    z.strictObject({
      command: z.string(),
      end: commandEndSchema,
      durationMs: z.number().nonnegative(),
      output: z.string().describe('stdout and stderr in the order written; head and tail of at most 256 KB'),
      omittedBytes: z.number().int().nonnegative(),
      tests: testCountSchema.nullable(),
    }),
  ),
  checks: z.array(
    z.strictObject({
      name: z.enum(['exit-code', 'test-count', 'protected-files', 'tree-unchanged']),
      passed: z.boolean(),
      detail: z.string(),
    }),
  ),
  fingerprint: z.string().nullable(),
});

const attemptSchema = z.strictObject({
  attempt: z.number().int().positive(),
  strategy: z.enum(['recipe', 'search', 'model']).describe('the rung of the ladder that proposed it'),
  recipe: z.string().nullable().describe('its name; only of the rung recipe'),
  result: z.enum(['passed', 'gate-red', 'not-executed', 'rejected']),
  revisionId: z.string().nullable(),
  rejection: z.strictObject({ code: z.enum(REJECTION_CODES), detail: z.string() }).nullable(),
  diagnosis: z.string().nullable().describe("the proposer's words, not evidence"),
  changeSummary: z.string().nullable().describe("the proposer's words, not evidence"),
  diff: z.string(),
});

const callSchema = z.strictObject({
  number: z.number().int().positive(),
  attempt: z.number().int().positive(),
  model: z.string(),
  parts: z
    .array(z.strictObject({ part: z.string(), tokens: z.number().int().nonnegative() }))
    .describe('of the prompt, with their estimated tokens'),
  usage: z
    .strictObject({
      promptTokens: z.number().int().nonnegative(),
      cachedTokens: z.number().int().nonnegative(),
      completionTokens: z.number().int().nonnegative(),
    })
    .nullable()
    .describe('as the provider billed it; null when it did not say'),
  costUsd: z.number().nonnegative().nullable(),
});

const statuses = Object.keys(STOP_REASONS) as [keyof typeof STOP_REASONS, ...(keyof typeof STOP_REASONS)[]];
const stopReasons = Object.values(STOP_REASONS).flat();

/** `report.json` (C40, C41): what a repair run did, from its ledger alone. Published as schemas/report.schema.json. */
export const reportSchema = z.strictObject({
  requestId: z.string(),
  status: z.enum(statuses),
  stopReason: z.enum(stopReasons),
  detail: z.string(),
  baseCommit: z.string(),
  branch: z.string().nullable().describe('the result branch; null when none was left'),
  pullRequestUrl: z.string().nullable(),
  issueUrl: z.string().nullable(),
  acceptedRevisionId: z.string().nullable().describe('only a fixed run has one, and its last run passed'),
  finding: z
    .strictObject({
      category: z.string(),
      fingerprint: z.string(),
      file: z.string().nullable(),
      line: z.number().nullable(),
      message: z.string(),
    })
    .nullable(),
  runs: z.array(runSchema),
  attempts: z.array(attemptSchema),
  errors: z.array(z.string()),
  usage: z.strictObject({
    modelCalls: z.number().int().nonnegative(),
    executions: z.number().int().nonnegative(),
    promptTokens: z.number().int().nonnegative(),
    cachedTokens: z.number().int().nonnegative().describe('part of promptTokens'),
    completionTokens: z.number().int().nonnegative(),
    costUsd: z
      .number()
      .nonnegative()
      .nullable()
      .describe('null when the price or usage of a call is unknown'),
    elapsedMs: z.number().nonnegative(),
    calls: z.array(callSchema),
  }),
  generatedAt: z.iso.datetime(),
});

export type Report = z.infer<typeof reportSchema>;
export type AttemptReport = z.infer<typeof attemptSchema>;
