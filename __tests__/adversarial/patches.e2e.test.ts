import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { brokenSum, CHECK, GOOD } from '../support/broken-sum.js';
import { runGuarded } from '../support/run-guarded.js';
import { repositoryIn, type SampleRepository } from '../support/sample-repository.js';
import { type ModelAnswer, scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('adversarial-patches');
const model = scriptedModel();

const run = (repository: SampleRepository, answers: readonly ModelAnswer[], args: readonly string[] = []) =>
  runGuarded(repository, { folder, model, gate: CHECK, answers, args });
const edit = (path: string, oldText: string, newText: string): ModelAnswer => ({
  reply: { edits: [{ path, oldText, newText }] },
});
const diff = (...lines: readonly string[]): ModelAnswer => ({
  reply: `The sum is one too large.\n\n\`\`\`diff\n${lines.join('\n')}\n\`\`\`\n`,
});

/** A repository with what the cases try to abuse: a folder that is a link to outside, bytes that are no text. */
function project(): SampleRepository {
  const repository = brokenSum(folder, { 'run.sh': '#!/bin/sh\n', 'src/twice.txt': 'same\nsame\n' });
  mkdirSync(join(folder, 'outside'), { recursive: true });
  symlinkSync(join(folder, 'outside'), join(repository.folder, 'linked'));
  writeFileSync(join(repository.folder, 'latin.txt'), Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]));
  repository.commit();
  return repository;
}

const NEW = ['--- /dev/null', '+++ b/src/new'];

/** PAT-02 to PAT-05, PAT-08, PAT-09 and PAT-18: what, the answer, the code of its refusal. */
const REFUSED: readonly (readonly [what: string, answer: ModelAnswer, code: string])[] = [
  [
    'a symbolic link',
    diff('diff --git a/src/new b/src/new', 'new file mode 120000', ...NEW, '@@ -0,0 +1 @@', '+/etc/passwd'),
    'symlink',
  ],
  [
    'a submodule',
    diff(
      'diff --git a/src/new b/src/new',
      'new file mode 160000',
      ...NEW,
      '@@ -0,0 +1 @@',
      `+Subproject commit ${'a'.repeat(40)}`,
    ),
    'submodule',
  ],
  ['a file below a link that leads outside', edit('linked/kept.txt', 'kept', 'lost'), 'not-found'],
  ['a new file below such a link', edit('linked/new.txt', '', 'x\n'), 'symlink'],
  [
    'the executable bit',
    diff('diff --git a/run.sh b/run.sh', 'old mode 100644', 'new mode 100755'),
    'mode-change',
  ],
  [
    'a binary hunk',
    diff(
      'diff --git a/src/sum.mjs b/src/sum.mjs',
      'GIT binary patch',
      'literal 4',
      'LcmZ?wU}RumVqgFO00aO80RR91',
    ),
    'binary',
  ],
  ['an edit of a file that is not UTF-8', edit('latin.txt', 'caf', 'tea'), 'binary'],
  ['a quote that is there twice', edit('src/twice.txt', 'same', 'other'), 'ambiguous'],
  ['a quote that is nowhere', edit('src/sum.mjs', 'a * b', 'a + b'), 'not-found'],
  ['a file as it was', edit('src/sum.mjs', 'a + b', 'a + b'), 'no-op'],
];

test.each(REFUSED)('%s is refused before it runs, and the model is told', async (_, answer, code) => {
  const { report } = await run(project(), [answer, { reply: GOOD }]);
  expect(report.attempts.map(({ rejection }) => rejection?.code ?? null)).toEqual([code, null]);
  expect(report).toMatchObject({ stopReason: 'fixed', usage: { executions: 2 } });
  expect(model.prompts()[1]).toContain(code);
});

test('white space alone repairs nothing and leaves no commit (PAT-18)', async () => {
  const blank = project();
  const before = blank.snapshot();
  const { report } = await run(
    blank,
    [edit('src/sum.mjs', 'a + b + 1', 'a  +  b + 1')],
    ['--max-attempts', '1'],
  );
  expect(report).toMatchObject({ status: 'needs-human', stopReason: 'max-attempts', branch: null });
  expect(blank.snapshot()).toBe(before);
});

/** PAT-10: byte-order mark, line ends and a last line without one. */
test('what a file is written like stays, and only the edited line differs', async () => {
  const mark = '\ufeff';
  const before = `${mark}// the sum\r\nexport const sum = (a, b) => a + b + 1;\r\nexport const one = 1;`;
  const fixed = brokenSum(folder, { 'src/sum.mjs': before, '.gitattributes': '* -text\n' });
  const quote = 'export const sum = (a, b) => a + b + 1;\nexport const one = 1;';
  const { report } = await run(fixed, [edit('src/sum.mjs', quote, quote.replace(' + 1;', ';'))]);
  expect(report.stopReason).toBe('fixed');
  fixed.write({ expected: before.replace(' + 1;', ';') });
  const expected = fixed.git('hash-object', '--no-filters', 'expected');
  expect(fixed.git('rev-parse', `${report.branch}:src/sum.mjs`)).toBe(expected);
});

const files = (count: number): ModelAnswer => ({
  reply: {
    edits: Array.from({ length: count }, (_, n) => ({ path: `src/f${n}.mjs`, oldText: '', newText: 'x\n' })),
  },
});

