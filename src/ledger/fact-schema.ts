import * as z from 'zod';
import { FAILURE_CLASSES } from '../domain/failure-class.js';
import { FILE_CLASSES } from '../domain/file-class.js';
import { STOP_REASONS } from '../domain/outcome.js';
import { REJECTION_CODES } from '../domain/rejection.js';
import { RULE_IDS } from '../domain/rule-finding.js';
import { SANDBOX_KINDS } from '../domain/sandbox.js';
import type { Fact } from './entry.js';
import { differentialSchema, realChecksSchema, runSchema } from './execution-schemas.js';

/**
 * Every fact in its exact form. A run's own process trusts the chain; a ledger that another job handed over passes here
 * first, since a chain can be forged as a whole.
 */
const text = z.string();
const count = z.number().int().nonnegative();
const positive = z.number().int().positive();
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const commit = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/);

const reasons = Object.values(STOP_REASONS).flat();
const statuses = Object.keys(STOP_REASONS) as [keyof typeof STOP_REASONS];
const outcomeSchema = z.strictObject({
  status: z.enum(statuses),
  stopReason: z.enum(reasons),
  detail: text,
});

const job = z.enum(['admit', 'verify', 'repair', 'publish']);

const bindingSchema = z.strictObject({
  repositoryId: positive,
  repository: z.strictObject({ owner: text, name: text }),
  workflowRun: z.strictObject({ runId: positive, attempt: positive }),
  failedRun: z.strictObject({ runId: positive, attempt: positive, headSha: commit }),
  settingsDigest: digest,
  looksFlaky: z.boolean(),
  earlierReds: z.record(z.string().max(64), positive),
});

const commandSchema = z.strictObject({
  text,
  folder: text,
  environment: z.record(text, text),
  shell: z.array(text),
});

const requestSchema = z.strictObject({
  requestId: text,
  createdAt: z.iso.datetime(),
  baseCommit: commit,
  gate: z.array(commandSchema),
  setup: z.array(commandSchema),
  provider: text,
  limits: z.strictObject({
    maxAttempts: count,
    maxModelCalls: count,
    maxCost: z.number().nullable(),
    maxExecutions: count,
    maxProposals: count,
    repeats: count,
    deadlineSeconds: count,
    gateTimeoutSeconds: count,
    maxFiles: count,
    maxLines: count,
  }),
  policy: z.strictObject({
    allow: z.array(text),
    protect: z.array(text),
    allowTestEdits: z.boolean(),
    classes: z.array(z.strictObject({ name: z.enum(FILE_CLASSES), glob: text })),
  }),
  branchTemplate: text,
  onSuccess: z.enum(['branch', 'merge', 'patch']),
});

const proposerSchema = z.strictObject({
  strategy: z.enum(['recipe', 'search', 'model']),
  recipe: text.nullable(),
});

const revisionSchema = z.strictObject({
  revisionId: digest,
  number: count,
  parentRevisionId: digest.nullable(),
  commit,
  paths: z.array(text),
  patchDigest: digest,
  diagnosis: text.nullable(),
  changeSummary: text.nullable(),
  proposer: proposerSchema.nullable(),
  opened: z.array(text),
  diff: text,
  concerns: z.array(
    z.strictObject({
      rule: z.enum(RULE_IDS),
      verdict: z.enum(['reject', 'escalate']),
      path: text,
      line: z.number().int().nullable(),
      detail: text,
    }),
  ),
});

const findingSchema = z.strictObject({
  file: text.nullable(),
  line: z.number().int().nullable(),
  column: z.number().int().nullable(),
  message: text,
  code: text.nullable(),
  tool: text,
  test: text.nullable(),
  severity: z.enum(['error', 'warning', 'note']),
  logLine: z.number().int(),
  logEndLine: z.number().int(),
  repeats: count,
  why: text,
  jobs: z.array(text),
});

const scanSchema = z.strictObject({
  category: z.enum(FAILURE_CLASSES),
  actionable: z.boolean(),
  retryable: z.boolean(),
  flaky: z.strictObject({ test: text.nullable(), evidence: text, logLine: z.number().int() }).nullable(),
  reason: z.strictObject({ text, evidence: text.nullable(), logLine: z.number().int().nullable() }),
  fingerprint: text,
  findings: z.array(findingSchema),
  blockers: z.array(
    z.strictObject({
      kind: z.enum(['permission', 'missing-input', 'missing-dependency']),
      evidence: text,
      logLine: z.number().int(),
    }),
  ),
  outsideLocations: count,
  notes: z.array(text),
});

