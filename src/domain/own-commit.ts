/** Name and address of every commit that smart-fix makes with git; `.invalid` is reserved by RFC 2606. */
export const AUTHOR_NAME = 'smart-fix';
export const AUTHOR_EMAIL = 'smart-fix@noreply.invalid';

/** Last line of the message of a result, whoever its author is: a host names the account of the token. */
export function runTrailer(requestId: string): string {
  return `Smart-Fix-Run: ${requestId}`;
}

export function hasRunTrailer(message: string): boolean {
  return /\nSmart-Fix-Run: \S+\s*$/.test(message);
}
