// npm run bench:scan [-- --log FILE]: speed and memory of the built `scan` against peers in the same run; fails on a
// missed target. Build first. Inputs (about 1.5 GB) are made in a temporary folder, of the logs that the tests read.
import { spawnSync } from 'node:child_process';
import {
  closeSync,
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
  closeSync(file);
  return path;
}

/** Best of three, in milliseconds. */
function timeOf(command, args) {
  const times = [1, 2, 3].map(() => {
    const start = process.hrtime.bigint();
    const { status, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1e9 });
    if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
    return Number(process.hrtime.bigint() - start) / 1e6;
  });
  return Math.min(...times);
}

const scanTime = (path) => timeOf(process.execPath, [CLI, 'scan', path, '--json']);

/** GNU grep stops at the first match when it writes to the null device: what it finds goes to a file. */
const grepTime = (path) =>
  timeOf('sh', [
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
  const small = scanTime(writeLog('small.log', 0.9 * MB));
  report('log under 1 MB, beyond an empty node', small - empty, 'at most 120 ms', 'ms', small - empty <= 120);

  const long = join(folder, 'long.log');
  const file = openSync(long, 'w');
  writeSync(file, `${'a1:('.repeat(50_000)}\n`);
  closeSync(file);
  const short = scanTime(writeLog('short.log', 1));
  const longTime = Math.max(scanTime(long) - short, 0);
  report('one line of 200,000 characters', longTime, 'at most 200 ms', 'ms', longTime <= 200);

  const given = process.argv.indexOf('--log');
  const mixed = given === -1 ? writeLog('mixed.log', 200 * MB) : process.argv[given + 1];
  const time = scanTime(mixed);
  console.log(`       ${(statSync(mixed).size / MB).toFixed(0)} MB in ${time.toFixed(0)} ms`);
  const grep = grepTime(mixed);
  report('mixed log, scan against two greps', time / grep, 'at most 1 x', 'x', time <= grep);

  const half = writeLog('half.log', 100 * MB);
  const sample = writeLog('sample.log', 10 * MB);
  const [halfTime, fullTime] = [
    scanTime(half),
    given === -1 ? time : scanTime(writeLog('mixed.log', 200 * MB)),
  ];
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
