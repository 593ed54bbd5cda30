import type { Execution } from '../domain/execution.js';
import { titleOf } from '../domain/shell-command.js';
import type { Fact } from '../ledger/entry.js';
import type { RunState } from '../ledger/fold.js';
import { renderLoopEntry } from './render/loop-entry.js';

/** A file of the state folder that follows from a fact. */
export interface RecordFile {
  readonly name: string;
  readonly text: string;
  /** `append` for the audit trail, `replace` for everything else. */
  readonly mode: 'replace' | 'append';
}

/** What people find in the state folder after a fact: inputs, revisions with proposal and receipt, the audit trail. */
export function recordFiles(fact: Fact, state: RunState, at: Date): readonly RecordFile[] {
  switch (fact.kind) {
    case 'run-started':
      return [json('input/request.json', fact.request)];
    case 'proposal-accepted': {
      const { diff, ...proposal } = fact.revision;
      const folder = `revisions/${fact.revision.revisionId}`;
      return [
        { name: `${folder}/patch.diff`, text: diff, mode: 'replace' },
        json(`${folder}/proposal.json`, proposal),
      ];
    }
    case 'proposal-rejected':
      return [trail(state, at, { attempt: fact.attempt, status: `rejected (${fact.code}): ${fact.detail}` })];
    case 'proposal-declined':
      return [
        trail(state, at, { attempt: fact.attempt, status: `no candidate (${fact.reason}): ${fact.detail}` }),
      ];
    case 'recipes-tried': {
      const tried = fact.trials.map(({ recipe, detail }) => `${recipe} (${detail})`).join('; ');
      const attempt = state.revisions.length;
      return tried === '' ? [] : [trail(state, at, { attempt, status: `recipes tried: ${tried}` })];
    }
    case 'revision-dropped': {
      const revision = state.revisions.find(({ revisionId }) => revisionId === fact.revisionId);
      return [trail(state, at, { attempt: revision?.number ?? 0, status: `dropped: ${fact.detail}` })];
    }
    case 'execution-finished':
      return [
        json(`revisions/${fact.execution.revisionId}/receipt.json`, fact.execution),
        ...(fact.execution.number === 0 ? [] : [trail(state, at, describeAttempt(fact.execution, state))]),
      ];
    case 'checks-judged': {
      const { revisionId, verdict } = fact.proof;
      const attempt = state.revisions.find((each) => each.revisionId === revisionId)?.number ?? 0;
      return [
        json(`revisions/${revisionId}/checks.json`, fact.proof),
        trail(state, at, { attempt, status: `real checks ${verdict.kind}: ${verdict.detail}` }),
      ];
    }
    default:
      return [];
  }
}

function json(name: string, value: unknown): RecordFile {
  return { name, text: `${JSON.stringify(value, null, 2)}\n`, mode: 'replace' };
}

interface Step {
  readonly attempt: number;
  readonly status: string;
  readonly commit?: string;
  readonly rootCause?: string | null;
  readonly paths?: readonly string[];
}

function describeAttempt(execution: Execution, state: RunState): Step {
  const revision = state.revisions.find((each) => each.revisionId === execution.revisionId);
  const status =
    execution.status === 'passed' ? 'passed' : `patched, then ${execution.status} (${execution.errorCode})`;
  return {
    attempt: execution.number,
    status,
    rootCause: revision?.diagnosis ?? null,
    ...(revision === undefined ? {} : { commit: revision.commit, paths: revision.paths }),
  };
}

function trail(state: RunState, at: Date, { attempt, status, commit, rootCause, paths }: Step): RecordFile {
  const gate = state.request?.gate.map(titleOf).join(' && ') ?? '';
  const entry = {
    at,
    gate,
    attempt,
    status,
    commit: commit ?? null,
    rootCause: rootCause ?? null,
    paths: paths ?? [],
  };
  return { name: 'LOOP.md', text: renderLoopEntry(entry), mode: 'append' };
}
