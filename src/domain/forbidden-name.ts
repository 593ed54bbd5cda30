/** Names that carry credentials, the runner's side channels, or git's own steering. */
const FORBIDDEN =
  /^(INPUT|ACTIONS|GITHUB|RUNNER|GIT)_|TOKEN|KEY|SECRET|PASSW|PASSPHRASE|CREDENTIAL|_AUTH$|^AUTH_/i;

/** True for a variable that no gate may see, whoever lists it (SEC-05). */
export function isForbiddenName(name: string): boolean {
  return FORBIDDEN.test(name);
}
