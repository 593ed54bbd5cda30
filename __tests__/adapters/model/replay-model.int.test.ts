import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readRecording } from '../../../src/adapters/model/recording.js';
import { createReplayModel } from '../../../src/adapters/model/replay-model.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'smart-fix-recording-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function recorded(...lines: readonly string[]) {
  const file = join(folder, 'replies.jsonl');
  await writeFile(file, lines.join('\n'));
  return readRecording(file);
}

const prompt = { system: '', user: '', binding: { baseRevisionId: 'base-1', executionId: 'run-1' } };
const limits = { maxCompletionTokens: null, signal: new AbortController().signal, limitMs: 1000 };

describe('a recording', () => {
  test('holds replies as objects or text, with or without usage, and any other answer', async () => {
    expect(
      await recorded(
        '{"reply": {"diagnosis": "d"}, "usage": {"promptTokens": 3, "completionTokens": 2}}',
        '',
        '{"reply": "not JSON at all"}',
        '{"answer": {"kind": "truncated", "detail": "cut", "usage": null}}',
        '{"answer": {"kind": "changes", "changes": [], "odd": [{"path": "l", "kind": "symlink"}], "summary": "s", "usage": null}}',
        '{"answer": {"kind": "unavailable", "reason": "permission", "detail": "no"}}',
      ),
    ).toMatchObject([
      { kind: 'text', text: '{"diagnosis":"d"}', usage: { promptTokens: 3, completionTokens: 2 } },
      { kind: 'text', text: 'not JSON at all', usage: null },
      { kind: 'truncated' },
      { kind: 'changes', odd: [{ path: 'l', kind: 'symlink' }] },
      { kind: 'unavailable', reason: 'permission' },
    ]);
  });

  test.each([
    ['no JSON', '{"reply": '],
    ['neither reply nor answer', '{"text": "x"}'],
    ['both', '{"reply": "x", "answer": {"kind": "cancelled"}}'],
    ['an unknown kind', '{"answer": {"kind": "maybe"}}'],
    ['an unknown field', '{"reply": "x", "delay": 3}'],
  ])('with a line that is %s is refused with file and line', async (_, line) => {
    await expect(recorded('{"reply": "x"}', line)).rejects.toThrow(
      /replies\.jsonl:2: this line of the recording is no/,
    );
  });

  test('that is not there is refused by name', async () => {
    await expect(readRecording(join(folder, 'none.jsonl'))).rejects.toThrow(
      /none\.jsonl: the recording cannot be read/,
    );
  });
});

describe('a replay', () => {
  test('gives the answers in order, with the ids of the prompt in place of their names, and then says that it is used up', async () => {
    const model = createReplayModel(
      await recorded(
        '{"reply": {"baseRevisionId": "{{baseRevisionId}}", "executionId": "{{executionId}}"}}',
        '{"reply": "second"}',
      ),
    );
    expect(await model.ask(prompt, limits)).toMatchObject({
      text: '{"baseRevisionId":"base-1","executionId":"run-1"}',
    });
    expect(await model.ask(prompt, limits)).toMatchObject({ text: 'second' });
    expect(await model.ask(prompt, limits)).toMatchObject({
      kind: 'unavailable',
      reason: 'model-unavailable',
      detail: 'The recording holds 2 answers and all are used up. Record more.',
    });
  });

  test('that is called off uses no answer up', async () => {
    const model = createReplayModel(await recorded('{"reply": "first"}'));
    expect(await model.ask(prompt, { ...limits, signal: AbortSignal.abort() })).toEqual({
      kind: 'cancelled',
    });
    expect(await model.ask(prompt, limits)).toMatchObject({ text: 'first' });
  });
});
