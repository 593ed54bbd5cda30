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

type Rooms = Readonly<Record<keyof typeof ROOM, number>>;

/** Less of a part says nothing, so that it is not made smaller than this. */
const MIN_ROOM = 300;

/** Rooms for a share of what the sections take, whatever they were allowed to. */
function shrink(sections: readonly Section[], share: number): Rooms {
  const room = (part: keyof typeof ROOM): number => {
    const body = sections.find((section) => section.part === part)?.body ?? '';
    return Math.max(MIN_ROOM, estimateTokens(body) * share);
  };
  return {
    findings: room('findings'),
    output: room('output'),
    files: room('files'),
    looks: room('looks'),
    change: room('change'),
    past: room('past'),
    paths: room('paths'),
  };
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
async function sectionsOf(context: RepairContext, rooms: Rooms): Promise<readonly Section[]> {
  const { scan, past, hints, looked } = context;
  const sections: readonly Section[] = [
    {
      part: 'findings',
      heading: 'Findings in the log, best first',
      body: withinTokens(scan.findings.map(findingLines), rooms.findings),
    },
    { part: 'person', heading: 'Words of the person who started this repair', body: personWords(hints) },
    {
      part: 'output',
      heading: 'The gate, and how each command ended',
      body: quoteGate(context, rooms.output),
    },
    {
      part: 'files',
      heading: 'Files of the failed revision, with line numbers',
      body: await quoteFiles(context, rooms.files),
    },
    {
      part: 'looks',
      heading: 'What you asked to see, newest first',
      body: withinTokens(looked.map(lookResult).toReversed(), rooms.looks, '\n\n'),
    },
    {
      part: 'change',
      heading: 'The change that probably brought the failure in',
      body: quoteChange(context, rooms.change),
    },
    {
      part: 'past',
      heading: 'Earlier proposals of this run, newest first',
      body: withinTokens(past.map(pastProposal).toReversed(), rooms.past, '\n\n'),
    },
    { part: 'paths', heading: 'Tracked files', body: withinTokens(pathsOf(context), rooms.paths) },
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
  const { binding, promptShare, past } = context;
  const whole = await sectionsOf(context, ROOM);
  const share = promptShare * (wasCut(past) ? 0.5 : 1);
  const sections = share === 1 ? whole : await sectionsOf(context, shrink(whole, share));
  const tag = chooseTag(
    binding,
    sections.map(({ body }) => body),
  );
  const system = systemPrompt(answersBy);
  const lookRoundsLeft = answersBy === 'reply' ? context.lookRoundsLeft : null;
  const user = userPrompt({ context, lookRoundsLeft, sections, tag });
  const parts = sections.map(({ part, body }) => ({ part, tokens: estimateTokens(body) }));
  const quoted = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  // Our own words: rules, headings, ids and the marks of the blocks.
  const ours = estimateTokens(system) + Math.max(0, estimateTokens(user) - quoted);
  const outputs = context.failed.commands.map(({ output }) => countHidden(output));
  const hiddenCharacters = outputs.reduce((sum, count) => sum + count, 0);
  return {
    system,
    user,
    binding,
    parts: [{ part: 'instructions', tokens: ours }, ...parts],
    hiddenCharacters,
  };
}
