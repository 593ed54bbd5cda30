import type { SourceLocation } from '../domain/diagnostic.js';
import type { Place, RawDiagnostic } from './parser.js';
import type { RepositoryPaths } from './repository-paths.js';

/** A frame of this name checks for its caller: the caller's line is the assertion. */
const ASSERTION_HELPER = /(?:^|[.:_$ ])(?:assert|expect|should|verify|ensure|check)(?:$|[A-Z_\d]\w*|\w*$)/;
const ASSERTION = /assert|expect|comparison ?fail|should (?:be|equal|have)/i;

export type Location =
  /** `folder` is what the tool left out of the file's path; null when it left out nothing. */
  | {
      readonly kind: 'inside';
      readonly place: SourceLocation;
      readonly folder: string | null;
      readonly outside: number;
    }
  /** The tool named places, and none of them is a file of the repository. */
  | { readonly kind: 'outside'; readonly outside: number }
  /** The tool named no place. */
  | { readonly kind: 'nowhere' };

/** The first place of a diagnostic that is a file of the repository; of a failed assertion, not the helper that failed it. */
export function locateDiagnostic(diagnostic: RawDiagnostic, paths: RepositoryPaths): Location {
  const inside: { readonly place: Place; readonly file: string }[] = [];
  let outside = 0;
  for (const place of diagnostic.places) {
    const resolved = paths.resolve(place.file, diagnostic.folder);
    if (resolved.kind === 'inside') inside.push({ place, file: resolved.file });
    else if (resolved.kind !== 'ambiguous') outside++;
  }
  if (diagnostic.places.length === 0) return { kind: 'nowhere' };
  const isAssertion =
    ASSERTION.test(diagnostic.code ?? '') || ASSERTION.test(diagnostic.message.slice(0, 80));
  const caller = isAssertion
    ? inside.find(({ place }) => place.symbol === null || !ASSERTION_HELPER.test(place.symbol))
    : undefined;
  const suspect = caller ?? inside[0];
  if (suspect === undefined) return { kind: 'outside', outside };
  const { line, column } = suspect.place;
  const written = `/${suspect.place.file.replace(/^\.\//, '')}`;
  const folder = suspect.file.endsWith(written) ? suspect.file.slice(0, -written.length) : null;
  return { kind: 'inside', place: { file: suspect.file, line, column }, folder, outside };
}
