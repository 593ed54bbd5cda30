import { hiddenTextIn } from '../domain/hidden-text.js';
import { type FileChange, isNoChange, type OddChange } from '../domain/patch.js';
import { pathFault } from '../domain/path-fault.js';
import type { FindSecrets } from '../domain/redaction.js';
import { type Rejection, type RejectionCode, rejection } from '../domain/rejection.js';
import type { Limits, PolicySettings } from '../domain/request.js';
import { patchDigest } from '../domain/revision.js';
import type { RuleFinding } from '../domain/rule-finding.js';
import { changedLines } from './count-lines.js';
import { fileClassOf } from './file-classes.js';
import { judgePatch } from './judge-patch.js';
import type { LogFacts } from './patch/log-facts.js';
import { closedOf, isOpened, protectionOf } from './protected-paths.js';
import { countsIn } from './recipe-files.js';
import { rejectionOf } from './rules/rejection-of.js';
import { sensitiveAreaOfChange } from './sensitive-areas.js';

export interface PolicyInput {
  /** The whole patch against the base, not only the last step. */
  readonly changes: readonly FileChange[];
  /** Tracked paths of the base that are no regular files (symlinks, submodules). */
  readonly oddPaths: readonly OddChange[];
  readonly limits: Pick<Limits, 'maxFiles' | 'maxLines'>;
  readonly policy: PolicySettings;
  /** What this patch's recipe may touch although it is protected, in any number and length. */
  readonly opened: readonly string[];
  /** Digests of the patches that were already tried or refused. */
  readonly earlierPatches: readonly string[];
  /** Credentials in a text. */
  readonly findSecrets: FindSecrets;
  readonly log: LogFacts;
  /** Texts of the base that have to do with the failure or the patch (patch/related-paths.ts). */
  readonly related: ReadonlyMap<string, string>;
}

/** A patch that policy lets through, a candidate refused with a code, or the end of the run. */
export type PolicyVerdict =
  | { readonly kind: 'accepted'; readonly concerns: readonly RuleFinding[] }
  | Rejection
  | { readonly kind: 'stop'; readonly reason: 'too-many-files' | 'sensitive-area'; readonly detail: string };

/** What a patch may never do, whatever the gate says about it. Pure; the first rule that speaks decides. */
export function checkPolicy(input: PolicyInput): PolicyVerdict {
  for (const rule of RULES) {
    const verdict = rule(input);
    if (verdict !== null) return verdict;
  }
  const findings = findFakes(input);
  const fake = findings.find(({ verdict }) => verdict === 'reject');
  return fake === undefined ? { kind: 'accepted', concerns: findings } : rejectionOf(fake);
}

function findFakes({ changes, log, related, policy, opened }: PolicyInput): readonly RuleFinding[] {
  const { classes } = policy;
  return judgePatch({ files: changes, log, related, classes }).filter(countsIn({ changes, opened, classes }));
}

type Rule = (input: PolicyInput) => Exclude<PolicyVerdict, { kind: 'accepted' }> | null;

const safePaths: Rule = ({ changes }) =>
  firstRejection(changes, 'path-traversal', ({ path }) => {
    const fault = pathFault(path);
    return fault === null ? null : `is no place inside the tree: ${fault}`;
  });

const regularFiles: Rule = ({ changes, oddPaths }) => {
  for (const { path } of changes) {
    const odd = oddPaths.find((each) => path === each.path || path.startsWith(`${each.path}/`));
    if (odd?.kind === 'submodule')
      return rejection('submodule', `${path} lies in the submodule ${odd.path}.`);
    if (odd !== undefined) return rejection('symlink', `${path} goes through the symbolic link ${odd.path}.`);
  }
  return null;
};

const textOnly: Rule = ({ changes }) =>
  firstRejection(changes, 'binary', ({ after }) => {
    const hidden = after === null ? null : hiddenTextIn(after);
    return hidden === null ? null : `would get ${hidden}`;
  });

