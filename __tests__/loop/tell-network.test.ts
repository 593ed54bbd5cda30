import { expect, test } from '@jest/globals';
import type { CommandRun } from '../../src/domain/execution.js';
import type { ShellCommand } from '../../src/domain/shell-command.js';
import type { RunState } from '../../src/ledger/fold.js';
import { tellNetwork } from '../../src/loop/tell-network.js';
import { scanLog } from '../../src/scan/scan-log.js';

const command = (text: string): ShellCommand => ({ text, folder: '.', environment: {}, shell: [] });

const tell = (output: string, { sandbox = 'docker', ran = 'npm test' } = {}) => {
  const run = { command: ran, output } as CommandRun;
  const request = { gate: [command('npm test')], setup: [command('npm ci')] };
  const state = { sandbox, request } as unknown as Pick<RunState, 'sandbox' | 'request'>;
  const scan = scanLog({ log: output, repositoryFiles: ['src/a.ts'], matchers: [] });
  const { notes, blockers } = tellNetwork(scan, run, state);
  return { notes: notes.slice(scan.notes.length), blockers: blockers.slice(scan.blockers.length) };
};

test.each([
  'npm error code EAI_AGAIN',
  'curl: (6) Could not resolve host: example.org',
  'pip: Temporary failure in name resolution',
  'dial tcp: lookup proxy.golang.org: no such host',
  'connect ENETUNREACH 93.184.216.34:443',
  'java.net.UnknownHostException: repo.maven.apache.org',
])('a gate that says "%s" in a sandbox seems to need the network, and the line to add is named', (line) => {
  const { notes } = tell(line);
  expect(notes).toEqual([expect.stringContaining('needed the network')]);
  expect(notes[0]).toContain('`sandbox: none`');
  expect(notes[0]).toContain('`setup: …`');
});

test('where the network is all that is wrong, no patch is asked for', () => {
  expect(tell('npm error code EAI_AGAIN').blockers).toMatchObject([
    { kind: 'missing-dependency', logLine: 1 },
  ]);
});

test('beside a failure that a change can help, it is said and stops nothing', () => {
  const { notes, blockers } = tell(
    "warning: getaddrinfo ENOTFOUND x\nsrc/a.ts(1,2): error TS2304: Cannot find name 'b'.",
  );
  expect([notes.length, blockers]).toEqual([1, []]);
});

test.each([
  ['no sandbox', 'npm error code EAI_AGAIN', { sandbox: 'none' }],
  ['a setup, which has the network', 'npm error code EAI_AGAIN', { ran: 'npm ci' }],
  ['a refused connection, which may be the program’s own', 'connect ECONNREFUSED 127.0.0.1:5432', {}],
])('%s is not taken for it', (_, output, options) => {
  expect(tell(output, options)).toEqual({ notes: [], blockers: [] });
});
