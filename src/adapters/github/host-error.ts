/** The code host did not do what was asked, for a reason that lies with it or with our token. */
export class HostError extends Error {
  readonly kind: 'unavailable' | 'rate-limited' | 'denied';

  constructor(kind: HostError['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'HostError';
    this.kind = kind;
  }
}

/** HTTP status of a refused request, or null for anything else that was thrown. */
export function statusOf(error: unknown): number | null {
  const { status } = error as { readonly status?: unknown };
  return typeof status === 'number' ? status : null;
}
