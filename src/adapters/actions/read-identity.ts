import * as z from 'zod';

const identitySchema = z.object({
  GITHUB_REPOSITORY_ID: z.coerce.number().int().positive(),
  GITHUB_RUN_ATTEMPT: z.coerce.number().int().positive(),
});

/** What tells our workflow run from every other, beside its id. */
export interface RunnerIdentity {
  readonly repositoryId: number;
  readonly ownAttempt: number;
}

/** @throws when the runner does not say it: runners before 2.300 do not. */
export function readIdentity(environment: Readonly<Record<string, string | undefined>>): RunnerIdentity {
  const parsed = identitySchema.safeParse(environment);
  if (!parsed.success) {
    throw new Error(
      'GITHUB_REPOSITORY_ID and GITHUB_RUN_ATTEMPT are missing; split jobs need a runner that sets them. Update it.',
    );
  }
  return {
    repositoryId: parsed.data.GITHUB_REPOSITORY_ID,
    ownAttempt: parsed.data.GITHUB_RUN_ATTEMPT,
  };
}
