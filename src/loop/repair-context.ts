import { MAX_LOOK_ROUNDS } from '../domain/look.js';
import type { Scan } from '../domain/scan.js';
import { titleOf } from '../domain/shell-command.js';
import { currentExecution, currentRevision, type RunState } from '../ledger/fold.js';
import type { RepairContext } from '../repair/strategy.js';
import { pastProposals } from './past-proposals.js';
import type { RepairDoors } from './repair-doors.js';

/** What a strategy is shown of the last red execution and of everything that was tried before. */
export async function repairContext(doors: RepairDoors): Promise<RepairContext> {
  const { ledger, workspace } = doors;
  const { state } = ledger;
  const failed = currentExecution(state);
  const revision = currentRevision(state);
  if (state.request === null || state.scan === null || failed === null) {
    throw new Error('a proposal needs a red execution to answer');
  }
  const files = await workspace.listFiles(revision.commit);
  const read = readOnce((path) => workspace.readFile(revision.commit, path));
  return {
    binding: { baseRevisionId: revision.revisionId, executionId: failed.executionId },
    scan: state.scan,
    failed,
    gate: state.request.gate.map(titleOf),
    files: {
      paths: files
        .filter((file) => file.kind === 'file' || file.kind === 'executable')
        .map((file) => file.path),
      read,
      holding: (text) => workspace.filesWith(revision.commit, text),
      outline: async (path) => {
        const text = await read(path);
        return text === null ? null : doors.readOutline(path, text);
      },
    },
    past: pastProposals(state),
    hints: doors.hints,
    recentChange: await doors.recentChange(suspects(state.scan)),
    looked: state.looked,
    lookRoundsLeft: lookRoundsLeft(state),
    promptShare: 0.5 ** state.overflows,
    limits: { maxFiles: state.request.limits.maxFiles, maxLines: state.request.limits.maxLines },
  };
}

/** The last model call is for a proposal. */
function lookRoundsLeft({ request, calls, lookRounds }: RunState): number {
  const callsLeft = (request?.limits.maxModelCalls ?? 0) - calls.length;
  return Math.max(0, Math.min(MAX_LOOK_ROUNDS - lookRounds, callsLeft - 1));
}

/** A commit does not change, and the same file is asked for by several parts of a prompt. */
function readOnce(read: (path: string) => Promise<string | null>): (path: string) => Promise<string | null> {
  const texts = new Map<string, Promise<string | null>>();
  return (path) => {
    const text = texts.get(path) ?? read(path);
    texts.set(path, text);
    return text;
  };
}

/** Files that the findings name, best first. */
function suspects({ findings }: Scan): readonly string[] {
  return [...new Set(findings.flatMap(({ file }) => file ?? []))];
}
