import type { TokenFacts, TokenKind, TokenReading } from '../../adapters/github/read-token.js';
import type { JobPermissions } from '../../adapters/workflow/read-job-permissions.js';
import { fine, missing, note, type Observation } from '../../domain/observation.js';

const KINDS: Readonly<Record<TokenKind, string>> = {
  workflow: "the workflow's own token",
  app: 'a token of an app',
  'fine-grained': 'a fine-grained token of a person',
  classic: 'a classic token of a person, who is in every place that they may enter',
  person: 'a token of a person',
};

/** What a repair in one job uses, and whether it can do without. */
const POWERS: readonly {
  readonly name: string;
  readonly level: 'read' | 'write';
  readonly without: string | null;
}[] = [
  { name: 'contents', level: 'write', without: null },
  { name: 'pull-requests', level: 'write', without: null },
  { name: 'actions', level: 'read', without: null },
  {
    name: 'actions',
    level: 'write',
    without: 'neither starts the workflow on the fix nor failed jobs once more',
  },
  { name: 'issues', level: 'write', without: 'a hand-over to a person is told in the job summary alone' },
  { name: 'checks', level: 'read', without: 'the checks of a fix are not waited for' },
  { name: 'statuses', level: 'read', without: 'the statuses of a fix are not waited for' },
];

/** `name` is the input or variable that holds it. */
export function lookAtToken(
  name: string,
  reading: TokenReading,
  job: JobPermissions | null,
): readonly Observation[] {
  if (reading.kind === 'fault')
    return [missing('token', `${name}: ${reading.fault}.`, [`${name}: \${{ github.token }}`])];
  const { facts } = reading;
  const who = `${name} is ${KINDS[facts.kind]} (${facts.login})`;
  if (facts.kind === 'workflow') return [fine('token', `${who}.`), ...workflowPowers(facts, job)];
  if (facts.kind === 'app')
    return [
      fine('token', `${who}; what it may write is not told to one who only reads.`),
      ...refusedReads(facts),
    ];
  return [...personPowers(who, facts), ...refusedReads(facts)];
}

function personPowers(who: string, { accountPushes, scopes, kind }: TokenFacts): readonly Observation[] {
  const scoped = scopes.length === 0 ? '' : ` with the scopes ${scopes.join(', ')}`;
  if (!accountPushes)
    return [
      missing('token', `${who}${scoped}, and this account may not push here.`, [
        'gh auth refresh --scopes repo',
      ]),
    ];
  if (kind === 'classic' && !scopes.some((scope) => ['repo', 'public_repo'].includes(scope)))
    return [
      missing('token', `${who}${scoped}; without the scope repo it pushes nothing.`, [
        'gh auth refresh --scopes repo',
      ]),
    ];
  const advice =
    kind === 'fine-grained'
      ? '; its own permissions may be fewer than the account has'
      : '; a token of an app has less power, for an hour';
  return [note('token', `${who}${scoped}${advice}.`)];
}

function refusedReads({ unreadable }: TokenFacts): readonly Observation[] {
  return unreadable.map((name) =>
    missing('permissions', `the token may not read ${name}.`, [`${name}: read`]),
  );
}

/** By the workflow file, which says what no answer of the host does. */
function workflowPowers(facts: TokenFacts, job: JobPermissions | null): readonly Observation[] {
  if (job === null || job === 'default') {
    const why =
      job === null
        ? 'the workflow file of this job could not be read'
        : 'the workflow says no permissions, so that the settings of the repository decide';
    return [
      note('permissions', `${why}: what the token may write is not known.`, [
        'permissions:',
        ...lines(POWERS),
      ]),
      ...refusedReads(facts),
    ];
  }
  const lacking = POWERS.filter(({ name, level }) => rank(job(name)) < rank(level));
  if (lacking.length === 0) return [fine('permissions', 'the job has every permission that a repair uses.')];
  return lacking.map((power) => {
    const { name, level, without } = power;
    return without === null
      ? missing('permissions', `the job lacks ${name}: ${level}.`, lines([power]))
      : note('permissions', `the job lacks ${name}: ${level}: ${without}.`, lines([power]));
  });
}

const rank = (level: string): number => ['none', 'read', 'write'].indexOf(level);

/** As they stand below `permissions:`; of two for one name the greater. */
function lines(powers: typeof POWERS): readonly string[] {
  const levels = new Map(powers.map(({ name, level }) => [name, level]));
  return [...levels].map(([name, level]) => `  ${name}: ${level}`);
}

/** Whether what the token pushes starts workflows, and what does instead (GitHub, "GITHUB_TOKEN"). */
export function lookAtStart(name: string, kind: TokenKind, mayDispatch: boolean): Observation {
  if (kind !== 'workflow')
    return fine(
      'checks of a fix',
      `what ${name} pushes starts workflows, and so does its pull request, which it opens with pull-requests: write.`,
    );
  return note(
    'checks of a fix',
    `what ${name} pushes starts no workflow, and the workflows of its pull request wait for one approval${
      mayDispatch
        ? '; smart-fix starts the failed workflow on the fix itself where it has workflow_dispatch'
        : ''
    }.`,
    [`push-token: \${{ secrets.SMART_FIX_PUSH_TOKEN }}`],
  );
}
