import type { Finding } from '../../domain/scan.js';
import type { PastProposal, RepairContext } from '../strategy.js';
import { chooseTag } from './choose-tag.js';
import type { Model, ModelPrompt } from './model.js';
import { plainLine, plainText } from './plain-text.js';
import { type Section, systemPrompt, userPrompt } from './prompt-templates.js';
import { quoteFiles } from './quote-files.js';
import { quoteRun } from './quote-output.js';
import { withinTokens } from './within-tokens.js';

/** Room for each part of a prompt, in estimated tokens; 21,000 in all. */
const ROOM = { findings: 2500, output: 4000, files: 10_000, past: 3500, paths: 1000 };

const MAX_DIFF_TOKENS = 800;
/** In characters. */
const MAX_DETAIL = 1500;

function quoteFinding(finding: Finding): string {
  const place = [finding.file, finding.line, finding.column].filter((part) => part !== null).join(':');
  const said = [finding.tool, finding.code, finding.test].filter((part) => part !== null).join(', ');
  const repeats = finding.repeats > 0 ? ` (and ${finding.repeats} more times)` : '';
  return `- ${plainLine(place || 'no place', 300)} [${plainLine(said, 200)}]${repeats}\n  ${plainLine(finding.message, 600)}`;
}

function quotePast(past: PastProposal): string {
  const fate = past.result === 'rejected' ? 'refused before it ran' : 'applied, but the gate failed';
  const head = `attempt ${past.attempt}: ${fate}\nits words: ${plainLine(past.changeSummary, 400)}`;
  const why = plainText(past.detail).trim().slice(0, MAX_DETAIL);
  const diff = withinTokens(plainText(past.diff).trimEnd().split('\n'), MAX_DIFF_TOKENS);
  return `${head}\nwhy: ${why}\n${diff}`.trimEnd();
}

/** Tracked paths, those beside a finding first. */
function pathsOf({ scan, files }: RepairContext): readonly string[] {
  const folders = new Set(scan.findings.map(({ file }) => (file === null ? null : folderOf(file))));
  const near = files.paths.filter((path) => folders.has(folderOf(path)));
  const far = files.paths.filter((path) => !folders.has(folderOf(path)));
  return [...near, ...far].map((path) => plainLine(path, 300));
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** An answer or prompt that was too long for the model is asked for again with half the material. */
function wasTooLong(past: readonly PastProposal[]): boolean {
  return past.some(({ result, detail }) => result === 'rejected' && detail.startsWith('truncated'));
}

/**
 * All that a model is told about a failed execution, within fixed limits. The same context gives the same prompt.
 * Everything from outside stands in data blocks, without characters that a reader would not see.
 */
export async function buildPrompt(
  context: RepairContext,
  answersBy: Model['answersBy'],
): Promise<ModelPrompt> {
  const { binding, scan, failed, gate, limits, past } = context;
  const share = wasTooLong(past) ? 0.5 : 1;
  const red = failed.commands.filter(({ end }) => end.kind !== 'exited' || end.exitCode !== 0).length;
  const outputRoom = (ROOM.output * share) / Math.max(red, 1);
  const checks = failed.checks.filter(({ passed }) => !passed);
  const sections: readonly Section[] = [
    {
      heading: `Findings in the log, best first`,
      body: withinTokens(scan.findings.map(quoteFinding), ROOM.findings * share),
    },
    {
      heading: 'The gate, and how each command ended',
      body: [
        ...failed.commands.map((run) => quoteRun(run, scan.findings, outputRoom)),
        ...gate.slice(failed.commands.length).map((command) => `$ ${plainLine(command, 500)}\n(not reached)`),
        ...checks.map(({ name, detail }) => `check ${name} failed: ${plainLine(detail, 600)}`),
      ].join('\n\n'),
    },
    {
      heading: 'Files of the failed revision, with line numbers',
      body: await quoteFiles(context, ROOM.files * share),
    },
    {
      heading: 'Earlier proposals of this run, newest first',
      body: withinTokens(past.map(quotePast).toReversed(), ROOM.past * share, '\n\n'),
    },
    { heading: 'Tracked files', body: withinTokens(pathsOf(context), ROOM.paths * share) },
  ].filter(({ body }) => body !== '');
  const tag = chooseTag(
    binding,
    sections.map(({ body }) => body),
  );
  return { system: systemPrompt(answersBy), user: userPrompt({ binding, limits, sections, tag }), binding };
}
