import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { BROKEN_SUM, CHECK, GOOD } from '../support/broken-sum.js';
import { brokenProject, type Repair, repairFailedCi } from '../support/failed-ci.js';
import { ALL_PERMISSIONS } from '../support/github/tokens.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { processesWith } from '../support/processes.js';
import type { ActionResult } from '../support/run-action.js';
import { sandboxesHere } from '../support/sandboxes.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('adversarial-sandboxes');
const start = useFakeGithub();
const model = scriptedModel();
const { sandboxes } = await sandboxesHere();
afterAll(async () => {
  for (const sandbox of sandboxes.values()) await sandbox.dispose();
});

/**
 * Looks for everything that has the form of a secret, wherever a gate can look, and says how much it found. Its own
 * pattern is in a command line too, and must not fit itself.
 */
const LOOK = `
look() { echo "looked at $1: $(grep -aEc 'sk-test-[0-9a-f]{8}|gh[a-z]_[A-Za-z0-9]{8}|token-[0-9]+-[A-Za-z]+-[0-9a-f]{12}|canary-[0-9]{4}|[e]C1hY2Nlc3MtdG9rZW4')"; }
env | look 'its environment'
cat /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n' | look 'the environment of processes'
cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' '\\n' | grep -v 'looked at' | look 'command lines'
cat .git/config .git/credentials 2>/dev/null | look 'its git'
git config --list --show-origin 2>/dev/null | look 'the configuration of git'
for place in "$HOME" "$HOME/.." "$PWD/.." "$PWD/../.." /tmp /run; do
  find "$place" -maxdepth 4 -type f -size -200k ! -name '*.sh' -exec cat {} + 2>/dev/null
done | look 'files'
node -e "require('net').connect('/var/run/docker.sock').on('connect',()=>console.log('canary-0000')).on('error',()=>{})" | look 'the socket of docker'
node -e "for (const [port, host] of [[443, '192.0.2.1'], [process.env.PORT, '127.0.0.1']]) require('net').connect({ port, host, timeout: Number(process.env.WAIT ?? 10000) }).on('connect', () => console.log('canary-0000')).on('error', ({ code }) => console.log(/ENETUNREACH|ECONNREFUSED/.test(code) ? '' : 'canary-0000')).on('timeout', function () { console.log('canary-0000'); this.destroy() })" | look 'the network'
(sudo -n true 2>/dev/null && echo canary-0000) | look 'sudo'
`;

/** Writes wherever a later step would read, and stays behind. */
const WRITE = `
for place in "$HOME" "$HOME/temp" "$PWD/.." "$PWD/../.." /usr/local /etc /var/tmp /dev/shm /tmp; do
  echo pwned >>"$place/pwned-by-gate"
done 2>/dev/null
for name in env path output state summary event.json workspace/.git/config workspace/src/sum.mjs .bashrc; do
  echo pwned >>"$HOME/$name"
done 2>/dev/null
for name in control.git gate; do mkdir -p "$PWD/../$name/hooks"; echo pwned >>"$PWD/../$name/config"; done 2>/dev/null
(setsid env -i /bin/sh -c 'cd /; exec sleep 64.7' >/dev/null 2>&1 &)
(trap '' TERM HUP; setsid /bin/sh -c 'cd /; sleep 64.7' >/dev/null 2>&1 &)
sleep 0.2
`;

const OUTSIDE = ['/usr/local', '/etc', '/var/tmp', '/dev/shm', '/tmp'].map((name) =>
  join(name, 'pwned-by-gate'),
);

