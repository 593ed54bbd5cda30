import { hiddenTextIn } from '../../domain/hidden-text.js';
import type { FileChange, OddChange } from '../../domain/patch.js';
import { type Rejection, type RejectionCode, rejection } from '../../domain/rejection.js';
import { readEdits } from '../edits/formats/read-edits.js';
import type { TextEdit } from '../edits/operation.js';
import { placeEdits } from '../edits/place-edits.js';
import type { Answer, Binding, Candidate, Proposal, RepairContext } from '../strategy.js';
import { plainLine, plainText } from './plain-text.js';
import { readReply } from './read-reply.js';
import type { ModelReply } from './reply.js';
import { takeLooks } from './take-looks.js';

const MAX_WORDS = 500;
const MAX_DIAGNOSIS = 4000;
const MAX_SUMMARY = 1000;

const ODD_CODES: Readonly<Record<OddChange['kind'], RejectionCode>> = {
  symlink: 'symlink',
  binary: 'binary',
  mode: 'mode-change',
  submodule: 'submodule',
};

function checkBinding(said: Binding, expected: Binding): Rejection | null {
  for (const id of ['baseRevisionId', 'executionId'] as const) {
    if (said[id] === expected[id]) continue;
    const given = plainLine(said[id], 100);
    return rejection(
      'stale-binding',
      `${id} is ${JSON.stringify(given)}, but the failed execution has ${expected[id]}.`,
    );
  }
  return null;
}

async function readText(text: string, context: RepairContext): Promise<Proposal> {
  const read = readReply(text);
  if (read.kind === 'not-json') return readOtherShape(text, read.refusal, context);
  if (read.kind === 'rejection') return read;
  const { reply } = read;
  const stale = checkBinding(reply, context.binding);
  if (stale !== null) return stale;
  const reason = plainLine(reply.giveUp ?? '', MAX_WORDS);
  if (reason !== '') {
    if (reply.edits.length === 0) return { kind: 'gave-up', reason };
    return rejection('malformed', 'The reply has edits and a reason to give up: answer with one of them.');
  }
  if (reply.looks.length > 0) return readLooks(reply, context);
  const placed = await placeEdits(reply.edits.map(textEdit), context.files);
  if ('kind' in placed) return placed;
  return candidate(placed, reply.diagnosis, reply.changeSummary);
}

function textEdit(edit: ModelReply['edits'][number]): TextEdit {
  return { kind: 'text', ...edit, unit: 'text', places: 1, line: null };
}

/**
 * A reply that is no JSON at all, but holds edits in one of the other shapes that models write. It names no revision: it
 * answers the one that its prompt was made for, since a reply is never read for another.
 */
async function readOtherShape(text: string, refusal: Rejection, { files }: RepairContext): Promise<Proposal> {
  const edits = readEdits(text, files.paths);
  if (edits === null) return refusal;
  if (edits.kind === 'rejection') return edits;
  if (edits.shape === 'json') return refusal;
  const placed = await placeEdits(edits.operations, files);
  if ('kind' in placed) return placed;
  const words =
    edits.prose || `Edits ${placed.map(({ path }) => path).join(', ')}; the reply says nothing more.`;
  return candidate(placed, words, words);
}

async function readLooks({ looks, edits }: ModelReply, context: RepairContext): Promise<Proposal> {
  if (edits.length > 0)
    return rejection('malformed', 'The reply has edits and looks: answer with one of them.');
  if (context.lookRoundsLeft === 0) return rejection('malformed', 'No look is left: answer with edits.');
  return { kind: 'looked', results: await takeLooks(looks, context.files) };
}

function candidate(changes: readonly FileChange[], diagnosis: string, changeSummary: string): Candidate {
  return {
    kind: 'candidate',
    changes,
    diagnosis: plainText(diagnosis).slice(0, MAX_DIAGNOSIS),
    changeSummary: plainLine(changeSummary, MAX_SUMMARY),
  };
}

function readChanges(answer: Extract<Answer, { kind: 'changes' }>): Proposal {
  const [odd] = answer.odd;
  if (odd !== undefined) {
    return rejection(
      ODD_CODES[odd.kind],
      `${plainLine(odd.path, 300)}: a ${odd.kind} change is never accepted.`,
    );
  }
  for (const { path, before, after } of answer.changes) {
    const hidden = hiddenTextIn(after ?? '');
    if (hidden === null || hiddenTextIn(before ?? '') !== null) continue;
    return rejection('binary', `${plainLine(path, 300)} now holds ${hidden}.`);
  }
  if (answer.changes.length === 0) {
    const words = plainLine(answer.summary, MAX_WORDS);
    return rejection('no-op', `The agent changed nothing. Its last words: ${words || 'none'}`);
  }
  return candidate(answer.changes, answer.summary, answer.summary);
}

/** What a stored answer proposes. Has no effect, so it can be read again after a crash. */
export async function readAnswer(answer: Answer, context: RepairContext): Promise<Proposal> {
  switch (answer.kind) {
    case 'text':
      return readText(answer.text, context);
    case 'changes':
      return readChanges(answer);
    case 'truncated':
      return rejection('truncated', answer.detail);
    case 'overlong':
      return rejection('too-large', answer.detail);
    case 'empty':
      return rejection('empty-reply', answer.detail);
    case 'refused':
      return { kind: 'gave-up', reason: `The model refused: ${plainLine(answer.detail, MAX_WORDS)}` };
    case 'filtered':
      return { kind: 'gave-up', reason: answer.detail };
    case 'overflow':
    case 'not-asked':
    case 'unavailable':
    case 'cancelled':
      return answer;
  }
}
