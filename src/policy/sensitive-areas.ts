import type { FileChange } from '../domain/patch.js';
import { addedLines } from './patch/added-lines.js';

interface SensitiveArea {
  readonly area: string;
  /** What a wrong fix costs there. */
  readonly reason: string;
  readonly paths: readonly RegExp[];
  /** What lines speak of it, wherever the file lies; only what is plain, since it ends a run. */
  readonly lines: RegExp;
}

const named = (words: string): RegExp => new RegExp(`(^|[/_.-])(${words})([/_.-]|$)`, 'i');

/** Code in which a wrong fix costs more than a red build; a person decides there (A6-A8, A10). */
const SENSITIVE_AREAS: readonly SensitiveArea[] = [
  {
    area: 'authentication',
    reason: 'a wrong fix lets a stranger in, or keeps everybody out',
    paths: [named('auth|authn|authentication|oauth2?|login|signin|sso|saml|jwt')],
    lines:
      /\b(?:jwt|jsonwebtoken|JWT)\s*\.\s*(?:sign|verify|decode|encode)\b|\b(?:verify|check|compare|validate)_?(?:password|credentials|otp|totp)\b|\bpassword_(?:verify|hash)\b|\bauthenticate\s*\(|\b(?:passport|SecurityContextHolder|signInWith\w+)\b/i,
  },
  {
    area: 'permissions',
    reason: 'a wrong fix gives rights to somebody who has none',
    paths: [named('authz|authorization|authorisation|permissions?|rbac|acl')],
    lines:
      /\b(?:has_?permission|has_?role|is_?admin|is_?superuser|check_?access|can_?access|authorize!?|require_?role)\b\s*\(?|@(?:PreAuthorize|Secured|RolesAllowed|permission_required|Authorize)\b|\bpermission_classes\b|\b(?:GRANT|REVOKE)\s+\w+\s+ON\b/i,
  },
  {
    area: 'database migration',
    reason: 'a wrong fix changes or loses data that no revert brings back',
    paths: [named('migrations?|migrate|alembic|flyway|liquibase')],
    lines:
      /\b(?:ALTER|DROP|TRUNCATE)\s+TABLE\b|\b(?:op|migrations)\s*\.\s*(?:add_column|drop_column|alter_column|RemoveField|AlterField|RunSQL|drop_table)\b|\bschema\s*\.\s*(?:dropTable|alterTable|dropColumn)\b/i,
  },
  {
    area: 'secrets or credentials',
    reason: 'a wrong fix shows or breaks what must stay secret',
    paths: [
      named('secrets?|credentials?|keystore|vault|passwords?'),
      /(^|\/)(\.env(\.[\w-]+)?|id_(rsa|ed25519|ecdsa)|[^/]+\.(pem|key|p12|pfx))$/i,
    ],
    lines:
      /\b(?:client_?secret|private_?key|secret_?key|api_?secret|access_?key_?id)\b\s*[:=]|\b(?:SecretsManager|KeyVault|getSecretValue|rotate_?(?:secret|key|credential)s?)\b/i,
  },
  {
    area: 'cryptography',
    reason: 'a wrong fix is weak and still passes every test',
    paths: [named('crypto|cryptography|encryption')],
    lines:
      /\b(?:create(?:De)?[Cc]ipheriv|createHmac|timingSafeEqual|pbkdf2\w*|scrypt(?:Sync)?|bcrypt|argon2\w*|Fernet|AESGCM|RSA_\w+|EVP_\w+|Cipher\s*\.\s*getInstance|openssl_(?:en|de)crypt|compare_digest|hash_equals|crypto\s*\.\s*subtle)\b/,
  },
  {
    area: 'payment',
    reason: 'a wrong fix moves money',
    paths: [named('payments?|billing|payouts?|refunds?')],
    lines:
      /\bstripe\s*\.\s*\w+|\b(?:Stripe|PayPal|Braintree|Adyen)(?:Client|::|\.)|\b(?:capture|charge|refund)_?(?:payment|card|customer|charge)\b|\bpaymentIntents?\b/i,
  },
];

export type Sensitive = Pick<SensitiveArea, 'area' | 'reason'>;

const areaOfPath = (path: string): Sensitive | undefined =>
  SENSITIVE_AREAS.find(({ paths }) => paths.some((pattern) => pattern.test(path)));

/** The sensitive area that a path belongs to, or null. */
export const sensitiveAreaOf = (path: string): string | null => areaOfPath(path)?.area ?? null;

/**
 * The sensitive area that a change touches, or null: by its path, or in source by a line that it takes away or brings
 * in.
 */
export function sensitiveAreaOfChange(
  { path, before, after }: FileChange,
  isSource: boolean,
): Sensitive | null {
  const byPath = areaOfPath(path);
  if (byPath !== undefined || !isSource) return byPath ?? null;
  const lines = [...changed(before ?? '', after ?? ''), ...changed(after ?? '', before ?? '')];
  return SENSITIVE_AREAS.find((each) => lines.some((line) => each.lines.test(line))) ?? null;
}

/** Longer lines are data. */
const LONGEST = 1000;

function changed(before: string, after: string): readonly string[] {
  const added = addedLines(before, after);
  return after
    .split('\n')
    .filter((line, at) => added.has(at + 1) && line.length < LONGEST && !isComment(line));
}

const isComment = (line: string): boolean => /^\s*(?:\/\/|#|\*|\/\*|--)/.test(line);