/** PAT-11: each is past a limit of its own. */
test.each<[string, ModelAnswer, string]>([
  ['900 files', files(900), 'malformed'],
  ['100,000 lines', edit('src/new.mjs', '', 'x\n'.repeat(100_000)), 'too-many-lines'],
  ['5 MB of answer', { content: `{"edits": "${'x'.repeat(5_000_000)}"}` }, 'too-large'],
])('%s are refused before anything runs', async (_, answer, code) => {
  const { report } = await run(project(), [answer], ['--max-proposals', '1']);
  expect(report.attempts.map(({ rejection }) => rejection?.code)).toEqual([code]);
  expect(report).toMatchObject({
    ...{ status: 'needs-human', stopReason: 'proposals-exhausted', branch: null },
    usage: { executions: 1 },
  });
});

test('more files than the limit end the run at once (PAT-11)', async () => {
  const { report } = await run(project(), [files(150)]);
  expect(report).toMatchObject({
    ...{ status: 'needs-human', stopReason: 'too-many-files', branch: null },
    usage: { executions: 1, modelCalls: 1 },
  });
});

/** A project whose one fault lies in a file of any name, beside others. */
function faultIn(name: string, others: Readonly<Record<string, string>> = {}): SampleRepository {
  return brokenSum(folder, {
    ...others,
    [`src/${name}`]: 'wrong\n',
    'src/other.txt': 'wrong\n',
    'test/check.mjs': [
      "import { readFileSync } from 'node:fs';",
      `if (readFileSync(${JSON.stringify(`src/${name}`)}, 'utf8') !== 'right\\n') {`,
      "  console.log('src/other.txt:1: error: is wrong');",
      '  process.exit(1);',
      '}',
      '',
    ].join('\n'),
  });
}

/** PAT-14: a name is a name, whatever signs it has. */
test.each(['-rf', 'a "quote".txt', '🦊 fox.txt', "it's; $(id).txt"])(
  'a file named %j is edited as any other, and no other is',
  async (name) => {
    const odd = faultIn(name);
    const { report } = await run(odd, [edit(`src/${name}`, 'wrong', 'right')]);
    expect(report.stopReason).toBe('fixed');
    expect(odd.git('diff', '-z', '--name-only', 'main', `${report.branch}`)).toBe(`src/${name}\0`);
  },
);

/**
 * PAT-14 asks for the right file, but here for none: what people and models read of a patch is lines (prompts, the
 * applied diff, annotations), in which such a name can pass for another file's or for a line of its own.
 */
test('a name with control characters is never edited, and misleads no edit of another file (PAT-14)', async () => {
  const names = ['src/two\nlines.txt', 'src/a\ttab.txt'];
  const odd = faultIn('plain.txt', Object.fromEntries(names.map((name) => [name, 'wrong\n'])));
  const [line = '', tab = ''] = names;
  const args = ['--max-proposals', '3'];
  const answers = [
    edit(line, 'wrong', 'right'),
    edit(tab, 'wrong', 'right'),
    edit('src/plain.txt', 'wrong', 'right'),
  ];
  const { report } = await run(odd, answers, args);
  expect(report.attempts.map(({ rejection }) => rejection?.code ?? null)).toEqual([
    'path-traversal',
    'path-traversal',
    null,
  ]);
  expect(report.stopReason).toBe('fixed');
  expect(odd.git('diff', '-z', '--name-only', 'main', `${report.branch}`)).toBe('src/plain.txt\0');
});

/** PAT-17: repositories that are not whole. */
test.each<[string, (source: SampleRepository, target: string) => void]>([
  [
    'a shallow clone',
    (source, target) => source.git('clone', '-q', '--depth', '1', `file://${source.folder}`, target),
  ],
  [
    'a sparse checkout',
    (source, target) => {
      source.git('clone', '-q', '--sparse', `file://${source.folder}`, target);
    },
  ],
  [
    'a pointer of Git LFS',
    (source, target) => {
      source.write({
        '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n',
        'data.bin': `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 7\n`,
      });
      source.git('-c', 'filter.lfs.required=false', 'add', '--all');
      source.git('commit', '-qm', 'pointer');
      source.git('clone', '-q', `file://${source.folder}`, target);
    },
  ],
])('%s can be repaired', async (_, make) => {
  const target = join(folder, `part-${Math.random().toString(36).slice(2)}`);
  make(project(), target);
  const part = repositoryIn(target);
  const { report } = await run(part, [{ reply: GOOD }]);
  expect(report.stopReason).toBe('fixed');
  expect(part.git('diff', '--name-only', 'origin/main', `${report.branch}`)).toBe('src/sum.mjs');
});

test('a renamed script can still be started', async () => {
  const scripted = brokenSum(folder, { 'bin/tool.sh': '#!/bin/sh\nexit 0\n' });
  chmodSync(join(scripted.folder, 'bin/tool.sh'), 0o755);
  scripted.commit();
  const rename = diff(
    'diff --git a/bin/tool.sh b/bin/run.sh',
    'similarity index 100%',
    'rename from bin/tool.sh',
    'rename to bin/run.sh',
  );
  const gate = 'test -x bin/run.sh || { echo "bin/tool.sh:1: error: is not bin/run.sh"; exit 1; }';
  const { report } = await runGuarded(scripted, { folder, model, gate, answers: [rename] });
  expect(report.stopReason).toBe('fixed');
  expect(scripted.git('ls-tree', `${report.branch}`, 'bin/run.sh')).toMatch(/^100755 /);
  expect(readFileSync(join(scripted.folder, 'bin/tool.sh'), 'utf8')).toContain('exit 0');
});
