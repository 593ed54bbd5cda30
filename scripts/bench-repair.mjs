// npm run bench:repair: repairs sample repositories with what `npm run build` makes, through `run` and, where no recipe
// does it, a scripted model on loopback. Prints who repaired what, and where the time and the tokens went; fails on a
// missed target.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { LLMock } from '@copilotkit/aimock';
import { build } from 'esbuild';
import { SAMPLES } from './bench-repair-samples.mjs';
import { bundle, root } from './bundle.mjs';

const KEY = 'sk-bench-0123456789abcdef0123456789';
const MAX_OWN_SHARE = 0.03;
const MAX_OWN_SECONDS = 1.5;
/** A file that is longer is not shown whole. */
const LONG_FILE = 300;
const { PATH, HOME } = process.env;
const GIT = {
  ...{ PATH, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' },
  ...{ GIT_AUTHOR_NAME: 'Person', GIT_AUTHOR_EMAIL: 'person@example.com' },
  ...{ GIT_COMMITTER_NAME: 'Person', GIT_COMMITTER_EMAIL: 'person@example.com' },
};

const folder = mkdtempSync(join(tmpdir(), 'smart-fix-bench-'));
const dist = join(folder, 'dist');
const mock = new LLMock({ port: 0, host: '127.0.0.1', strict: true, logLevel: 'silent' });
const estimateTokens = await loadEstimator();
let missed = 0;

function makeRepository(files) {
  const repository = mkdtempSync(join(folder, 'repo-'));
  const git = (...args) => execFileSync('git', args, { cwd: repository, env: GIT, stdio: 'pipe' });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), text);
  }
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'A fault');
  return repository;
}

const promptOf = ({ messages }) =>
  messages.flatMap(({ role, content }) => (role === 'user' ? [String(content)] : [])).join('\n');

/** Lets the model answer every request with these edits, bound to the prompt as a model binds them. */
function script(edits) {
  mock.reset();
  mock.on({ userMessage: /./ }, (request) => {
    const idOf = (name) => new RegExp(`^${name}: (\\S+)$`, 'm').exec(promptOf(request))?.[1];
    const ids = { baseRevisionId: idOf('baseRevisionId'), executionId: idOf('executionId') };
    const words = { diagnosis: 'scripted', changeSummary: 'scripted change', giveUp: null };
    return { content: JSON.stringify({ ...ids, ...words, edits }) };
  });
}

/** Runs to the end beside the endpoint of the model, which is in this process; seconds from start to end. */
async function run(args, cwd) {
  const start = performance.now();
  const env = { PATH, HOME, OPENAI_API_KEY: KEY, TMPDIR: folder };
  const child = spawn(process.execPath, [join(dist, 'cli.js'), ...args], { cwd, env, stdio: 'ignore' });
  await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  return (performance.now() - start) / 1000;
}

/** Where the seconds of a run went; what is neither the gate's, a tool's nor the model's is ours. */
function timesOf({ runs, differentialRuns, usage }, seconds) {
  const sum = (parts) => parts.reduce((total, { durationMs }) => total + durationMs, 0) / 1000;
  const gate = sum([...runs, ...differentialRuns].flatMap(({ commands }) => commands));
  const [tools, model] = [usage.toolMs / 1000, sum(usage.calls)];
  const own = seconds - gate - tools - model;
  return { gate, tools, model, own, share: own / seconds };
}

/** The estimator that the prompts are counted with. */
async function loadEstimator() {
  const contents = "export { estimateTokens } from './src/repair/model/estimate-tokens.js';";
  const outfile = join(folder, 'estimate-tokens.mjs');
  await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    format: 'esm',
    outfile,
    logLevel: 'error',
  });
  return (await import(outfile)).estimateTokens;
}

