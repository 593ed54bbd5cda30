// npm run fake-github: the GitHub of the tests, for a person with curl. It listens on loopback until it is stopped.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './bundle.mjs';

const entry = join(root, '__tests__', 'support', 'github', 'fake-github.ts');
const { outputFiles } = await build({
  entryPoints: [entry],
  bundle: true,
  format: 'esm',
  platform: 'node',
  write: false,
  define: { 'import.meta.url': JSON.stringify(pathToFileURL(entry).href) },
});
const code = Buffer.from(outputFiles[0].contents).toString('base64');
const { startFakeGithub } = await import(`data:text/javascript;base64,${code}`);

const github = await startFakeGithub({
  files: {
    'src/sum.mjs': 'export const sum = (a, b) => a + b + 1;\n',
    '.github/workflows/ci.yml': 'name: CI\non: push\njobs: {}\n',
  },
});
const run = github.addFailedRun({ jobs: [{ output: 'src/sum.mjs:1: error: sum is 5' }] });
const job = run.attempts[0].jobs[0];
const repository = `${github.apiUrl}/repos/${github.owner}/${github.name}`;
const curl = `curl -s -H "Authorization: Bearer ${github.token}"`;
const remote = github.gitUrl.replace('http://', `http://x-access-token:${github.token}@`);
console.log(`API          ${github.apiUrl} (as GitHub Enterprise Server: ${github.gheUrl})
git          ${github.gitUrl}
token        ${github.token}
failed run   ${run.id} on main at ${run.headSha}

${curl} ${repository}/actions/runs/${run.id}
${curl} -L ${repository}/actions/jobs/${job.id}/logs
${curl} -d '{"title":"Try","body":"from curl"}' ${repository}/issues
git clone ${remote}

Ctrl-C stops it and says what was used wrongly.`);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    github.close().catch((error) => {
      console.error(error.message);
      process.exitCode = 1;
    });
  });
}
