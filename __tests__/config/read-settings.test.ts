import { expect, test } from '@jest/globals';
import { readGateSettings } from '../../src/config/gate-settings.js';
import { readRunSettings } from '../../src/config/read-settings.js';
import { readScanSettings } from '../../src/config/scan-settings.js';
import { UsageError } from '../../src/config/usage-error.js';

function faultsOf(args: readonly string[], config: string | null = null): readonly string[] {
  try {
    readRunSettings(args, config);
  } catch (error) {
    if (error instanceof UsageError) return error.faults;
    throw error;
  }
  return [];
}

const GATE = ['--gate', 'npm test'];

test('defaults are those of the requirements', () => {
  expect(readRunSettings(GATE, null)).toMatchObject({
    gate: ['npm test'],
    maxAttempts: 3,
    maxModelCalls: 6,
    maxExecutions: null,
    maxProposals: 2,
    repeat: 1,
    deadline: 600,
    gateTimeout: 300,
    maxFiles: 5,
    maxLines: 400,
    branch: 'smart-fix/{fingerprint}',
    onSuccess: 'branch',
    provider: null,
    dryRun: false,
  });
});

test('a flag given again adds to a list, and = and a space are the same', () => {
  expect(readRunSettings(['--gate=a', '--gate', 'b', '--max-attempts=7'], null)).toMatchObject({
    gate: ['a', 'b'],
    maxAttempts: 7,
  });
});

test.each([
  ['--max-attempts', '0'],
  ['--max-attempts', '8'],
  ['--max-model-calls', '13'],
  ['--max-executions', '9'],
  ['--max-proposals', '4'],
  ['--deadline', '3601'],
  ['--deadline', '1.5'],
  ['--max-files', 'many'],
  ['--on-success', 'push'],
  ['--provider', 'github'],
  ['--base-url', 'http://api.example.com/v1'],
  ['--base-url', 'https://user:word@api.example.com/v1'],
  ['--base-url', 'ftp://x'],
  ['--branch', 'fix/{fingerprnt}'],
  ['--branch', 'fix/{id'],
])('%s %s is out of range, and named', (flag, value) => {
  expect(faultsOf([...GATE, flag, value])).toEqual([expect.stringContaining(flag)]);
});

test.each([
  'http://127.0.0.1:8080/v1',
  'http://localhost:11434/v1',
  'http://10.0.0.5/v1',
  'https://api.example.com/v1',
])('the endpoint %s may hold a key', (url) => {
  expect(faultsOf([...GATE, '--base-url', url])).toEqual([]);
});

test('a variable that is named like a secret is refused for the gate, not dropped', () => {
  expect(faultsOf([...GATE, '--gate-env', 'NPM_TOKEN'])).toEqual([expect.stringContaining('NPM_TOKEN')]);
  expect(faultsOf([...GATE, '--gate-env', 'DATABASE_URL'])).toEqual([]);
});

test('every fault is told at once, unknown names with what was meant', () => {
  expect(faultsOf(['--gat', 'x', '--max-atempts', '2', '--deadline', '0', 'word'])).toEqual([
    'unknown option --gat (did you mean --gate?)',
    'unknown option --max-atempts (did you mean --max-attempts?)',
    expect.stringMatching(/unexpected argument (x|word)/),
    expect.stringMatching(/unexpected argument/),
    expect.stringMatching(/unexpected argument/),
    expect.stringMatching(/^--deadline: /),
  ]);
});

test('a value that is missing is not taken from the next option', () => {
  expect(faultsOf(['--gate', '--json'])).toContainEqual(expect.stringContaining('--gate needs a value'));
  expect(faultsOf([...GATE, '--model'])).toContain('--model needs a value');
  expect(faultsOf([...GATE, '--json=yes'])).toContain('--json takes no value');
  expect(faultsOf([...GATE, '--model', 'a', '--model', 'b'])).toContain('--model is given twice');
});

test('a command may begin with a dash when it is joined by =', () => {
  expect(readRunSettings(['--gate=-x'], null).gate).toEqual(['-x']);
});

test.each([
  [['--provider', 'openai'], /--model/],
  [['--provider', 'command'], /--model-command/],
  [['--provider', 'replay'], /--recording/],
])('%j says what it lacks', (args, said) => {
  expect(faultsOf([...GATE, ...args])).toEqual([expect.stringMatching(said)]);
});

