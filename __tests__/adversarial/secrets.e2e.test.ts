import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@jest/globals';
import { BROKEN_SUM, brokenSum, CHECK, GOOD, sumPlus } from '../support/broken-sum.js';
import { brokenProject, FAILED_OUTPUT, type Repair, repairFailedCi } from '../support/failed-ci.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { repair, runCli } from '../support/run-cli.js';
import { MODEL_KEY, scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('adversarial-secrets');
const start = useFakeGithub();
const model = scriptedModel();

const tail = 'a1B2'.repeat(9);
/** Made up by the rules of their formats; none is a real credential. */
const CREDENTIALS = [
  'AKIAABCDEFGHIJKLMNOP',
  ...['ghp', 'gho', 'ghu', 'ghs', 'ghr'].map((prefix) => `${prefix}_${tail}`),
  `github_pat_${tail}`,
  `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${tail}`,
  'hunter22hunter22',
  `xoxb-${'1234-'.repeat(4)}abcd`,
  'MIIabcdefghijklmnop',
];
const wrap = (secret: string): string => {
  if (secret.startsWith('hunter')) return `postgres://app:${secret}@db.example.com/x`;
  return secret.startsWith('MII')
    ? `-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----`
    : secret;
};
const found = (text: string): readonly string[] => CREDENTIALS.filter((secret) => text.includes(secret));

/** Colours behind every eighth character; a reader sees the whole. */
const coloured = (text: string): string => text.replaceAll(/[^\n]{8}/g, '$&\u001b[1;31m');
/** As a reader of a file or of JSON sees it. */
const seen = (text: string): string =>
  stripVTControlCharacters(text.replaceAll('\\u001b', '\u001b').replaceAll('\\n', '\n'));

function textBelow(path: string): string {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

test.each([
  ['SEC-01: credentials', (text: string) => text],
  ['SEC-02: credentials behind a word', (text: string) => text.replaceAll(/^/gm, 'word')],
  ['SEC-02: credentials that colours interrupt', coloured],
])('%s of a log are in no prompt, file or output', async (_, disguise) => {
  const leak = `begin-of-leak\n${CREDENTIALS.map(wrap).map(disguise).join('\n')}\nend-of-leak\n`;
  expect(found(seen(leak))).toEqual(CREDENTIALS);
  const repository = brokenSum(folder, { 'leak.txt': leak });
  model.script([{ reply: { giveUp: 'no' } }]);
  const { report, stateFolder, stdout, stderr } = await repair(repository, {
    folder,
    gate: `cat leak.txt; ${CHECK}`,
    args: [...model.args(), '--verbose'],
    env: model.env,
  });
  expect(report.stopReason).toBe('model-gave-up');
  for (const text of [model.prompts().join('\n'), textBelow(stateFolder), stdout, stderr]) {
    expect(text).toContain('begin-of-leak');
    expect(text).toContain('end-of-leak');
    expect(found(seen(text))).toEqual([]);
  }
});

const KEY_LINES = Array.from({ length: 80 }, (_, n) => `MIIkeyline${n}${'a'.repeat(50)}`).join('\n');
const LONG_KEY = `-----BEGIN RSA PRIVATE KEY-----\n${KEY_LINES}\n-----END RSA PRIVATE KEY-----\n`;

test('SEC-01: of a private key that begins too far up to be quoted, no line is told to anybody', async () => {
  model.script([{ reply: { giveUp: 'no' } }]);
  const { github, result, told } = await repairInCi({
    run: { jobs: [{ name: 'test', output: `${LONG_KEY}${FAILED_OUTPUT}` }] },
    inputs: { gate: `cat key.txt; ${CHECK}` },
  });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'model-gave-up' });
  expect(model.prompts().join('\n')).toContain('sum is 5');
  expect(github.issues()).toHaveLength(1);
  for (const text of told) expect(text).not.toContain('MIIkeyline');
});

