import { expect, test } from '@jest/globals';
import { parseCommand } from '../../src/trigger/parse-command.js';

const SHA = '0123456789abcdef0123456789abcdef01234567';
const PLAIN = { verb: 'repair', gate: null, attempts: null, dryRun: false, commit: null };
const parse = (body: string, phrases: readonly string[] = []) => parseCommand(body, phrases);

test.each<[string, object]>([
  ['/smart-fix', {}],
  ['/Smart-Fix  ', {}],
  ['  /smart-fix', {}],
  ['/smart-fix with isolation', {}],
  ['/smart-fix retry', { verb: 'retry' }],
  ['/smart-fix stop', { verb: 'stop' }],
  ['/smart-fix explain\r\nThanks in advance.', { verb: 'explain' }],
  ['/smart-fix --gate unit', { gate: 'unit' }],
  ['/smart-fix --gate=unit', { gate: 'unit' }],
  ['/smart-fix --gate "test (20, ubuntu)"', { gate: 'test (20, ubuntu)' }],
  ['/smart-fix --attempts 5', { attempts: 5 }],
  ['/smart-fix --dry-run', { dryRun: true }],
  [`/smart-fix ${SHA}`, { commit: SHA }],
  [
    `/smart-fix with isolation retry --attempts 1 --gate lint --dry-run ${SHA}`,
    { verb: 'retry', attempts: 1, gate: 'lint', dryRun: true, commit: SHA },
  ],
])('%j is a command', (body, said) => {
  expect(parse(body)).toEqual({ kind: 'command', command: { ...PLAIN, ...said } });
});

test.each([
  ['a fence', '```\n/smart-fix\n```'],
  ['a quoted reply', '> /smart-fix\n\nNo, please.'],
  ['an HTML comment', '<!--\n/smart-fix\n-->'],
  ['an HTML comment on one line', '<!-- /smart-fix -->'],
  ['a block of code by its indentation', '    /smart-fix'],
  ['a tab before it', '\t/smart-fix'],
  ['inline code', '`/smart-fix`'],
  ['a later line', 'Hello\n/smart-fix'],
  ['a line after an empty one', '\n/smart-fix'],
  ['a longer word', '/smart-fixer'],
  ['a word with an invisible end', '/smart-fix\u200b'],
  ['the middle of a sentence', 'please /smart-fix'],
  ['nothing', ''],
  ['an endless line', `/smart-fix ${'x '.repeat(400)}`],
])('text in %s is no command', (_, body) => {
  expect(parse(body)).toEqual({ kind: 'none' });
});

test.each<[string, readonly string[]]>([
  [
    '/smart-fix --model http://evil.example --base main; rm -rf /',
    ['--model', 'http://evil.example', '--base', 'main;', 'rm', '-rf', '/'],
  ],
  ['/smart-fix please', ['please']],
  ['/smart-fix help', ['help']],
  ['/smart-fix with', ['with']],
  ['/smart-fix --gate', ['--gate']],
  ['/smart-fix --gate=', ['--gate=']],
  ['/smart-fix --attempts 8', ['--attempts', '8']],
  ['/smart-fix --attempts 0x3', ['--attempts', '0x3']],
  ['/smart-fix --attempts=all', ['--attempts=all']],
  ['/smart-fix 0123456', ['0123456']],
  ['/smart-fix retry explain', ['explain']],
  ['/smart-fix --attempts 1 --attempts 2', ['--attempts 2']],
  ['/smart-fix stop --dry-run', ['stop']],
  ['/smart-fix "retry"', ['retry']],
  ['/smart-fix <!-- hidden -->', ['<!--', 'hidden', '-->']],
])('%j is unclear, and its words are told apart', (body, words) => {
  expect(parse(body)).toEqual({ kind: 'unclear', words });
});

test('a phrase of the repository is the whole of the first line, in any case', () => {
  const phrases = ['auto-fix this', 'self-heal'];
  for (const body of ['auto-fix this', 'Auto-fix  this!', 'Self-heal.\nplease'])
    expect(parse(body, phrases)).toEqual({ kind: 'command', command: PLAIN });
  for (const body of ['please auto-fix this', 'auto-fix this, or not', '> self-heal', 'self-heal stop'])
    expect(parse(body, phrases)).toEqual({ kind: 'none' });
  expect(parse('auto-fix this')).toEqual({ kind: 'none' });
});
