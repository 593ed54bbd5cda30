// npm run bench:scan [-- --log FILE]: speed and memory of the built `scan` against peers in the same run; fails on a
// missed target. Build first. Inputs (about 1.5 GB) are made in a temporary folder, of the logs that the tests read.
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './bundle.mjs';

const MB = 1_000_000;
const CLI = join(root, 'dist', 'cli.js');
const FIXTURES = join(root, '__tests__', 'fixtures', 'scan');
const LOCATIONS = '([^[:space:]]+\\.(ts|js|py|sh)):([0-9]+)';
const ERRORS = '(Error|Exception|TypeError|SyntaxError|FAIL|AssertionError).*';
const folder = mkdtempSync(join(tmpdir(), 'smart-fix-bench-'));
let missed = 0;

/** What runners print when all is well. */
const CALM = [
  'npm http fetch GET 200 https://registry.npmjs.org/semver 41ms (cache hit)',
  'Receiving objects:  63% (2391/3795), 1.20 MiB | 2.31 MiB/s',
  'Requirement already satisfied: certifi in ./lib (from requests==2.32.0) (2026.1.4)',
  '#12 4.571 Setting up libc6-dev:amd64 (2.39-0ubuntu8) ...',
  '[INFO] Running com.example.store.OrderServiceTest',
  '10:02:11.404 [main] DEBUG com.example.web.Dispatcher - GET "/orders/17", parameters={}',
  '    ✓ adds an item to the basket (3 ms)',
  'ok  \texample.com/store/basket\t0.013s',
  '   Compiling serde v1.0.219',
  'tests/test_basket.py ........................                      [ 41%]',
  'copying build/lib/store/basket.css -> dist/assets/basket.css',
  '{"level":"info","time":1767323045,"msg":"listening on 8080"}',
];

/** A log of one job: mostly calm lines, here and there what a tool says of a failure. */
function writeLog(name, bytes) {
  const path = join(folder, name);
  const file = openSync(path, 'w');
  const logs = readdirSync(FIXTURES).filter((each) => each.endsWith('.log'));
  const failures = logs.map((each) => readFileSync(join(FIXTURES, each), 'utf8').split('\n'));
  let line = 0;
  for (let size = 0, part = 0; size < bytes; part++) {
    const calm = Array.from({ length: 3_000 }, () => CALM[(line++ * 7) % CALM.length]);
    const text = [...calm, ...failures[part % failures.length]]
      .map((each) => `2026-01-02T03:04:05.${String(1_000_000 + (line % 9_000_000))}Z ${each}\n`)
      .join('');
    size += writeSync(file, text);
  }
  ftruncateSync(file, bytes);
  closeSync(file);
  return path;
}