const noSecrets: Rule = ({ changes, findSecrets }) =>
  firstRejection(
    changes,
    'secret-in-patch',
    ({ before, after }) => {
      const secrets = findSecrets(after ?? '').filter((secret) => !(before ?? '').includes(secret));
      return secrets.length === 0 ? null : 'would get what looks like a credential';
    },
    'A credential is read from outside, never written into a file.',
  );

const notEmpty: Rule = ({ changes }) =>
  changes.every(isNoChange) ? rejection('no-op', 'The patch changes nothing against the base commit.') : null;

const notRepeated: Rule = ({ changes, earlierPatches }) =>
  earlierPatches.includes(patchDigest(changes))
    ? rejection(
        'repeated-patch',
        'The same patch was already tried or refused in this run; propose a different one.',
      )
    : null;

const sameModes: Rule = ({ changes, opened }) =>
  firstRejection(changes, 'mode-change', ({ path, executable }) =>
    executable === undefined || opened.includes(path) ? null : 'would change its executable bit',
  );

/** Other line ends and an executable bit that is set alter no check, not even in a script that the gate starts. */
function keepsWords({ before, after, executable }: FileChange): boolean {
  const [old, fresh] = [before, after].map((text) => text?.replaceAll('\r\n', '\n'));
  return executable !== false && old !== undefined && old === fresh;
}

const unprotected: Rule = ({ changes, policy, opened }) =>
  firstRejection(
    changes,
    'protected-path',
    (change) => {
      const { path } = change;
      if (opened.includes(path) && keepsWords(change)) return null;
      const name = opened.includes(path) ? closedOf(path, policy) : protectionOf(path, policy);
      return name === null ? null : `is protected (${name})`;
    },
    'Repair the cause in source files instead.',
  );

/** What counts against the limits of size. */
const bounded = ({ changes, opened }: PolicyInput): readonly FileChange[] =>
  changes.filter(({ path }) => !opened.includes(path));

const fewFiles: Rule = (input) => {
  const { length } = bounded(input);
  const { maxFiles } = input.limits;
  const detail = `The patch touches ${length} files; the limit is ${maxFiles}.`;
  return length > maxFiles ? { kind: 'stop', reason: 'too-many-files', detail } : null;
};

const notSensitive: Rule = ({ changes, policy }) => {
  for (const change of changes) {
    const { path } = change;
    const found = sensitiveAreaOfChange(change, fileClassOf(path, policy.classes) === 'source');
    if (found !== null && !isOpened(path, policy)) {
      return {
        kind: 'stop',
        reason: 'sensitive-area',
        detail: `The patch touches ${path} (${found.area}: ${found.reason}); a person decides there.`,
      };
    }
  }
  return null;
};

const fewLines: Rule = (input) => {
  const { maxLines } = input.limits;
  const lines = bounded(input).reduce((sum, change) => sum + changedLines(change), 0);
  return lines > maxLines
    ? rejection('too-many-lines', `The patch changes ${lines} lines; the limit is ${maxLines}.`)
    : null;
};

/** A fix is text that a person reads: one long line is no way around the line limit. */
const MAX_GROWTH = 64 * 1024;

const smallFiles: Rule = (input) =>
  firstRejection(bounded(input), 'too-large', ({ before, after }) => {
    const growth = (after?.length ?? 0) - (before?.length ?? 0);
    return growth > MAX_GROWTH ? `would grow by ${growth} characters; the limit is ${MAX_GROWTH}` : null;
  });

/** In the order in which they speak; the cheap and the dangerous first. */
const RULES: readonly Rule[] = [
  safePaths,
  regularFiles,
  textOnly,
  noSecrets,
  notEmpty,
  notRepeated,
  sameModes,
  unprotected,
  fewFiles,
  notSensitive,
  fewLines,
  smallFiles,
];

function firstRejection(
  changes: readonly FileChange[],
  code: RejectionCode,
  fault: (change: FileChange) => string | null,
  advice = '',
): Rejection | null {
  for (const change of changes) {
    const reason = fault(change);
    if (reason !== null)
      return rejection(code, `${JSON.stringify(change.path)} ${reason}. ${advice}`.trimEnd());
  }
  return null;
}
