/** Now, as GitHub writes it: seconds, UTC. */
export function timestamp(date = new Date()): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