test('no gate is no fault, since one may be inferred', () => {
  expect(readRunSettings([], null)).toMatchObject({ gate: [], workflow: null, job: null, matrix: [] });
});

test.each([
  [['--workflow', 'ci.yml'], /--workflow needs --job/],
  [['--job', 'test'], /need --workflow/],
  [['--matrix', 'node=20'], /need --workflow/],
  [['--workflow', 'ci.yml', '--job', 'test', '--matrix', 'node'], /--matrix: must be KEY=VALUE/],
])('%j names a source of the gate by half', (args, said) => {
  expect(faultsOf(args)).toEqual([expect.stringMatching(said)]);
  expect(() => readGateSettings(args)).toThrow(said);
});

test('a gate that is named and one that is inferred exclude each other', () => {
  expect(faultsOf([...GATE, '--workflow', 'ci.yml', '--job', 'test'])).toEqual([
    expect.stringContaining('exclude each other'),
  ]);
});

test.each([
  ['gate: npm test', ['--workflow', 'ci.yml', '--job', 'test'], { gate: [], workflow: 'ci.yml' }],
  ['workflow: ci.yml\njob: test', GATE, { gate: ['npm test'], workflow: null, job: null }],
])(
  'where the gate comes from is said by the file (%j) or by a flag, and the flag wins',
  (config, args, chosen) => {
    expect(readRunSettings(args, config)).toMatchObject(chosen);
  },
);

test('the configuration file fills what the command line leaves out', () => {
  const config = 'gate: npm test\nmax-attempts: 5\nallow: [package.json]\nkeep-attempts: true\n';
  expect(readRunSettings(['--max-attempts', '2'], config)).toMatchObject({
    gate: ['npm test'],
    maxAttempts: 2,
    allow: ['package.json'],
    keepAttempts: true,
  });
});

test.each([
  ['recipes: none', ['none']],
  ['recipes: false', ['none']],
  ['recipes: true', ['all']],
  ['recipes: prettier, npm lockfile', ['prettier', 'npm lockfile']],
  ['recipes: [prettier, npm lockfile]', ['prettier', 'npm lockfile']],
])('a file says with %j which recipes may repair', (line, recipes) => {
  expect(readRunSettings([], `gate: npm test\n${line}\n`).recipes).toEqual(recipes);
  expect(readRunSettings(GATE, null).recipes).toEqual(['all']);
  expect(readRunSettings([...GATE, '--recipes', recipes.join(',')], null).recipes).toEqual(recipes);
});

test.each([
  ['max-atempts: 2', /unknown key max-atempts \(did you mean max-attempts\?\)/],
  ['json: true', /unknown key json/],
  ['- a', /must be a map/],
  ['gate: [a', /smart-fix\.yml: /],
  ['deadline: never', /--deadline: /],
])('the configuration %j is refused with its reason', (config, said) => {
  expect(faultsOf(GATE, config)).toEqual([expect.stringMatching(said)]);
});

test('an empty configuration file is no fault', () => {
  expect(faultsOf(GATE, '')).toEqual([]);
});

test('scan reads one file, standard input by default', () => {
  expect(readScanSettings([]).file).toBe('-');
  expect(readScanSettings(['build.log', '--json'])).toMatchObject({ file: 'build.log', format: 'json' });
  expect(() => readScanSettings(['a', 'b'])).toThrow(/unexpected argument b/);
  expect(() => readScanSettings(['--repo', '.', '--repo-files', 'x'])).toThrow(/exclude each other/);
  expect(() => readScanSettings(['--jsn'])).toThrow(/did you mean --json/);
});

test.each([
  'provider: command',
  'base-url: https://evil.example/v1',
  'model-command: cat /etc/passwd',
  'model-env: [OPENAI_API_KEY]',
  'gate-env: [DATABASE_URL]',
  'recording: replies.jsonl',
])('a repository cannot decide where a key goes or who sees a secret: %s', (config) => {
  expect(faultsOf(GATE, config)).toEqual([expect.stringMatching(/unknown key/)]);
});

test.each(['max-attempts: true', 'max-attempts: [2]', 'max-attempts: two', 'model: *nothing'])(
  'the configuration %j is a fault, not a number',
  (config) => {
    expect(faultsOf(GATE, config)).toHaveLength(1);
  },
);
