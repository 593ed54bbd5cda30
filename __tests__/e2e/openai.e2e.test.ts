import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { BROKEN_SUM, brokenSum, CHECK, GOOD, sumPlus } from '../support/broken-sum.js';
import { startHttpStub } from '../support/http-stub.js';
import { type RepairResult, repair, runCli } from '../support/run-cli.js';
import { MODEL_KEY, type ModelAnswer, type ScriptedModel, scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('openai');
const model = scriptedModel();
const PLANTED = 'planted-in-dotenv-4f1d';

/** A run on a repository with a planted secret. No key or secret may be in anything that it leaves or says. */
async function ask(answers: readonly ModelAnswer[], args: readonly string[] = [], env = model.env) {
  model.script(answers);
  return repairSecretly([...model.args(), ...args], env);
}

async function repairSecretly(args: readonly string[], env: ScriptedModel['env']) {
  const repository = brokenSum(folder, { '.env': `TOKEN=${PLANTED}\n` });
  const result = await repair(repository, { folder, gate: CHECK, args, env });
  const left = [...textsBelow(result.stateFolder), ...textsBelow(join(repository.folder, '.smart-fix'))];
  for (const text of [...left, result.stdout, result.stderr]) {
    expect(text).not.toContain(env.OPENAI_API_KEY);
    expect(text).not.toContain(PLANTED);
  }
  return result;
}

/** The same against an endpoint that answers everything in one way. */
async function askStub(status: number, body: unknown) {
  const { url, requests, close } = await startHttpStub((response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const endpoint = ['--provider', 'openai', '--model', 'scripted', '--base-url', url];
  const result = await repairSecretly(endpoint, model.env).finally(close);
  return { result, requests: requests.length };
}

function textsBelow(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'utf8'));
}

const ends = ({ report, exitCode }: RepairResult) => [report.status, report.stopReason, exitCode];
const FIXED = ['completed', 'fixed', 0];

test('structured replies repair, and their tokens are counted as the endpoint counted them', async () => {
  const result = await ask([
    { reply: sumPlus(' + 2'), usage: [1100, 70] },
    { reply: sumPlus('', ' + 2'), usage: [1300, 50] },
  ]);
  expect(ends(result)).toEqual(FIXED);
  expect(result.report.usage).toMatchObject({ modelCalls: 2, promptTokens: 2400, completionTokens: 120 });
  const bodies = model.mock.getRequests().map(({ body }) => body as unknown as Record<string, unknown>);
  expect(bodies).toHaveLength(2);
  for (const body of bodies) {
    expect(body).toMatchObject({ model: 'scripted', response_format: { json_schema: { strict: true } } });
  }
});

test('what reaches the endpoint is fenced data under the ids of the run, without a secret', async () => {
  const env = { ...model.env, DEPLOY_TOKEN: 'canary-of-the-environment' };
  const { report } = await ask([{ reply: GOOD }], [], env);
  const [prompt = ''] = model.prompts();
  const [tag = ''] = /^BEGIN \w+$/m.exec(prompt) ?? [];
  const [, ...blocks] = prompt.split(`${tag}\n`);
  expect(blocks.length).toBeGreaterThan(2);
  for (const block of blocks) expect(block).toContain(`\n${tag.replace('BEGIN', 'END')}\n`);
  expect(prompt).toContain(`baseRevisionId: ${report.runs[0]?.revisionId}\n`);
  expect(prompt).toContain(`executionId: ${report.runs[0]?.executionId}\n`);
  expect(prompt).toContain('src/sum.mjs:1');
  const sent = JSON.stringify(model.mock.getRequests()[0]?.body);
  for (const secret of [MODEL_KEY, PLANTED, 'canary-of-the-environment']) expect(sent).not.toContain(secret);
});

test('a secret that the gate prints or a file holds reaches neither the endpoint nor the record', async () => {
  model.script([{ reply: GOOD }]);
  const source = `${BROKEN_SUM['src/sum.mjs']}// glpat-ABCDEFGHIJKLMNOPQRST\n`;
  const { report, stateFolder, stderr } = await repair(brokenSum(folder, { 'src/sum.mjs': source }), {
    folder,
    gate: `echo "deploying with glpat-ABCDEFGHIJKLMNOPQRST"; ${CHECK}`,
    args: [...model.args(), '--verbose'],
    env: model.env,
  });
  expect(report.stopReason).toBe('fixed');
  const kept = ['ledger.jsonl', 'report.json', 'report.md', 'LOOP.md'].map((name) =>
    readFileSync(join(stateFolder, name), 'utf8'),
  );
  for (const text of [...model.prompts(), ...kept, stderr]) expect(text).not.toContain('glpat-ABC');
  expect(model.prompts()[0]).toContain('deploying with [redacted]');
  expect(model.prompts()[0]).toContain('// [redacted]');
});

test('a rate limit is waited out as long as the endpoint asks, and costs one model call', async () => {
  const slowDown = { error: { message: 'slow down', type: 'rate_limit' }, status: 429, retryAfter: 1 };
  const result = await ask([slowDown, { reply: GOOD, usage: [10, 5] }]);
  expect(ends(result)).toEqual(FIXED);
  expect(result.report.usage).toMatchObject({ modelCalls: 1, promptTokens: 10, completionTokens: 5 });
  const times = model.mock.getRequests().map(({ timestamp }) => timestamp);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(900);
});

test('a server error that passes is asked again', async () => {
  const result = await ask([{ error: { message: 'oops' }, status: 500 }, { reply: GOOD }]);
  expect(ends(result)).toEqual(FIXED);
  expect(model.prompts()).toHaveLength(2);
  expect(result.report.usage.modelCalls).toBe(1);
});

test('a server error that stays puts the run off with a warning, and the repository stays as it was', async () => {
  const broken = { error: { message: 'oops' }, status: 503 };
  const result = await ask([broken, broken, broken, broken]);
  expect(ends(result)).toEqual(['deferred', 'model-unavailable', 0]);
  expect(result.report).toMatchObject({ branch: null, usage: { modelCalls: 1, executions: 1 } });
});

test('an endpoint that never answers is cut off by the deadline of the run', async () => {
  model.mock.setChaos({ latencyMs: 30_000 });
  const startedAt = performance.now();
  const result = await ask([{ reply: GOOD }], ['--deadline', '4']);
  expect(performance.now() - startedAt).toBeLessThan(29_000);
  expect(ends(result)).toEqual(['partial', 'deadline', 1]);
  expect(result.leftovers).toEqual([]);
});

test.each([
  ['an answer that was cut off', { content: '{"baseRevisionId": "', finishReason: 'length' }, 'truncated'],
  ['broken JSON', { content: '{"baseRevisionId": ' }, 'truncated'],
  ['prose around the reply', { content: 'Here you are: {}' }, 'malformed'],
  ['an empty answer', { content: '' }, 'empty-reply'],
  ['a tool call', { toolCalls: [{ name: 'shell', arguments: '{"command":"id"}' }] }, 'empty-reply'],
] as const)(
  '%s is rejected by its code, the next prompt carries it, and success may follow',
  async (_, answer, code) => {
    const broken = 'toolCalls' in answer ? { toolCalls: [...answer.toolCalls] } : answer;
    const result = await ask([broken, { reply: GOOD }]);
    expect(ends(result)).toEqual(FIXED);
    expect(result.report.attempts.map(({ rejection }) => rejection?.code ?? null)).toEqual([code, null]);
    expect(result.report.usage).toMatchObject({ modelCalls: 2, executions: 2 });
    const [first, second] = model.prompts();
    expect(first).not.toContain('Earlier proposals');
    expect(second).toContain('Earlier proposals');
    expect(second).toContain(`why: ${code}`);
  },
);

test('a refusal ends the run as the model giving up, in its own words', async () => {
  const message = { role: 'assistant', content: null, refusal: 'I cannot help with that.' };
  const { result, requests } = await askStub(200, { choices: [{ finish_reason: 'stop', message }] });
  expect(ends(result)).toEqual(['needs-human', 'model-gave-up', 1]);
  expect(result.report.detail).toContain('I cannot help with that.');
  expect(requests).toBe(1);
});

test('a key that is refused needs a person, after one request', async () => {
  const { result, requests } = await askStub(401, { error: { message: `bad key ${MODEL_KEY}` } });
  expect(ends(result)).toEqual(['needs-human', 'permission', 1]);
  expect(result.report.detail).toContain('Check the key');
  expect(requests).toBe(1);
});

test('a model that the endpoint does not have needs a person, who is told what to check', async () => {
  const result = await ask([{ error: { message: 'no such model', code: 'model_not_found' }, status: 404 }]);
  expect(ends(result)).toEqual(['needs-human', 'missing-input', 1]);
  expect(result.report.detail).toContain('no such model');
  expect(result.report.detail).toContain('Check model and base URL');
  expect(model.prompts()).toHaveLength(1);
});

test('without --provider a key and a model choose openai, and a key alone chooses none, said once', async () => {
  const unnamed = model.args().filter((word) => word !== '--provider' && word !== 'openai');
  const options = { folder, gate: CHECK, env: model.env };
  model.script([{ reply: GOOD }]);
  const chosen = await repair(brokenSum(folder), { ...options, args: unnamed });
  expect(ends(chosen)).toEqual(FIXED);
  expect(chosen.stderr).not.toContain('no model is on');
  const keyAlone = unnamed.filter((word) => word !== '--model' && word !== 'scripted');
  const none = await repair(brokenSum(folder), { ...options, args: keyAlone });
  expect(none.report).toMatchObject({ stopReason: 'proposals-exhausted', usage: { modelCalls: 0 } });
  expect(none.stderr.match(/no model is on/g)).toHaveLength(1);
  expect(model.prompts()).toHaveLength(1);
});

test.each([
  ['a model', ['--provider', 'openai'], { OPENAI_API_KEY: MODEL_KEY }, /--model/],
  ['a key', ['--provider', 'openai', '--model', 'm'], {}, /OPENAI_API_KEY/],
] as const)('--provider openai without %s is a usage error that says how', async (_, args, env, words) => {
  const { folder: cwd } = brokenSum(folder);
  const { exitCode, stderr } = await runCli(['run', '--gate', CHECK, ...args], { cwd, env });
  expect(exitCode).toBe(64);
  expect(stderr).toMatch(words);
});
