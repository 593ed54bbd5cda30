import type { SandboxKind } from '../../domain/sandbox.js';
import type { Mount } from './mounts.js';

/** A command that is to run shut in. */
export interface Enclosed {
  /** The program, found by the PATH of `environment`, and its arguments. */
  readonly words: readonly string[];
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  /** All that it sees of the files; parents before children. */
  readonly mounts: readonly Mount[];
  /** False: no way out, and no way to other processes of this machine. */
  readonly network: boolean;
}

/** What to start in its place. */
export interface Enclosure {
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Removes what is left of it, once its processes are gone. Never fails for what is gone already. */
  readonly end: () => Promise<void>;
}

/**
 * Shuts commands in: they see the files of their mounts and no others, their own processes and no others, and no
 * network unless they are given one. They get no privilege, and all of their processes end with the first.
 */
export interface Sandbox {
  readonly kind: SandboxKind;
  /** False for an image of its own: the system and its tools are the image's, not this machine's. */
  readonly showsSystem: boolean;
  enclose(command: Enclosed): Promise<Enclosure>;
  /** Sends a signal to processes that may be another user's; those that are gone do not matter. */
  signal(pids: readonly number[], signal: NodeJS.Signals): void;
  /** Removes what the sandbox itself needed. */
  dispose(): Promise<void>;
}
