import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Sandbox } from '../../src/adapters/sandbox/sandbox.js';
import {
  type SandboxOptions,
  type SandboxTrial,
  trySandbox,
} from '../../src/adapters/sandbox/try-sandbox.js';
import { SANDBOX_KINDS, type SandboxKind } from '../../src/domain/sandbox.js';

export function sandboxOptions(more: Partial<SandboxOptions> = {}): SandboxOptions {
  const breakOut = join(dirname(process.env.SMART_FIX_TEST_CLI ?? ''), 'break-out.js');
  return { environment: process.env, breakOut, temporaryRoot: tmpdir(), image: null, ...more };
}

/** Every kind, tried on this machine; those that it lacks are said, and why. */
export async function sandboxesHere(): Promise<{
  readonly trials: readonly SandboxTrial[];
  readonly sandboxes: ReadonlyMap<SandboxKind, Sandbox>;
}> {
  const trials: SandboxTrial[] = [];
  for (const kind of SANDBOX_KINDS) trials.push(await trySandbox(kind, sandboxOptions()));
  const held = trials.flatMap(({ kind, sandbox }) => (sandbox === null ? [] : [[kind, sandbox] as const]));
  const lacking = trials.flatMap(({ kind, fault }) => (fault === null ? [] : [`${kind} (${fault})`]));
  if (lacking.length > 0) console.warn(`not tested, since this machine lacks it: ${lacking.join('; ')}`);
  return { trials, sandboxes: new Map(held) };
}
