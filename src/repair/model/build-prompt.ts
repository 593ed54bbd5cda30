import type { CallEstimate } from '../../domain/model-call.js';
import type { PastProposal, RepairContext } from '../strategy.js';
import { chooseTag } from './choose-tag.js';
import { estimateTokens } from './estimate-tokens.js';
import type { Model, ModelPrompt } from './model.js';
import { countHidden, plainLine } from './plain-text.js';
import { findingLines } from './prompts/finding-lines.js';
import { lookResult } from './prompts/look-result.js';
import { pastProposal } from './prompts/past-proposal.js';
import { personWords } from './prompts/person-words.js';
import { systemPrompt } from './prompts/system-prompt.js';
import { type Section, userPrompt } from './prompts/user-prompt.js';
import { quoteChange } from './quote-change.js';
import { quoteFiles } from './quote-files.js';
import { quoteRun } from './quote-output.js';
import { withinTokens } from './within-tokens.js';

/** Room for each part of a prompt, in estimated tokens. */
const ROOM = {
  findings: 2500,
  output: 4000,
  files: 10_000,
  looks: 6000,
  change: 2000,
  past: 3500,
  paths: 1000,
};

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

/** After an answer that was cut, the next is asked for with half the material. */
function wasCut(past: readonly PastProposal[]): boolean {
  return past.some(({ result, detail }) => result === 'rejected' && detail.startsWith('truncated'));
}

function quoteGate({ failed, gate, scan }: RepairContext, tokens: number): string {
  const red = failed.commands.filter(({ end }) => end.kind !== 'exited' || end.exitCode !== 0).length;
  const checks = failed.checks.filter(({ passed }) => !passed);
  return [
    ...failed.commands.map((run) => quoteRun(run, scan.findings, tokens / Math.max(red, 1))),
    ...gate.slice(failed.commands.length).map((command) => `$ ${plainLine(command, 500)}\n(not reached)`),
    ...checks.map(({ name, detail }) => `check ${name} failed: ${plainLine(detail, 600)}`),
  ].join('\n\n');
}

export type BuiltPrompt = ModelPrompt & Pick<CallEstimate, 'parts' | 'hiddenCharacters'>;

/** Every part of the message with its heading, in the order in which a person would read; empty ones drop out. */
async function sectionsOf(context: RepairContext): Promise<readonly Section[]> {
  const { scan, past, hints, looked } = context;
  const share = (wasCut(past) ? 0.5 : 1) * context.promptShare;
  const room = (part: keyof typeof ROOM): number => ROOM[part] * share;
  const sections: readonly Section[] = [
    {
      part: 'findings',
      heading: 'Findings in the log, best first',
      body: withinTokens(scan.findings.map(findingLines), room('findings')),
    },
    { part: 'person', heading: 'Words of the person who started this repair', body: personWords(hints) },
    {
      part: 'output',
      heading: 'The gate, and how each command ended',
      body: quoteGate(context, room('output')),
    },
    {
      part: 'files',
      heading: 'Files of the failed revision, with line numbers',
      body: await quoteFiles(context, room('files')),
    },
    {
      part: 'looks',
      heading: 'What you asked to see, newest first',
      body: withinTokens(looked.map(lookResult).toReversed(), room('looks'), '\n\n'),
    },
    {
      part: 'change',
      heading: 'The change that probably brought the failure in',
      body: quoteChange(context, room('change')),
    },
    {
      part: 'past',
      heading: 'Earlier proposals of this run, newest first',
      body: withinTokens(past.map(pastProposal).toReversed(), room('past'), '\n\n'),
    },
    { part: 'paths', heading: 'Tracked files', body: withinTokens(pathsOf(context), room('paths')) },
  ];
  return sections.filter(({ body }) => body !== '');
}

/**
 * All that a model is told about a failed execution, within fixed limits. The same context gives the same prompt.
 * Everything from outside stands in data blocks, without characters that a reader would not see.
 */
export async function buildPrompt(
  context: RepairContext,
  answersBy: Model['answersBy'],
): Promise<BuiltPrompt> {
  const { binding } = context;
  const sections = await sectionsOf(context);
  const tag = chooseTag(
    binding,
    sections.map(({ body }) => body),
  );
  const system = systemPrompt(answersBy);
  const parts = [
    { part: 'instructions', tokens: estimateTokens(system) },
    ...sections.map(({ part, heading, body }) => ({ part, tokens: estimateTokens(`${heading}\n${body}`) })),
  ];
  const outputs = context.failed.commands.map(({ output }) => countHidden(output));
  const hiddenCharacters = outputs.reduce((sum, count) => sum + count, 0);
  const lookRoundsLeft = answersBy === 'reply' ? context.lookRoundsLeft : null;
  const user = userPrompt({ context, lookRoundsLeft, sections, tag });
  return { system, user, binding, parts, hiddenCharacters };
}