const usageSchema = z.strictObject({ promptTokens: count, completionTokens: count, cachedTokens: count });
const priceSchema = z.strictObject({ input: z.number(), cached: z.number(), output: z.number() });
const attempt = count;

const fact = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.strictObject({ kind: z.literal(kind), ...shape });

const factSchema = z.discriminatedUnion('kind', [
  fact('run-bound', { binding: bindingSchema }),
  fact('handed-over', { from: job, next: job, outcome: outcomeSchema.nullable() }),
  fact('run-started', { request: requestSchema, requestDigest: digest, baseline: revisionSchema }),
  fact('sandbox-chosen', { sandbox: z.enum([...SANDBOX_KINDS, 'none']) }),
  fact('execution-reserved', { number: count, revisionId: digest }),
  fact('execution-finished', {
    execution: runSchema,
    scan: scanSchema.nullable(),
    gateWrites: z.array(z.strictObject({ path: text, digest: digest.nullable() })),
  }),
  fact('differential-reserved', { purpose: differentialSchema.shape.purpose, revisionId: digest }),
  fact('differential-finished', { run: differentialSchema }),
  fact('model-call-reserved', {
    number: positive,
    attempt,
    model: text,
    parts: z.array(z.strictObject({ part: text, tokens: count })),
    hiddenCharacters: count,
    price: priceSchema.nullable(),
    maxCompletionTokens: count.nullable(),
  }),
  fact('answer-received', {
    attempt,
    strategy: text,
    call: positive.nullable(),
    answer: z.unknown(),
    usage: usageSchema.nullable(),
    durationMs: z.number().nonnegative().nullable(),
  }),
  fact('looked', { attempt, results: z.array(z.strictObject({ look: text, text })) }),
  fact('prompt-overflowed', { attempt, detail: text }),
  fact('recipes-tried', {
    fingerprint: text,
    trials: z.array(z.strictObject({ recipe: text, detail: text })),
    done: z.boolean(),
    toolMs: z.number().nonnegative(),
  }),
  fact('revision-dropped', { revisionId: digest, detail: text }),
  fact('proposal-accepted', { attempt, revision: revisionSchema }),
  fact('proposal-rejected', {
    attempt,
    proposer: proposerSchema,
    code: z.enum(REJECTION_CODES),
    detail: text,
    changeSummary: text,
    patchDigest: digest.nullable(),
  }),
  fact('proposal-declined', {
    attempt,
    reason: z.enum([
      'model-gave-up',
      'model-unavailable',
      'budget-cost',
      'permission',
      'missing-input',
      'too-many-files',
      'sensitive-area',
      'protected-target',
      'disabled-after-revert',
      'opted-out',
      'duplicate',
      'lease-lost',
      'no-strategy',
      'cancelled',
    ]),
    detail: text,
  }),
  fact('effect-intended', {
    effect: z.enum([
      'lease',
      'branch',
      'merge',
      'push',
      'pull-request',
      'issue',
      'review',
      'dispatch',
      'rerun',
    ]),
    key: text,
  }),
  fact('published', { what: z.enum(['pull-request', 'issue', 'review']), url: text }),
  fact('delivered', { branch: text.nullable(), commit: commit.nullable(), detail: text }),
  fact('checks-awaited', { commit, start: realChecksSchema.shape.start }),
  fact('checks-judged', {
    proof: realChecksSchema,
    red: z.strictObject({ execution: runSchema, scan: scanSchema }).nullable(),
  }),
  fact('run-ended', { outcome: outcomeSchema }),
]);

type Plain<T> = T extends readonly (infer Each)[]
  ? Plain<Each>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Plain<T[Key]> }
    : T;

/** A fact that the schema does not know yet makes this `never`: it belongs there too. */
type EveryFact = Plain<Fact> extends z.infer<typeof factSchema> ? Fact : never;

/** The fact, or in words what is wrong with it. */
export function readFact(value: unknown): EveryFact | string {
  const parsed = factSchema.safeParse(value);
  return parsed.success ? parsed.data : z.prettifyError(parsed.error);
}
