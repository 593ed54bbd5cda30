/**
 * What is wrong with a model endpoint, or null. Plain http would send the key in the clear, so it is for this machine
 * and private networks only (MDL-12).
 */
export function baseUrlFault(value: string): string | null {
  if (!URL.canParse(value)) return 'is not a URL';
  const url = new URL(value);
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password';
  if (url.protocol === 'https:') return null;
  if (url.protocol !== 'http:') return 'must begin with https://';
  return isPrivateHost(url.hostname)
    ? null
    : 'must begin with https:// (plain http is for local and private hosts)';
}

function isPrivateHost(host: string): boolean {
  return (
    host === '[::1]' ||
    /^127\./.test(host) ||
    /^10\./.test(host) ||
    /^192\.168\./.test(host) ||
    /^172\.(1[6-9]|2\d|3[01])\./.test(host) ||
    !host.includes('.') ||
    host.endsWith('.local') ||
    host.endsWith('.internal')
  );
}