/** Best of three, in milliseconds: by the clock, and of the processor (POSIX `times`: the second line is the children's). */
function timesOf(command, args, cwd = folder) {
  const runs = [1, 2, 3].map(() => {
    const start = process.hrtime.bigint();
    const script = 'output=$1; shift; "$@" > "$output"; code=$?; times; exit $code';
    const given = ['-c', script, 'sh', join(folder, 'output'), command, ...args];
    const run = spawnSync('sh', given, { cwd, encoding: 'utf8' });
    if (run.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${run.stderr}`);
    const parts = [...run.stdout.split('\n')[1].matchAll(/(\d+)m([\d.]+)s/g)];
    const processor = parts.reduce(
      (sum, [, minutes, seconds]) => sum + minutes * 60_000 + seconds * 1_000,
      0,
    );
    return { clock: Number(process.hrtime.bigint() - start) / 1e6, processor };
  });
  return {
    clock: Math.min(...runs.map(({ clock }) => clock)),
    processor: Math.min(...runs.map(({ processor }) => processor)),
  };
}

const timeOf = (command, args) => timesOf(command, args).clock;
const scanTimes = (path, cwd = folder) => timesOf(process.execPath, [CLI, 'scan', path, '--json'], cwd);
const scanTime = (path) => scanTimes(path).clock;

/** GNU grep stops at the first match when it writes to the null device: what it finds goes to a file. */
const grepTimes = (path) =>
  timesOf('sh', [
    '-c',
    'grep -oE "$1" "$3" > found; grep -iE "$2" "$3" >> found; true',
    'sh',
    LOCATIONS,
    ERRORS,
    path,
  ]);

/** Every pattern on every line, in the same engine of regular expressions. */
async function everyPatternTime(path) {
  const script = join(folder, 'every-pattern.mjs');
  const source = `
    import { createReadStream } from 'node:fs';
    import { createInterface } from 'node:readline';
    import { FAMILIES } from './src/scan/parsers/registry.js';
    const rows = FAMILIES.flatMap(({ parsers }) => parsers.flatMap((parser) => parser.rows));
    let found = 0;
    for await (const line of createInterface({ input: createReadStream(process.argv[2]) }))
      for (const { pattern } of rows) if (pattern.test(line.slice(29))) found++;
    console.log(found);`;
  const stdin = { contents: source, resolveDir: root };
  await build({ stdin, bundle: true, platform: 'node', format: 'esm', outfile: script, logLevel: 'error' });
  return timeOf(process.execPath, [script, path]);
}

/** Largest resident set of a scan, in MB. */
function memoryOf(path) {
  const report = "process.on('exit', () => console.error('RSS', process.resourceUsage().maxRSS));";
  const probe = `data:text/javascript,${encodeURIComponent(report)}`;
  const args = ['--import', probe, CLI, 'scan', path, '--json'];
  const { stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return Number(/RSS (\d+)/.exec(stderr)?.[1]) / 1024;
}

function report(name, value, target, unit, isMet) {
  if (!isMet) missed++;
  const numbers = `${value.toFixed(2)} ${unit}`.padStart(14);
  console.log(`${isMet ? 'met   ' : 'MISSED'} ${name.padEnd(46)}${numbers}   target ${target}`);
}

async function bench() {
  const empty = timeOf(process.execPath, ['-e', '0']);
  const small = writeLog('small.log', 0.9 * MB);
  for (const [place, cwd] of [
    ['', folder],
    [', in a repository', root],
  ]) {
    const beyond = scanTimes(small, cwd).clock - empty;
    report(`log under 1 MB, beyond an empty node${place}`, beyond, 'at most 120 ms', 'ms', beyond <= 120);
  }

  const long = join(folder, 'long.log');
  const file = openSync(long, 'w');
  writeSync(file, `${'a1:('.repeat(50_000)}\n`);
  closeSync(file);
  const short = scanTime(writeLog('short.log', 1));
  const longTime = Math.max(scanTime(long) - short, 0);
  report('one line of 200,000 characters', longTime, 'at most 200 ms', 'ms', longTime <= 200);

  const given = process.argv.indexOf('--log');
  const mixed = given === -1 ? writeLog('mixed.log', 200 * MB) : process.argv[given + 1];
  const { clock: time, processor } = scanTimes(mixed);
  const grep = grepTimes(mixed);
  const size = (statSync(mixed).size / MB).toFixed(0);
  console.log(`       ${size} MB in ${time.toFixed(0)} ms, ${processor.toFixed(0)} ms of the processor`);
  console.log(
    `       the greps: ${grep.clock.toFixed(0)} ms, ${grep.processor.toFixed(0)} ms of the processor`,
  );
  report('mixed log, scan against two greps', time / grep.clock, 'at most 1 x', 'x', time <= grep.clock);
  const ratio = processor / grep.processor;
  report('the same in time of the processor', ratio, 'at most 1 x', 'x', ratio <= 1);

  const half = writeLog('half.log', 100 * MB);
  const sample = writeLog('sample.log', 10 * MB);
  // Of the processor: what else the machine does is no part of it.
  const halfTime = scanTimes(half).processor;
  const fullTime = given === -1 ? processor : scanTimes(writeLog('mixed.log', 200 * MB)).processor;
  report('twice the input', fullTime / halfTime, 'at most 2.3 x', 'x', fullTime / halfTime <= 2.3);
  const [every, own] = [(await everyPatternTime(sample)) - empty, scanTime(sample) - empty];
  report('every pattern on every line, against scan', every / own, 'at least 5 x', 'x', every >= 5 * own);

  const memory = memoryOf(writeLog('huge.log', 1_000 * MB));
  report('1 GB log, resident memory', memory, 'at most 256 MB', 'MB', memory <= 256);
}

try {
  await bench();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (missed > 0) process.exitCode = 1;
