import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { evaluateExpression } from '../../src/adapters/workflow/evaluate-expression.js';

interface Woken {
  readonly workflow?: number;
  readonly branch?: string;
  readonly repository?: number;
  readonly event?: string;
  readonly sha?: string;
}

/** The concurrency group of a workflow of ours for a failed run, by GitHub's own expression engine. */
function groupOf(path: string, woken: Woken): string {
  const { workflow = 1, branch = 'main', repository = 7, event: by = 'push', sha = 'a1' } = woken;
  const text = readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
  const place = { head_branch: branch, head_sha: sha, head_repository: { id: repository } };
  const failed = { ...place, workflow_id: workflow, event: by };
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
])('CON-06: in %s a run that waits is replaced only by one for the same failure', (path) => {
  const waiting = groupOf(path, {});
  expect(waiting).toContain('main');
  expect(groupOf(path, {})).toBe(waiting);
  // GitHub cancels what waits in a group when another comes: those would be lost without a word.
  const others = [{ workflow: 2 }, { branch: 'topic' }, { repository: 8 }, { event: 'pull_request' }];
  for (const other of [...others, { sha: 'b2' }]) expect(groupOf(path, other)).not.toBe(waiting);
});
