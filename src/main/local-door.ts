import type { RunSettings } from '../config/settings.js';
import type { Progress } from '../domain/progress.js';
import { chooseBranch, findFreeBranch } from '../isolate/choose-branch.js';
import type { Repository, RepositoryState } from '../isolate/repository.js';
import { deliverResult } from '../loop/deliver-result.js';
import { writeOutput } from './keep-files.js';
import type { RunRecord } from './open-run.js';
import type { Door } from './repair-run.js';

interface LocalParts {
  readonly settings: RunSettings;
  readonly state: RepositoryState;
  readonly repository: Repository;
  readonly record: RunRecord;
  readonly progress: Progress;
}

/** The command line: results stay in the person's repository, or in the state folder. */
export function localDoor({ settings, state, repository, record, progress }: LocalParts): Door {
  let name = '';
  return {
    greenBase: 'already-green',
    looksFlaky: false,
    isRetry: false,
    earlierReds: record.memory.reds,
    toTryAgain: 'delete .smart-fix/memory.jsonl',
    chooseBranch(wanted) {
      name = wanted;
      return chooseBranch(wanted, state, repository);
    },
    // A person's branch: what it adds to the default one.
    changedSince: async () => (state.currentBranch === state.defaultBranch ? null : state.defaultBranch),
    async deliver(workspace) {
      await deliverResult({
        ledger: record.ledger,
        workspace,
        repository,
        progress,
        // Asked anew: the person, or another run, may have worked in the repository meanwhile.
        findBranch: async () => {
          const checkedOutBranches = await repository.readCheckedOutBranches();
          return findFreeBranch(name, { checkedOutBranches, headCommit: state.headCommit }, repository);
        },
        subject: settings.subject,
        dryRun: settings.dryRun,
        into: state.currentBranch,
        writePatch: (diff) => record.folder.writeExact('patch.diff', diff),
      });
      await writeOutput(workspace, record);
      return null;
    },
    prove: async () => 'told',
    // The terminal and the state folder tell it all.
    handOver: async () => undefined,
  };
}
