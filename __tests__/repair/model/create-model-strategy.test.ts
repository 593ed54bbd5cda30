import { describe, expect, test } from '@jest/globals';
import { createModelStrategy } from '../../../src/repair/model/create-model-strategy.js';
import type { Model, ModelPrompt } from '../../../src/repair/model/model.js';
import type { Answer, Proposal } from '../../../src/repair/strategy.js';
import { askOptions } from '../../support/ask-options.js';
import { commandRun, repairContext } from '../../support/repair-context.js';
import { revisionFiles } from '../../support/revision-files.js';

/** A model that answers always the same, and keeps the prompts. */
function scripted(answer: Answer): Model & { readonly prompts: readonly ModelPrompt[] } {
  const prompts: ModelPrompt[] = [];
  return {
    name: 'scripted',
    answersBy: 'reply',
    price: null,
    prompts,
    ask: async (prompt) => {
      prompts.push(prompt);
      return answer;
    },
  };
}

const unchanged = (text: string): string => text;

const read = async (answer: Answer, context = repairContext()): Promise<Proposal> =>
  createModelStrategy(scripted(answer), unchanged).read(answer, context);

const reply = (fields: object = {}): Answer => ({
  kind: 'text',
  usage: null,
  text: JSON.stringify({
    baseRevisionId: 'base-1',
    executionId: 'run-1',
    diagnosis: 'A string\nis returned.',
    changeSummary: 'Return a number.',
    edits: [{ path: 'src/cart.ts', oldText: '"0"', newText: '0' }],
    giveUp: null,
    ...fields,
  }),
});

const changes = (fields: Partial<Extract<Answer, { kind: 'changes' }>>): Answer => ({
  kind: 'changes',
  changes: [{ path: 'a', before: 'x', after: 'y' }],
  odd: [],
  summary: 'Did it.',
  usage: null,
  ...fields,
});

describe('asking', () => {
  test('the prompt of the failed execution goes to the model, with secrets masked', async () => {
    const model = scripted({ kind: 'cancelled' });
    const strategy = createModelStrategy(model, (text) => text.replaceAll('s3cret', '[redacted]'));
    const context = repairContext({ commands: [commandRun({ output: 'token s3\u200bcret leaked' })] });
    const options = askOptions();
    expect(await strategy.ask(context, options)).toEqual({ kind: 'cancelled' });
    expect(options.reserved).toMatchObject([{ model: 'scripted', hiddenCharacters: 1, price: null }]);
    expect(model.prompts[0]?.user).toContain('token [redacted] leaked');
    expect(model.prompts[0]?.user).not.toContain('s3cret');
  });
});

describe('a reply', () => {
  test('with edits that fit is a candidate that quotes the model', async () => {
    expect(await read(reply())).toEqual({
      kind: 'candidate',
      changes: [
        {
          path: 'src/cart.ts',
          before: 'export function total(): number {\n  return "0";\n}\n',
          after: 'export function total(): number {\n  return 0;\n}\n',
        },
      ],
      diagnosis: 'A string\nis returned.',
      changeSummary: 'Return a number.',
    });
  });

  test.each([
    { baseRevisionId: 'base-0' },
    { executionId: 'run-0' },
    { executionId: 'RUN-1' },
    { executionId: '' },
  ])('with the ids %j is stale', async (ids) => {
    expect(await read(reply(ids))).toMatchObject({ code: 'stale-binding' });
  });

  test('with a reason and no edits gives up', async () => {
    expect(await read(reply({ edits: [], giveUp: 'Two readings\u202e are\npossible.' }))).toEqual({
      kind: 'gave-up',
      reason: 'Two readings are possible.',
    });
  });

  test('with a reason and edits says two things and is malformed', async () => {
    expect(await read(reply({ giveUp: 'No.' }))).toMatchObject({ code: 'malformed' });
  });

  test('with neither is a no-op', async () => {
    expect(await read(reply({ edits: [] }))).toMatchObject({ code: 'no-op' });
    expect(await read(reply({ edits: [], giveUp: ' ' }))).toMatchObject({ code: 'no-op' });
  });

  test('that obeys an instruction from the log changes that one path in the candidate, and nothing else happens', async () => {
    const files = revisionFiles({ '.github/workflows/ci.yml': 'on: push\n', 'src/cart.ts': 'x' });
    const edits = [
      { path: '.github/workflows/ci.yml', oldText: 'on: push', newText: 'on: pull_request_target' },
    ];
    const proposal = await read(reply({ edits }), repairContext({ files }));
    expect(proposal).toMatchObject({
      kind: 'candidate',
      changes: [
        { path: '.github/workflows/ci.yml', before: 'on: push\n', after: 'on: pull_request_target\n' },
      ],
    });
    expect(files.wasRead).toEqual(['.github/workflows/ci.yml']);
  });
});

describe('changes of a coding agent', () => {
  test('are a candidate with the last words as summary', async () => {
    expect(await read(changes({}))).toEqual({
      kind: 'candidate',
      changes: [{ path: 'a', before: 'x', after: 'y' }],
      diagnosis: 'Did it.',
      changeSummary: 'Did it.',
    });
  });

  test.each([
    ['symlink', 'symlink'],
    ['binary', 'binary'],
    ['mode', 'mode-change'],
    ['submodule', 'submodule'],
  ] as const)('with a %s change are rejected as %s, whatever else they hold', async (kind, code) => {
    expect(await read(changes({ odd: [{ path: 'link', kind }] }))).toMatchObject({ kind: 'rejection', code });
  });

  test('that are none are a no-op with the last words', async () => {
    expect(await read(changes({ changes: [], summary: 'I could not.' }))).toMatchObject({
      code: 'no-op',
      detail: expect.stringContaining('I could not.'),
    });
  });

  test('that bring in a hidden character are rejected, one that was there already is not', async () => {
    const hidden = [{ path: 'a', before: 'x', after: 'x\u202e' }];
    expect(await read(changes({ changes: hidden }))).toMatchObject({ code: 'binary' });
    const old = [{ path: 'a', before: 'x\u202e', after: 'y\u202e' }];
    expect(await read(changes({ changes: old }))).toMatchObject({ kind: 'candidate' });
  });
});

describe('an answer that is no reply', () => {
  test.each([
    [
      { kind: 'truncated', detail: 'cut', usage: null },
      { kind: 'rejection', code: 'truncated' },
    ],
    [
      { kind: 'empty', detail: 'no choice', usage: null },
      { kind: 'rejection', code: 'empty-reply' },
    ],
    [
      { kind: 'refused', detail: 'I cannot.', usage: null },
      { kind: 'gave-up', reason: 'The model refused: I cannot.' },
    ],
    [{ kind: 'cancelled' }, { kind: 'cancelled' }],
    [
      { kind: 'unavailable', reason: 'permission', detail: 'no' },
      { kind: 'unavailable', reason: 'permission', detail: 'no' },
    ],
  ] as const)('%j is read as %j', async (answer, expected) => {
    expect(await read(answer)).toMatchObject(expected);
  });

  test('a long refusal is shortened and loses its control characters', async () => {
    const proposal = await read({ kind: 'refused', detail: `\u001b[31m${'no '.repeat(1000)}`, usage: null });
    expect(proposal).toMatchObject({ kind: 'gave-up', reason: expect.not.stringContaining('\u001b') });
    expect(JSON.stringify(proposal).length).toBeLessThan(600);
  });
});
