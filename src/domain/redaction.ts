/** Formats of credentials that vendors document; matched without a left boundary, since ANSI and JSON escapes abut values. */
const TOKEN_FORMATS: readonly RegExp[] = [
  /gh[pousr]_[A-Za-z0-9]{20,255}/g,
  /github_pat_[A-Za-z0-9_]{20,255}/g,
  /glpat-[A-Za-z0-9_-]{20,64}/g,
  // A digit and a capital, or hyphenated words that end in "sk" would be masked.
  /sk-(?=[a-z0-9_-]{0,80}[A-Z])(?=[A-Za-z_-]{0,80}\d)[A-Za-z0-9_-]{20,255}/g,
  /(?:AKIA|ASIA)[A-Z0-9]{16}/g,
  /xox[abeoprs]-[A-Za-z0-9-]{10,255}/g,
  /npm_[A-Za-z0-9]{30,64}/g,
  /pypi-[A-Za-z0-9_-]{50,255}/g,
  /AIza[A-Za-z0-9_-]{35}/g,
  // A mark of its own inside begins another: or each of many would be followed to its end.
  /eyJ(?:(?!eyJ)[A-Za-z0-9_-]){10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,1000}/g,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]{0,10000}?-----END [A-Z ]{0,30}PRIVATE KEY-----/g,
];

/** Credentials that only their place tells; in a program it may as well hold the name of a variable. */
const PLACES: readonly RegExp[] = [
  /(?<=[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/]{0,100}:)[^\s@/]{1,200}(?=@)/g,
  /(?<=authorization: {0,20}(?:bearer|basic|token) {1,20})[A-Za-z0-9+/=._~-]{8,500}/gi,
];

const MASK = '[redacted]';

const ESCAPE = String.fromCharCode(27);
/** A colour, raw or in JSON: it may stand in the middle of a credential, and is gone wherever the text is shown. */
const COLOUR = new RegExp(`(?:${ESCAPE}|(?<!\\\\)\\\\u001b)\\[[0-9;:]{0,50}m`, 'g');

/** Values shorter than this are words, not secrets; masking them would only garble the text. */
const SHORTEST_SECRET = 8;

export type Redact = (text: string) => string;

/**
 * A function that masks credentials of known formats, and the given values in plain, base64, hex, URL-encoded and
 * JSON-escaped form, whatever colours interrupt them (SEC-01 to SEC-03). It sits on the doors: prompt, terminal, state folder.
 */
export function createRedaction(secrets: readonly string[]): Redact {
  const forms = allForms(secrets);
  const mask = (text: string): string => {
    const plain = forms.reduce((masked, form) => masked.replaceAll(form, MASK), text);
    return [...TOKEN_FORMATS, ...PLACES].reduce((masked, format) => masked.replace(format, MASK), plain);
  };
  return (text) => {
    const masked = mask(text);
    const bare = masked.replace(COLOUR, '');
    const maskedBare = bare === masked ? masked : mask(bare);
    return maskedBare === bare ? masked : maskedBare;
  };
}

export type FindSecrets = (text: string) => readonly string[];

/** A function that finds the given values, in every form, and credentials of known formats in a program (SEC-10). */
export function createSecretSearch(secrets: readonly string[]): FindSecrets {
  const forms = allForms(secrets);
  return (text) => [
    ...forms.filter((form) => text.includes(form)),
    ...TOKEN_FORMATS.flatMap((format) => text.match(format) ?? []),
  ];
}

/** The longest first, or a part of it would hide it. */
function allForms(secrets: readonly string[]): readonly string[] {
  const long = secrets.filter((each) => each.length >= SHORTEST_SECRET);
  return [...new Set(long.flatMap(formsOf))].sort((a, b) => b.length - a.length);
}

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    bytes.toString('base64'),
    bytes.toString('base64').replace(/={1,2}$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ];
}

/** Names of environment variables whose values are taken for secrets. */
const SECRET_NAME =
  /(^|[_-])(API)?(TOKEN|KEY|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|PAT)([_-]|$)|[_-]AUTH$/i;

export function secretValues(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    SECRET_NAME.test(name) && value !== undefined && !value.startsWith('/') ? [value] : [],
  );
}
