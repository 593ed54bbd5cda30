import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { CHECK, GOOD, WRONG } from '../support/broken-sum.js';
import { brokenProject, FAILED_OUTPUT, type Repair, repairFailedCi } from '../support/failed-ci.js';
import type { FakeGithub } from '../support/github/fake-github.js';
import { ALL_PERMISSIONS } from '../support/github/tokens.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import type { ActionResult } from '../support/run-action.js';
import { MODEL_KEY, scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-secrets');
const start = useFakeGithub();
const model = scriptedModel();

/** A gate that tells all it can see of its surroundings, red or green. */
const NOSY_GATE = `${CHECK}; end=$?; env; ps -A -o args; cat .git/config; exit $end`;
/** A credential of a known form that a careless workflow printed. */
const LEAKED = `ghp_${'Ab1'.repeat(12)}`;

async function repair(given: Repair) {
  const github = await start(brokenProject());
  const pushToken = github.tokenWith(ALL_PERMISSIONS);
  const secrets = [github.token, pushToken, MODEL_KEY].flatMap((secret) => [
    secret,
    Buffer.from(`x-access-token:${secret}`).toString('base64'),
  ]);
  // So that git pushes, whose command line is watched.
  const refused = { kind: 'graphql-error', type: 'FORBIDDEN', message: 'no' } as const;
  github.faults.plan('graphql/createCommitOnBranch', refused);
  const seen = new Set<string>();
  const result = await repairFailedCi(
    { github, folder, model },
    {
      run: { jobs: [{ name: `test ${LEAKED}`, output: `${FAILED_OUTPUT} ${LEAKED}` }] },
      ...given,
      inputs: { gate: NOSY_GATE, 'push-token': pushToken, ...given.inputs },
      start: { onStart: (child) => watchCommandLines(child.pid ?? 0, seen) },
    },
  );
  return { github, result, secrets, commandLines: [...seen] };
}

/** True for the process and what it started; other tests on this machine have the same key. */
function isBelow(id: number, pid: number): boolean {
  if (id === pid) return true;
  const [, parent = '0'] = /\) \S (\d+)/.exec(readFileSync(`/proc/${id}/stat`, 'utf8')) ?? [];
  return Number(parent) > 1 && isBelow(Number(parent), pid);
}

/** Collects the command line of all that a process starts, until it has ended. */
function watchCommandLines(pid: number, seen: Set<string>): void {
  const timer = setInterval(() => {
    if (!existsSync(`/proc/${pid}`)) return clearInterval(timer);
    for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        if (isBelow(Number(id), pid))
          seen.add(readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' '));
      } catch {
        // It has ended meanwhile.
      }
    }
  }, 15);
}

function textsBelow(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [readFileSync(path, 'utf8')];
  return readdirSync(path).flatMap((name) => textsBelow(join(path, name)));
}

/** The runner takes these lines for itself. */
const withoutMasks = (log: string): string => log.replace(/^::add-mask::.*$/gm, '');

function placesOf(github: FakeGithub, { log, summary, temporary, workspace }: ActionResult) {
  return {
    log: withoutMasks(log),
    summary: summary.replaceAll('\\', ''),
    // Markdown escapes hide the form of a secret from a machine, not from a reader.
    texts: JSON.stringify([...github.pulls(), ...github.issues()]).replaceAll('\\', ''),
    commits: github
      .branches()
      .map((name) => JSON.stringify(github.fileAt(name, 'src/sum.mjs')))
      .join(''),
    prompts: model.prompts().join('\n'),
    state: textsBelow(temporary).join('\n'),
    workspace: textsBelow(join(workspace, '.git', 'config')).join('\n'),
  };
}

test.each<[string, Repair]>([
  ['a pull request', { answers: [{ reply: GOOD }] }],
  ['an issue', { answers: [{ reply: WRONG[0]! }], inputs: { 'max-attempts': '1' } }],
])('on the way to %s no token or key is in any text, file or command line', async (_, given) => {
  const { github, result, secrets, commandLines } = await repair(given);
  const places = placesOf(github, result);
  expect(places.prompts).toContain('src/sum.mjs');
  expect(places.state).toContain('TMPDIR=');
  for (const [place, text] of Object.entries(places)) {
    for (const secret of [...secrets, LEAKED]) expect([place, text.includes(secret)]).toEqual([place, false]);
  }
  if (!existsSync('/proc/self/cmdline')) console.warn('no /proc here: command lines were not watched');
  else {
    const pushes = commandLines.filter((line) => line.startsWith('git push') && line.includes(github.gitUrl));
    expect(pushes.length > 0).toBe(given.inputs === undefined);
  }
  expect(commandLines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
});

test('the gate sees neither inputs nor anything of the runner', async () => {
  const { result } = await repair({ answers: [{ reply: GOOD }] });
  const output = JSON.parse(readFileSync(result.outputs['report-path'] ?? '', 'utf8')).runs[0].commands[0]
    .output;
  expect(output).toMatch(/^TMPDIR=/m);
  expect(output).not.toMatch(/^(INPUT|GITHUB|RUNNER|ACTIONS|GIT)_/m);
});

const COMMANDS = [
  '::add-mask::sum',
  '##[add-mask]sum',
  '::set-output name=status::pwned',
  '::error::planted',
];

test('outside text in the log is never a command to the runner', async () => {
  const github = await start(brokenProject());
  const lines = COMMANDS.flatMap((command) => [command, `src/sum.mjs:1: error: ${command}`]).join('\n');
  const diagnosis = `because\n${COMMANDS.join('\n')}`;
  const { log, outputs, summary } = await repairFailedCi(
    { github, folder, model },
    {
      run: { jobs: [{ name: '::error::job', output: `${lines}\n${FAILED_OUTPUT}` }] },
      answers: [{ reply: { ...WRONG[0], diagnosis, changeSummary: diagnosis } as typeof GOOD }],
      inputs: { gate: `printf '%s\\n' '${lines.replaceAll('\n', "' '")}'; ${CHECK}`, 'max-attempts': '1' },
    },
  );
  expect(outputs).toMatchObject({ status: 'needs-human', 'stop-reason': 'max-attempts' });
  const commands = log.split('\n').filter((line) => /^\s*::|##\[/.test(line));
  expect(commands.map((line) => line.replace(/(?<=::add-mask::).*/, ''))).toEqual([
    '::add-mask::',
    '::add-mask::',
    // Ours; what comes after its head is text to the runner.
    expect.stringMatching(/^::notice title=smart-fix,file=src\/sum\.mjs,line=1::/),
    expect.stringMatching(/^::error::needs-human/),
  ]);
  expect(summary).not.toMatch(/^(::|##\[)/m);
});
