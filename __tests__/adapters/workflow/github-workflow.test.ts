// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of GitHub Actions
import { expect, test } from '@jest/globals';
import { evaluateExpression } from '../../../src/adapters/workflow/evaluate-expression.js';
import { readWorkflowFile } from '../../../src/adapters/workflow/github-workflow.js';

test.each([
  ['no YAML', 'on: [', /./],
  ['an unknown key', 'on: push\njobs: { a: { runs-on: x, step: [] } }', /Line: 2/],
  [
    'a context that is not there',
    'on: push\nname: ${{ secrets.X }}\njobs: { a: { runs-on: x, steps: [] } }',
    /Line: 2/,
  ],
  ['an empty file', '', /./],
  [
    'a billion laughs',
    `a: &a [x,x,x,x,x,x,x,x,x,x]\n${'bcdefg'
      .split('')
      .map((each, index) =>
        `${each}: &${each} [${'abcdefg'[index]}]`.replace(/\[(.)\]/, '[*$1,*$1,*$1,*$1,*$1,*$1,*$1,*$1,*$1]'),
      )
      .join('\n')}`,
    /./,
  ],
])('%s is a fault with its place', (_, text, fault) => {
  const reading = readWorkflowFile('ci.yml', text);
  expect(reading).toEqual({ kind: 'faults', faults: expect.arrayContaining([expect.stringMatching(fault)]) });
});

test('expressions stay, everything else is what YAML says', () => {
  const text =
    'on: push\nenv: { A: 1.50, B: "x${{ 1 }}" }\njobs: { a: { runs-on: x, steps: [{ run: "true" }] } }';
  const reading = readWorkflowFile('ci.yml', text);
  expect(reading.kind === 'workflow' && reading.workflow.get('env')).toEqual(
    new Map<string, unknown>([
      ['A', '1.5'],
      ['B', { kind: 'expression', expression: "format('x{0}', 1)" }],
    ]),
  );
});

const contexts = {
  matrix: { known: { node: 20, os: 'ubuntu', deep: { a: ['x'] } }, isComplete: true },
  github: { known: { event_name: 'push' }, isComplete: false },
};

test.each([
  ["matrix.node == 20 && 'yes' || 'no'", 'yes'],
  ['MATRIX.Node', 20],
  ['matrix.absent', null],
  ['matrix.deep.a[0]', 'x'],
  ["matrix['os']", 'ubuntu'],
  ['contains(fromJSON(\'["push"]\'), github.event_name)', true],
  ['matrix.deep', { a: ['x'] }],
  ['matrix.deep.a.*', ['x']],
  ["format('{0}-{1}', matrix.os, matrix.node)", 'ubuntu-20'],
  ['success() && !failure()', true],
  ['true || secrets.X', true],
])('%s has a value', (expression, value) => {
  expect(evaluateExpression(expression, contexts)).toEqual({ kind: 'value', value });
});

test.each([
  ['github.sha', 'github.sha'],
  ['secrets.X', 'secrets.X'],
  ['toJSON(github)', 'github'],
  ['needs.build.outputs.x', 'needs.build'],
  ["hashFiles('**/lock')", 'hashFiles()'],
  ['matrix.node ==', '${{ matrix.node == }}'],
  ["fromJSON('{')", "${{ fromJSON('{') }}"],
])('%s needs what nobody here knows, and names it', (expression, name) => {
  expect(evaluateExpression(expression, contexts)).toEqual({ kind: 'unknown', name });
});
