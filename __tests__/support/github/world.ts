import type { BareRepository } from './bare-repository.js';
import type { Ci } from './ci.js';
import type { DownloadOrigin } from './download-origin.js';
import type { FaultPlan } from './faults.js';
import type { RateLimit } from './rate-limit.js';
import type { GithubState } from './state.js';
import type { Token } from './tokens.js';

/** Everything that the servers of one fake share. */
export interface World {
  readonly state: GithubState;
  readonly git: BareRepository;
  readonly tokens: Token[];
  readonly faults: FaultPlan;
  readonly downloads: DownloadOrigin;
  readonly requests: RequestRecord[];
  readonly violations: string[];
  /** Pattern of the refs that may be written. */
  readonly allowedRef: string;
  rateLimit: RateLimit;
  /** What the workflows do when something starts them. */
  readonly ci: Ci;
}

export interface RequestRecord {
  /** An operationId, or `git-upload-pack` or `git-receive-pack`. */
  readonly operation: string;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body: unknown;
  /** Null without a token. */
  readonly login: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** 0 while it is being answered, and for a connection that was broken off. */
  status: number;
  /** Refs that a push moves. */
  readonly updates: readonly RefUpdate[];
}

export interface RefUpdate {
  readonly ref: string;
  readonly from: string;
  readonly to: string;
}
