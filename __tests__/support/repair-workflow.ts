import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';

const values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({});

const jobSchema = z.strictObject({
  needs: z.union([z.string(), z.array(z.string())]).default([]),
  if: z.string().default('success()'),
  'runs-on': z.string(),
  'timeout-minutes': z.number(),
  permissions: z.record(z.string(), z.enum(['read', 'write'])),
  outputs: z.record(z.string(), z.string()),
  steps: z.array(
    z.strictObject({
      id: z.string().optional(),
      if: z.string().optional(),
      uses: z.string(),
      with: values,
    }),
  ),
});

const workflowSchema = z.strictObject({
  name: z.string(),
  on: z.strictObject({
    workflow_call: z.strictObject({
      inputs: z.record(z.string(), z.looseObject({ default: z.union([z.string(), z.number()]) })),
      secrets: z.record(z.string(), z.looseObject({ required: z.literal(false) })),
      outputs: z.record(z.string(), z.looseObject({ value: z.string() })),
    }),
  }),
  permissions: z.strictObject({}),
  jobs: z.record(z.string(), jobSchema),
});

export type WorkflowJob = z.infer<typeof jobSchema>;

/** The reusable workflow as it is published; a key that it has and we do not know is a fault here. */
export const REPAIR_WORKFLOW = workflowSchema.parse(
  parse(readFileSync(join(import.meta.dirname, '../../.github/workflows/repair.yml'), 'utf8')),
);

export const needsOf = ({ needs }: WorkflowJob): readonly string[] => [needs].flat();

export const stepOf = (job: WorkflowJob, action: string) =>
  job.steps.find(({ uses }) => uses.startsWith(`${action}@`));

export const OURS = 'OWNER/smart-fix';