/** Tokens of the prompts, and what they would be with every shown file whole; null without a long file. */
function tokensOf({ usage }, files) {
  const tokens = usage.calls.flatMap(({ parts }) => parts).reduce((sum, part) => sum + part.tokens, 0);
  const shown = mock.getRequests().flatMap(({ body }) => {
    const paths = [...promptOf(body).matchAll(/^file: (.+) \((?:whole|excerpt)/gm)].map(([, path]) => path);
    return [...new Set(paths)].map((path) => files[path] ?? '');
  });
  const isLong = shown.some((text) => text.split('\n').length > LONG_FILE);
  const quoted = usage.calls.flatMap(({ parts }) => parts).filter(({ part }) => part === 'files');
  const rest = tokens - quoted.reduce((sum, part) => sum + part.tokens, 0);
  const whole = rest + shown.reduce((sum, text) => sum + estimateTokens(text), 0);
  return { tokens, ofWhole: isLong ? tokens / whole : null };
}

async function repair({ files, gate, edits }) {
  const repository = makeRepository(files);
  const state = mkdtempSync(join(folder, 'state-'));
  script(edits ?? []);
  const model = ['--provider', 'openai', '--model', 'scripted', '--base-url', `${mock.url}/v1`];
  const seconds = await run(['run', '--gate', gate, '--state', state, ...(edits ? model : [])], repository);
  const report = JSON.parse(readFileSync(join(state, 'report.json'), 'utf8'));
  return { report, ...timesOf(report, seconds), ...tokensOf(report, files) };
}

const isQuick = ({ own, share }) => share <= MAX_OWN_SHARE || own <= MAX_OWN_SECONDS;

/** The quickest of up to three runs: on a busy machine a slow one says little about us. */
async function repairQuickly(sample) {
  const results = [await repair(sample)];
  while (results.length < 3 && !results.some(isQuick)) results.push(await repair(sample));
  return results.sort((a, b) => a.own - b.own)[0];
}

async function measure(sample) {
  const { report, gate, tools, model, own, share, tokens, ofWhole } = await repairQuickly(sample);
  const faults = [
    ...(report.stopReason === 'fixed' ? [] : [`ended as ${report.stopReason}`]),
    ...(isQuick({ own, share }) ? [] : ['own share']),
    ...(ofWhole === null || ofWhole <= 0.5 ? [] : ['tokens']),
  ];
  if (faults.length > 0) missed++;
  const by = report.attempts.at(-1);
  print([
    ...[sample.name, by?.recipe ?? by?.strategy ?? '-', String(report.usage.modelCalls), String(tokens)],
    ofWhole === null ? '' : `${Math.round(ofWhole * 100)} %`,
    ...[gate, tools, model, own].map((each) => each.toFixed(2)),
    `${(share * 100).toFixed(1)} %`,
    faults.length === 0 ? 'met' : `MISSED: ${faults.join(', ')}`,
  ]);
  return sample.name.split(':')[0];
}

function print([name, by, ...numbers]) {
  const last = numbers.pop();
  console.log([name.padEnd(36), by.padEnd(16), ...numbers.map((each) => each.padStart(7)), last].join(' '));
}

const isHere = ({ tool }) => tool === undefined || spawnSync('sh', ['-c', tool]).status === 0;

async function bench() {
  await bundle(dist);
  await mock.start();
  print(['sample', 'by', 'calls', 'tokens', 'of all', 'gate s', 'tools s', 'model s', 'own s', 'own', '']);
  const wanted = process.argv[2] ?? '';
  const languages = [];
  for (const sample of SAMPLES.filter(({ name }) => name.includes(wanted))) {
    if (isHere(sample)) languages.push(await measure(sample));
    else console.log(`${sample.name.padEnd(36)} left out: its tools are not on this machine`);
  }
  const different = new Set(languages).size;
  const isEnough = wanted !== '' || (languages.length >= 10 && different >= 5);
  if (!isEnough) missed++;
  const verdict = isEnough ? 'met   ' : 'MISSED';
  console.log(`${verdict} ${languages.length} samples in ${different} languages (at least 10 in 5)`);
}

try {
  await bench();
} finally {
  await mock.stop();
  rmSync(folder, { recursive: true, force: true });
}
if (missed > 0) process.exitCode = 1;
