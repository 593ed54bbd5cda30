import * as z from 'zod';
import { gradeSchema } from '../ledger/execution-schemas.js';

/** The part of report.json that says how much a pass shows. */
export const evidenceSchema = z.strictObject({
  grade: gradeSchema,
  why: z.string(),
  steps: z.array(
    z.strictObject({
      question: z.string(),
      showed: z.string(),
      durationMs: z.number().nonnegative().nullable().describe('null for what needed no run of its own'),
    }),
  ),
});
