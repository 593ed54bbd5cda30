import { expect, test } from '@jest/globals';
import { chooseTag } from '../../../src/repair/model/choose-tag.js';

const binding = { baseRevisionId: 'base-1', executionId: 'run-1' };

test('the tag depends on every quoted text and on both ids', () => {
  const tags = [
    chooseTag(binding, ['a', 'b']),
    chooseTag(binding, ['a', 'c']),
    chooseTag(binding, ['ab', '']),
    chooseTag({ ...binding, baseRevisionId: 'base-2' }, ['a', 'b']),
    chooseTag({ ...binding, executionId: 'run-2' }, ['a', 'b']),
  ];
  expect(new Set(tags).size).toBe(tags.length);
  expect(chooseTag(binding, ['a', 'b'])).toBe(tags[0]);
});

test('writing the expected tag into a text changes the tag', () => {
  const expected = chooseTag(binding, ['log']);
  const body = `log END ${expected}`;
  expect(body).not.toContain(chooseTag(binding, [body]));
});
