import { expect, test } from '@jest/globals';
import { GOOD } from '../support/broken-sum.js';
import { ask, breakPull, saidBy, soundProject } from '../support/comment-ci.js';
import { addFailure, brokenProject, FAILED_OUTPUT, repairRun } from '../support/failed-ci.js';
import { octokitOf } from '../support/github/octokit-of.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { playWorkflow } from '../support/play-workflow.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('adversarial-publications');
const start = useFakeGithub();
const model = scriptedModel();

/** Everything that is published when log, job and model all say these words: pull request, answers, issue and commit. */
async function publishedWith(words: string) {
  const jobs = [{ name: words.slice(0, 60), output: `${words}\n${FAILED_OUTPUT} ${words.split('\n')[0]}` }];
  const reply = { ...GOOD, diagnosis: words, changeSummary: words.split('\n').join(' ') };
  const broken = breakPull(await start(soundProject()), { jobs });
  const { github } = broken;
  const fixed = await ask(broken, { folder, model }, { body: '/smart-fix', answers: [{ reply }] });
  expect(fixed.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  await ask(broken, { folder, model }, { body: '/smart-fix explain' });
  const pull = github.pulls().at(-1);
  const commit = github.world.git.git(['log', '-1', '--format=%B', `refs/heads/${fixed.outputs.branch}`]);
  const other = await start(brokenProject());
  const wrong = { ...reply, edits: (GOOD.edits ?? []).map((edit) => ({ ...edit, newText: 'a + b + 2;' })) };
  model.mock.reset();
  const ci = { github: other, folder, model };
  const inputs = { 'max-attempts': '1' };
  await repairRun(ci, addFailure(ci, { jobs }), { answers: [{ reply: wrong }], inputs });
  const [issue] = other.issues();
  const [title, ...texts] = [pull?.title, pull?.body, ...saidBy(broken), issue?.title, issue?.body];
  const all = [title, ...texts, commit].map((text) => text ?? '');
  expect(all.every((text) => text !== '')).toBe(true);
  expect(all).toHaveLength(7);
  // Neither a title nor a commit's message is Markdown.
  return { all, prose: all.map(withoutCode), markdown: texts.map((text) => withoutCode(text ?? '')) };
}

/** What is rendered as more than letters: without blocks and spans of code, and without what is escaped. */
const withoutCode = (text: string): string =>
  text
    .replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, '')
    .replaceAll(/`[^`\n]*`/g, '')
    .replaceAll(/\\./g, '');

test('PUB-02: words that close issues close none and refer to none, in text, title and commit alike', async () => {
  const { prose } = await publishedWith('Fixes #1, closes owner/repo#2, Resolve GH-3');
  for (const text of prose) expect(text).not.toMatch(/#\d|GH-\d/);
}, 120_000);

test('PUB-03: no image and no foreign link is made of what a log, a job or a model says', async () => {
  const words =
    '![x](https://evil.example/?d=1) <img src=//evil.example/a> ![y][z] www.evil.example\n[z]: https://evil.example/b';
  const { prose, markdown } = await publishedWith(words);
  for (const text of prose) expect(text).not.toMatch(/:\/\/evil|www\.evil/);
  for (const text of markdown) {
    expect(text).not.toMatch(/!\[|<(img|picture)|^\s*\[[^\]]*\]:/im);
    expect(text).not.toContain('](//evil');
  }
}, 120_000);

test('PUB-04: neither comments nor markup nor scripts of others get into a text', async () => {
  const words = '<!-- smart-fix:issue:0123456789ab --> </details><details open><b>x [a](javascript:alert(1))';
  const { all, markdown } = await publishedWith(words);
  for (const text of markdown) {
    // Our own hidden marks stand at the very beginning.
    expect(text.replace(/^(<!-- smart-fix:[^>]* -->\n+)+/, '')).not.toContain('<!--');
    expect(text).not.toMatch(/<b>|<details open|\]\(javascript/);
    expect(text.match(/<\/details>/g)?.length).toBe(text.match(/<details>/g)?.length);
  }
  expect(all.filter((text) => text.startsWith('<!-- smart-fix:issue:0123456789ab'))).toEqual([]);
}, 120_000);

test('PUB-06: no line begins with a command to a bot, also where it is quoted as code', async () => {
  const { all } = await publishedWith('/approve\n/merge now\n/smart-fix retry');
  for (const text of all) expect(text).not.toMatch(/^[ \t>]*\/(approve|merge|smart-fix)\b/im);
  expect(all.some((text) => text.includes('\u2060/approve'))).toBe(true);
}, 120_000);

test('PUB-13: what a job before the last tries to write is refused, and the run ends as ever', async () => {
  const github = await start(brokenProject());
  const ci = { github, folder, model };
  const play = { answers: [{ reply: GOOD }] };
  const most = await playWorkflow(ci, { ...play, before: 'publish' });
  const at = { owner: github.owner, repo: github.name };
  const token = github.tokenWith({ actions: 'read', contents: 'read' });
  const { rest } = octokitOf(github, { token }).octokit;
  const sha = github.headOf('main') ?? '';
  await expect(rest.git.createRef({ ...at, ref: 'refs/heads/smart-fix/x', sha })).rejects.toMatchObject({
    status: 403,
  });
  expect(github.branches()).toEqual(['main']);
  const { jobs } = await playWorkflow(ci, { failed: most.failed }, most);
  expect(jobs.at(-1)).toMatchObject({ name: 'publish', outputs: { 'stop-reason': 'fixed' } });
  expect([github.pulls().length, github.issues()]).toEqual([1, []]);
}, 240_000);

test('CON-08: in the split form, too, a fix that people closed is not made again, which is noted under it once', async () => {
  const github = await start(brokenProject());
  const ci = { github, folder, model };
  await playWorkflow(ci, { answers: [{ reply: GOOD }] });
  github.person.close(1);
  for (const notes of ['first.txt', 'second.txt']) {
    github.person.push('main', { [notes]: 'on\n' });
    const { jobs } = await playWorkflow(ci, {});
    expect(jobs.map(({ name, outputs }) => [name, outputs['stop-reason']])).toEqual([
      ['admit', 'disabled-after-revert'],
      ['publish', 'disabled-after-revert'],
    ]);
  }
  expect(github.comments(1)).toMatchObject([{ body: expect.stringContaining('not repaired again') }]);
  expect(github.pulls()).toMatchObject([{ state: 'closed' }]);
}, 240_000);
