/** Names under which secrets are usually kept; such a file is named to a model, but never read for one or edited by one. */
const SECRET_NAMES = [
  /^\.env(\..+)?$/,
  /\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk|tfstate)$/,
  /^id_(rsa|dsa|ecdsa|ed25519)$/,
  /^\.(npmrc|yarnrc|yarnrc\.yml|pypirc|netrc|pgpass|git-credentials|htpasswd|dockercfg)$/,
  /^_netrc$/,
  /^(credentials?|secrets?|service-account[^.]*|client_secret[^.]*)(\.(json|ya?ml|toml|ini|txt|xml))?$/,
];

/** Folders whose whole content is private. */
const SECRET_FOLDERS = new Set(['.ssh', '.aws', '.gnupg', '.docker', '.kube']);

/** A template such as `.env.example` holds names, no values. */
const TEMPLATE = /\.(example|sample|template|dist)$/;

/** True when a file with this path (relative, with forward slashes) probably holds a secret. */
export function isSecretFile(path: string): boolean {
  const segments = path.toLowerCase().split('/');
  const name = segments.at(-1) ?? '';
  if (TEMPLATE.test(name)) return false;
  if (segments.slice(0, -1).some((folder) => SECRET_FOLDERS.has(folder))) return true;
  return SECRET_NAMES.some((pattern) => pattern.test(name));
}
