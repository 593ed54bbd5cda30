import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { evaluateExpression } from '../../src/adapters/workflow/evaluate-expression.js';

interface Woken {
  readonly workflow?: number;
  readonly branch?: string;
  readonly repository?: number;
}

/** The concurrency group of a workflow of ours for a failed run, by GitHub's own expression engine. */
function groupOf(path: string, { workflow = 1, branch = 'main', repository = 7 }: Woken): string {
  const text = readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
  const failed = { head_branch: branch, workflow_id: workflow, head_repository: { id: repository } };
  const event = { workflow_run: failed };
  const contexts = {
    github: { known: { event }, isComplete: true },
    inputs: { known: {}, isComplete: true },
  };
  return parse(text).concurrency.group.replaceAll(/\$\{\{(.*?)\}\}/g, (_: string, expression: string) => {
    const value = evaluateExpression(expression.trim(), contexts);
    if (value.kind !== 'value') throw new Error(`${expression} cannot be known`);
    return String(value.value);
  });
}

test.each([
  '.github/examples/failed-ci.yml',
  '.github/examples/split-failed-ci.yml',
  '.github/workflows/smart-fix.yml',
])('CON-06: in %s a run that waits is replaced only by one whose commit is newer', (path) => {
  const waiting = groupOf(path, {});
  expect(waiting).toContain('main');
  expect(groupOf(path, {})).toBe(waiting);
  // GitHub cancels what waits in a group when another comes: those would be lost without a word.
  for (const other of [{ workflow: 2 }, { branch: 'topic' }, { repository: 8 }])
    expect(groupOf(path, other)).not.toBe(waiting);
});
