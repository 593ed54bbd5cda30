import type { Finding } from './scan.js';

/** How one failure differs from another: what is gone, what came, what stayed. */
export interface FindingsDifference {
  readonly gone: readonly Finding[];
  readonly added: readonly Finding[];
  readonly same: readonly Finding[];
}

/** Findings are the same when tool, code, file and message are: an edit moves lines. */
export function compareFindings(before: readonly Finding[], after: readonly Finding[]): FindingsDifference {
  const had = new Set(before.map(keyOf));
  const has = new Set(after.map(keyOf));
  return {
    gone: before.filter((finding) => !has.has(keyOf(finding))),
    added: after.filter((finding) => !had.has(keyOf(finding))),
    same: after.filter((finding) => had.has(keyOf(finding))),
  };
}

function keyOf({ tool, code, file, message }: Finding): string {
  return JSON.stringify([tool, code, file, message]);
}
