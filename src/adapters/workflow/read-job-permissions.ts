import { parse } from 'yaml';
import * as z from 'zod';

const permissionsSchema = z.union([
  z.enum(['read-all', 'write-all']),
  z.record(z.string(), z.enum(['read', 'write', 'none'])),
  z.null().transform((): Readonly<Record<string, never>> => ({})),
]);
const workflowSchema = z.object({
  permissions: permissionsSchema.optional(),
  jobs: z.record(z.string(), z.object({ permissions: permissionsSchema.optional() })),
});

/** What a job's own token may; `default`: the file does not say, and the repository's settings decide. */
export type JobPermissions = 'default' | ((permission: string) => 'read' | 'write' | 'none');

/** From the text of a workflow file; null when it is none that can be read, or has no such job. */
export function readJobPermissions(text: string, job: string): JobPermissions | null {
  const workflow = workflowSchema.safeParse(parsed(text));
  const own = workflow.data?.jobs[job];
  if (workflow.data === undefined || own === undefined) return null;
  const said = own.permissions ?? workflow.data.permissions;
  if (said === undefined) return 'default';
  if (typeof said === 'string') return () => (said === 'write-all' ? 'write' : 'read');
  return (permission) => said[permission] ?? 'none';
}

function parsed(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return null;
  }
}