/** What a runner leaves around a step: credentials of the checkout, of tools, and of the steps before. */
function furnish(home: string): void {
  const header = `AUTHORIZATION: basic ${Buffer.from('x-access-token:ghs_canary1234').toString('base64')}`;
  appendFileSync(
    join(home, 'workspace/.git/config'),
    `[http "https://github.com/"]\n\textraheader = ${header}\n`,
  );
  writeFileSync(join(home, '.gitconfig'), `[http]\n\textraheader = ${header}\n`);
  writeFileSync(join(home, '.npmrc'), '//registry.example/:_authToken=canary-1111\n');
  writeFileSync(join(home, 'temp/step.txt'), 'canary-2222\n');
  mkdirSync(join(home, '.docker'));
  writeFileSync(join(home, '.docker/config.json'), '{"auth":"canary-3333"}');
}

/** Where the client of docker finds its daemon, if not at the usual place. */
const { DOCKER_HOST } = process.env;

async function repairWith(sandbox: string, given: Repair = {}) {
  const files = { ...BROKEN_SUM, 'look.sh': LOOK, 'write.sh': WRITE };
  const github = await start(brokenProject({ files }));
  const before: Record<string, string> = {};
  const result = await repairFailedCi(
    { github, folder, model },
    {
      answers: [{ reply: GOOD }],
      ...given,
      inputs: {
        sandbox,
        gate: `PORT=${new URL(github.apiUrl).port} sh look.sh\nsh write.sh\n${CHECK}`,
        'push-token': github.tokenWith(ALL_PERMISSIONS),
        ...given.inputs,
      },
      start: {
        prepare: (home) => {
          furnish(home);
          for (const name of ['env', 'path', 'event.json', 'workspace/.git/config', 'workspace/src/sum.mjs'])
            before[name] = readFileSync(join(home, name), 'utf8');
        },
        ...(DOCKER_HOST !== undefined && { environment: { DOCKER_HOST } }),
        ...given.start,
      },
    },
  );
  return { github, result, before, home: dirname(result.workspace) };
}

function lookedAt({ outputs }: ActionResult): readonly string[] {
  const report = JSON.parse(readFileSync(outputs['report-path'] ?? '', 'utf8'));
  const output = report.runs.flatMap(({ commands }: { commands: { output: string }[] }) =>
    commands.map((command) => command.output),
  );
  return output
    .join('\n')
    .split('\n')
    .filter((line: string) => line.startsWith('looked at '));
}

for (const kind of sandboxes.keys()) {
  test(`SBX-05, SEC-05 to SEC-07: in ${kind} a hostile gate finds no secret and no way out`, async () => {
    const { github, result } = await repairWith(kind);
    expect(result.outputs).toMatchObject({ status: 'completed', 'stop-reason': 'fixed' });
    expect(github.pulls()).toHaveLength(1);
    const looks = lookedAt(result);
    expect(looks.length).toBeGreaterThanOrEqual(2 * 9);
    expect(looks.filter((line) => !line.endsWith(': 0'))).toEqual([]);
    expect(result.log).toContain(`sandbox ${kind} holds against its self-test`);
  });

  test(`SBX-01: in ${kind} a hostile gate changes nothing outside and leaves no process`, async () => {
    const { result, before, home } = await repairWith(kind);
    expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
    for (const [name, text] of Object.entries(before))
      expect(readFileSync(join(home, name), 'utf8')).toBe(text);
    expect([...OUTSIDE, join(home, 'pwned-by-gate'), join(home, '.bashrc')].filter(existsSync)).toEqual([]);
    expect(readdirSync(result.temporary).sort()).toEqual(['smart-fix', 'step.txt']);
    expect(processesWith('sleep 64.7')).toEqual([]);
  });
}

test('what the sandboxes close is open without one: the same gate finds it', async () => {
  const { result } = await repairWith('none', {
    inputs: { gate: `PORT= WAIT=500 sh look.sh\n${CHECK}` },
  });
  const open = lookedAt(result).filter((line) => !line.endsWith(': 0'));
  expect(open.map((line) => line.replace(/: \d+$/, ''))).toEqual(
    expect.arrayContaining(['looked at the environment of processes', 'looked at files']),
  );
  expect(result.log).toContain('could read the memory and files of the runner');
});
