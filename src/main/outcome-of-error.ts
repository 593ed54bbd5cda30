import { HostError, statusOf } from '../adapters/github/host-error.js';
import { type Outcome, outcome, type StopReason } from '../domain/outcome.js';
import { LedgerCorruptError } from '../ledger/chain.js';
import { PatchTooLargeError } from '../ledger/patch-document.js';
import { TamperedError } from '../ledger/tampered-error.js';

const STORAGE_ERRORS = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'EACCES', 'EPERM']);

const HOST_REASONS = {
  unavailable: 'platform-unavailable',
  'rate-limited': 'rate-limited',
  denied: 'permission',
} as const;

/** The named end of a run that something broke. */
export function outcomeOfError(error: unknown): Outcome {
  const said = error instanceof Error ? error.message : String(error);
  return outcome(
    reasonOf(error),
    isDown(error) ? `GitHub did not answer: ${said}. Run it again later.` : said,
  );
}

/** Of a write that is not repeated and leaves nothing to look for, like a part of a commit. */
function isDown(error: unknown): boolean {
  return (statusOf(error) ?? 0) >= 500;
}

function reasonOf(error: unknown): StopReason {
  if (error instanceof TamperedError) return 'tampered';
  if (error instanceof PatchTooLargeError) return 'too-many-files';
  if (error instanceof LedgerCorruptError) return 'ledger-corrupt';
  if (error instanceof HostError) return HOST_REASONS[error.kind];
  if (isDown(error)) return 'platform-unavailable';
  if (statusOf(error) === 401) return 'permission-revoked';
  if (statusOf(error) === 403) return 'permission';
  return STORAGE_ERRORS.has((error as NodeJS.ErrnoException | null)?.code ?? '') ? 'storage' : 'internal';
}
