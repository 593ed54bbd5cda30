import { expect, test } from '@jest/globals';
import type { ShellCommand } from '../../../src/domain/shell-command.js';
import type { InferredGate } from '../../../src/verify/infer-gate/inferred-gate.js';
import { mergeGates } from '../../../src/verify/infer-gate/merge-gates.js';
import { gateOf, workflowWith } from '../../support/infer-job.js';

/** The gate of a job that runs these commands. */
const job = (...commands: readonly string[]): InferredGate =>
  gateOf(workflowWith(commands.map((command) => `- run: ${command}`).join('\n')));

const texts = (commands: readonly ShellCommand[]): readonly string[] => commands.map(({ text }) => text);

const commandsOf = (...gates: readonly InferredGate[]) => texts(mergeGates(gates).commands);

test('a check that a job makes twice is made twice', () => {
  const commands = ['git diff --exit-code', 'npm run generate', 'git diff --exit-code'];
  expect(commandsOf(job(...commands))).toEqual(commands);
});

test('copies of one job are one, and what jobs begin with in common runs once', () => {
  expect(commandsOf(job('npm test'), job('npm test'))).toEqual(['npm test']);
  const merged = mergeGates([job('npm ci', 'make', 'make check'), job('npm ci', 'make', 'make lint')]);
  expect(texts(merged.setup)).toEqual(['npm ci']);
  expect(texts(merged.commands)).toEqual(['make', 'make check', 'make lint']);
});

test('a check that another job makes too is made again after what comes before it', () => {
  const generated = ['npm run generate', 'git diff --exit-code'];
  expect(commandsOf(job('git diff --exit-code'), job(...generated))).toEqual([
    'git diff --exit-code',
    ...generated,
  ]);
});
