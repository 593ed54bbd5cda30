import { digestOf } from './digest.js';
import type { FileChange } from './patch.js';
import type { RuleFinding } from './rule-finding.js';

/** The rung of the ladder that a patch came from, and which of its recipes. */
export interface Proposer {
  readonly strategy: 'recipe' | 'search' | 'model';
  readonly recipe: string | null;
}

/**
 * An immutable state of the files under repair (C38). Number 0 is the untouched base, number n is attempt n. The
 * content is the commit's; the ledger holds what people and rules need to know of it.
 */
export interface Revision {
  readonly revisionId: string;
  readonly number: number;
  readonly parentRevisionId: string | null;
  /** Commit in the workspace that holds exactly this state. */
  readonly commit: string;
  /** Files that differ from the base, in path order. */
  readonly paths: readonly string[];
  /** Equal for equal patches, whatever was said about them. */
  readonly patchDigest: string;
  /** The proposer's own words; null for the base. */
  readonly diagnosis: string | null;
  readonly changeSummary: string | null;
  /** Null for the base. */
  readonly proposer: Proposer | null;
  /** Files of it that a recipe opened although they are protected. */
  readonly opened: readonly string[];
  /** Unified diff against the base; empty for the base. */
  readonly diff: string;
  /** What policy let through only for a person to decide; all of verdict `escalate`. */
  readonly concerns: readonly RuleFinding[];
}

export function patchDigest(changes: readonly FileChange[]): string {
  return digestOf(changes.map(({ path, after, executable = null }) => [path, after, executable]));
}

/** Digest that binds request, parent and content. */
export function revisionIdOf(requestDigest: string, parentRevisionId: string | null, patch: string): string {
  return digestOf([requestDigest, parentRevisionId, patch]);
}
