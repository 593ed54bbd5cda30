import type { SandboxKind } from '../../domain/sandbox.js';
import { bwrapSandbox } from './bwrap.js';
import { dockerSandbox } from './docker.js';
import type { Sandbox } from './sandbox.js';
import { type SelfTestOptions, testSandbox } from './test-sandbox.js';
import { userSandbox } from './user.js';

export interface SandboxOptions extends SelfTestOptions {
  /** For docker; null: this machine's own tools. */
  readonly image: string | null;
}

/** A sandbox that has held against its own self-test, or why there is none. */
export type SandboxTrial =
  | { readonly kind: SandboxKind; readonly sandbox: Sandbox; readonly fault: null }
  | { readonly kind: SandboxKind; readonly sandbox: null; readonly fault: string };

export async function trySandbox(kind: SandboxKind, options: SandboxOptions): Promise<SandboxTrial> {
  const broken = (fault: string): SandboxTrial => ({ kind, sandbox: null, fault });
  if (process.platform !== 'linux') return broken(`works on Linux alone, and this is ${process.platform}`);
  try {
    const sandbox = await openSandbox(kind, options);
    const fault = await testSandbox(sandbox, options).catch((error: Error) => error.message);
    if (fault === null) return { kind, sandbox, fault };
    await sandbox.dispose();
    return broken(fault);
  } catch (error) {
    return broken((error as Error).message);
  }
}

async function openSandbox(kind: SandboxKind, options: SandboxOptions): Promise<Sandbox> {
  switch (kind) {
    case 'docker':
      return dockerSandbox(options);
    case 'bwrap':
      return bwrapSandbox({ ...options.environment });
    case 'user':
      return userSandbox({ ...options.environment });
  }
}
