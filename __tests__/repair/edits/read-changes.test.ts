import { describe, expect, test } from '@jest/globals';
import { readEditCases } from '../../support/edit-cases.js';
import { readChanges } from '../../support/read-changes.js';
import { revisionFiles } from '../../support/revision-files.js';

async function outcome(answer: string, files: Readonly<Record<string, string>>): Promise<unknown> {
  const changes = await readChanges(answer, revisionFiles(files));
  if ('kind' in changes) return changes.code;
  const after: Record<string, string | null> = { ...files };
  for (const { path, after: text } of changes) after[path] = text;
  return Object.fromEntries(Object.entries(after).filter(([, text]) => text !== null));
}

describe.each(['unified-diff', 'search-replace', 'apply-patch', 'json', 'whole-files', 'as-models-write'])(
  '%s',
  (shape) => {
    test.each(readEditCases(`${shape}.txt`).map((each) => [each.rule, each] as const))(
      '%s',
      async (_, { answer, files, expected }) => {
        expect(await outcome(answer, files)).toEqual(expected);
      },
    );
  },
);