test.each(['text', 'json', 'sarif', 'rdjson', 'github'])('SEC-01: nor in a scan as %s', async (format) => {
  const cwd = brokenSum(folder).folder;
  const log = CREDENTIALS.map(
    (secret, index) => `src/sum.mjs:${index + 1}:1: error: x${coloured(wrap(secret))}`,
  );
  const { stdout } = await runCli(['scan', '-', '--format', format], { cwd, input: log.join('\n') });
  expect(stdout).toContain('[redacted]');
  expect(found(stdout)).toEqual([]);
});

test.each(['.env', 'server.pem', 'id_rsa', '.npmrc', 'credentials.json'])(
  'SEC-11: of %s a scan shows the name and no line',
  async (name) => {
    const { folder: cwd } = brokenSum(folder, { [name]: 'one\nplanted-line\nthree\n' });
    const input = `${name}:2:1: error: bad\n`;
    const { stdout } = await runCli(['scan', '-'], { cwd, input });
    expect(stdout).not.toContain('planted-line');
    expect(stdout).toContain(`${name}:2`);
  },
);

async function repairInCi(given: Repair) {
  const files = { ...BROKEN_SUM, 'key.txt': LONG_KEY };
  const github = await start(brokenProject({ files }));
  const result = await repairFailedCi({ github, folder, model }, given);
  const texts = [result.log.replace(/^::add-mask::.*$/gm, ''), result.summary, textBelow(result.temporary)];
  const made = JSON.stringify([...github.pulls(), ...github.issues()]);
  return { github, result, told: [...texts, made, model.prompts().join('\n')] };
}

test.each([
  ['SEC-04: the key of the model', MODEL_KEY],
  ['SEC-04: the key of the model in base64', Buffer.from(MODEL_KEY).toString('base64')],
  ['SEC-10: a token of a known form', `ghp_${tail}`],
])('%s in a patch is refused, and a person is told without it', async (_, secret) => {
  const echo = { reply: sumPlus(`; // ${secret}`) };
  const { github, result, told } = await repairInCi({ answers: [echo, echo] });
  expect(result.outputs).toMatchObject({ status: 'needs-human', 'stop-reason': 'proposals-exhausted' });
  expect(github.branches()).toEqual(['main']);
  expect(github.issues()[0]?.body).toContain('secret-in-patch');
  for (const text of told) expect(text).not.toContain(secret);
});

test('SEC-04: in the words of the model it is masked, in commit, pull request and log', async () => {
  const words = `found ${MODEL_KEY} here`;
  const { github, result, told } = await repairInCi({
    answers: [{ reply: { ...GOOD, changeSummary: words, diagnosis: words } }],
  });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(github.pulls()).toHaveLength(1);
  for (const text of told) expect(text).not.toContain(MODEL_KEY);
});

test('SEC-08: step debug logging shows no prompt, no log and no key', async () => {
  const { result } = await repairInCi({
    answers: [{ reply: GOOD }],
    run: { jobs: [{ name: 'test', output: 'only-in-the-log\nsrc/sum.mjs:1: error: sum is 5' }] },
    start: { environment: { RUNNER_DEBUG: '1', ACTIONS_STEP_DEBUG: 'true', DEBUG: '*', NODE_DEBUG: 'http' } },
  });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  const log = result.log.replace(/^::add-mask::.*$/gm, '');
  for (const words of ['only-in-the-log', 'baseRevisionId', MODEL_KEY]) expect(log).not.toContain(words);
});

test('SEC-09: a request that fails is told without its headers', async () => {
  const github = await start(brokenProject());
  github.faults.plan('actions/download-job-logs-for-workflow-run', { kind: 'status', status: 400 }, 9);
  const { log, outputs, summary } = await repairFailedCi({ github, folder, model }, {});
  expect(outputs['stop-reason']).not.toBe('fixed');
  for (const text of [log.replace(/^::add-mask::.*$/gm, ''), summary, JSON.stringify(outputs)]) {
    expect(text).not.toContain(github.token);
    expect(text).not.toMatch(/authorization/i);
  }
});
