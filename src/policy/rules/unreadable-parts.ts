import type { RuleFinding } from '../../domain/rule-finding.js';
import { finding } from './rule.js';

const HEAD = /^diff --git (?:"?a\/.*?"? )"?b\/(?<path>.*?)"?$/;
/** What a diff says of a file without its text; a line of a hunk never begins so. */
const PARTS: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/^(?:Binary files .* differ|GIT binary patch)$/, 'binary'],
  [/^new (?:file )?mode 120000$/, 'a symbolic link'],
  [/^(?:new (?:file )?mode 160000|index [0-9a-f]+\.\.[0-9a-f]+ 160000)$/, 'a submodule'],
];

/** Changes of which a diff shows no text that a rule could read: a person looks at them. */
export function unreadableParts(diff: string): readonly RuleFinding[] {
  const findings: RuleFinding[] = [];
  let path = '';
  for (const line of diff.split(/\r?\n/)) {
    path = HEAD.exec(line)?.groups?.path ?? path;
    const what = PARTS.find(([pattern]) => pattern.test(line))?.[1];
    if (what === undefined) continue;
    const detail = `The change is ${what}; no rule can read what it does, so a person decides.`;
    findings.push(finding('S-SIZE', { path, line: null, verdict: 'escalate', detail }));
  }
  return findings;
}
