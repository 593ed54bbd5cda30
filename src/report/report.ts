import * as z from 'zod';
import { CHECKS_RED } from '../domain/execution.js';
import { STOP_REASONS } from '../domain/outcome.js';
import { REJECTION_CODES } from '../domain/rejection.js';
import { RULE_IDS } from '../domain/rule-finding.js';
import { SANDBOX_KINDS } from '../domain/sandbox.js';
import { differentialSchema, realChecksSchema, runSchema } from '../ledger/execution-schemas.js';
import { evidenceSchema } from './evidence-schema.js';

const attemptSchema = z.strictObject({
  attempt: z.number().int().positive(),
  strategy: z.enum(['recipe', 'search', 'model']).describe('the rung of the ladder that proposed it'),
  recipe: z.string().nullable().describe('its name; only of the rung recipe'),
  result: z.enum(['passed', 'gate-red', CHECKS_RED, 'not-executed', 'rejected']),
  revisionId: z.string().nullable(),
  rejection: z.strictObject({ code: z.enum(REJECTION_CODES), detail: z.string() }).nullable(),
  diagnosis: z.string().nullable().describe("the proposer's words, not evidence"),
  changeSummary: z.string().nullable().describe("the proposer's words, not evidence"),
  concerns: z
    .array(
      z.strictObject({
        rule: z.enum(RULE_IDS),
        verdict: z.enum(['reject', 'escalate']),
        path: z.string(),
        line: z.number().int().nullable(),
        detail: z.string(),
      }),
    )
    .describe('what speaks against it, for a person to judge'),
  diff: z.string(),
});

const callSchema = z.strictObject({
  number: z.number().int().positive(),
  attempt: z.number().int().positive(),
  model: z.string(),
  parts: z
    .array(z.strictObject({ part: z.string(), tokens: z.number().int().nonnegative() }))
    .describe('of the prompt, with their estimated tokens'),
  hiddenCharacters: z.number().int().nonnegative().describe('invisible ones of the gate output, left out'),
  usage: z
    .strictObject({
      promptTokens: z.number().int().nonnegative(),
      cachedTokens: z.number().int().nonnegative(),
      completionTokens: z.number().int().nonnegative(),
    })
    .nullable()
    .describe('as the provider billed it; null when it did not say'),
  costUsd: z.number().nonnegative().nullable(),
  durationMs: z.number().nonnegative().nullable().describe('until its answer; null when none came'),
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
  delivery: z.string().nullable().describe('how the result was left, in words; null when none was'),
  sandbox: z
    .enum([...SANDBOX_KINDS, 'none'])
    .nullable()
    .describe('what the gate was shut into; null when nothing was run'),
  pullRequestUrl: z.string().nullable(),
  issueUrl: z.string().nullable(),
  reviewUrl: z.string().nullable().describe('the review that suggests the fix; null when none was made'),
  acceptedRevisionId: z.string().nullable().describe('only a fixed run has one, and its last run passed'),
  finding: z
    .strictObject({
      category: z.string(),
      fingerprint: z.string(),
      file: z.string().nullable(),
      line: z.number().nullable(),
      message: z.string(),
      notes: z
        .array(z.string())
        .optional()
        .describe('what of the output or of the settings was left out; absent when nothing was'),
    })
    .nullable(),
  evidence: evidenceSchema.nullable().describe('what speaks for the last attempt; null when it did not pass'),
  runs: z.array(runSchema),
  differentialRuns: z
    .array(differentialSchema)
    .describe('what the judge ran beside the executions, to look closer'),
  attempts: z.array(attemptSchema),
  realChecks: z
    .array(realChecksSchema)
    .describe('what the checks of the code host said of each published revision'),
  errors: z.array(z.string()),
  usage: z.strictObject({
    modelCalls: z.number().int().nonnegative(),
    executions: z.number().int().nonnegative(),
    differentialRuns: z.number().int().nonnegative(),
    promptTokens: z.number().int().nonnegative(),
    cachedTokens: z.number().int().nonnegative().describe('part of promptTokens'),
    completionTokens: z.number().int().nonnegative(),
    costUsd: z
      .number()
      .nonnegative()
      .nullable()
      .describe('null when the price or usage of a call is unknown'),
    elapsedMs: z.number().nonnegative(),
    toolMs: z.number().nonnegative().describe('of it, in the tools that recipes started'),
    calls: z.array(callSchema),
  }),
  generatedAt: z.iso.datetime(),
});

export type Report = z.infer<typeof reportSchema>;
export type AttemptReport = z.infer<typeof attemptSchema>;
