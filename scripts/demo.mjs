// npm run demo: a small red repository, repaired through the real engine. Without a key a recorded model conversation
// is replayed; with OPENAI_API_KEY and `-- --model NAME` (and --base-url URL) the model is asked.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const modelArguments = process.argv.slice(2);
const asksModel = Boolean(process.env.OPENAI_API_KEY) && modelArguments.includes('--model');
const provider = asksModel
  ? ['--provider', 'openai', ...modelArguments]
  : ['--provider', 'replay', '--recording', join(root, 'demo', 'recording.jsonl')];

const folder = mkdtempSync(join(tmpdir(), 'smart-fix-demo-'));
const repository = join(folder, 'basket');
const state = join(folder, 'state');

function title(text) {
  console.log(`\n=== ${text}\n`);
}

function show(command, args, cwd = repository) {
  return spawnSync(command, args, { cwd, stdio: 'inherit' }).status;
}

function git(...args) {
  const identity = [
    '-c',
    'user.name=demo',
    '-c',
    'user.email=demo@example.com',
    '-c',
    'commit.gpgsign=false',
  ];
  return spawnSync('git', [...identity, ...args], { cwd: repository, encoding: 'utf8' }).stdout.trim();
}

function demonstrate() {
  cpSync(join(root, 'demo', 'project'), repository, { recursive: true });
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'A basket with a fault in it');

  title('The gate is red: npm test');
  if (show('npm', ['test']) === 0) return 'the sample is green, which it should not be';

  title(
    asksModel
      ? 'smart-fix run, asking the model'
      : 'smart-fix run, replaying a recorded model conversation (no key)',
  );
  const run = [join(root, 'dist', 'cli.js'), 'run', '--gate', 'npm test', '--state', state, ...provider];
  if (show(process.execPath, run) !== 0) return 'smart-fix handed over to a person; its report is above';

  const { branch } = JSON.parse(readFileSync(join(state, 'report.json'), 'utf8'));
  title(`The result branch ${branch}`);
  console.log(git('show', '--stat', '--patch', '--format=%an <%ae>%n%n%B', branch));

  title('The gate is green there: npm test');
  git('checkout', '--quiet', branch);
  if (show('npm', ['test']) !== 0) return 'the gate is red on the result branch';

  title('report.md');
  console.log(readFileSync(join(state, 'report.md'), 'utf8'));
  return null;
}

try {
  const fault = demonstrate();
  if (fault !== null) {
    console.error(`demo: ${fault}`);
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
