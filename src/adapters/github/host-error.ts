/** The code host did not do what was asked, for a reason that lies with it or with our token. */
export class HostError extends Error {
  readonly kind: 'unavailable' | 'rate-limited' | 'denied';

  constructor(kind: HostError['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'HostError';
    this.kind = kind;
  }
}
