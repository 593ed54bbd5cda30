import { readClassOverrides } from '../config/class-override.js';
import { digestOf } from '../domain/digest.js';
import type { Request } from '../domain/request.js';
import { patchDigest, revisionIdOf } from '../domain/revision.js';
import { gateScripts } from '../policy/gate-scripts.js';
import { isOpened } from '../policy/protected-paths.js';
import type { RepairRun } from './repair-run.js';

export interface StartParts extends Pick<RepairRun, 'settings' | 'gate' | 'baseCommit'> {
  readonly model: Pick<RepairRun['model'], 'provider'>;
  readonly record: Pick<RepairRun['record'], 'runId' | 'startedAt'>;
}

/** The first fact of a run: what was asked, and the untouched base as revision 0. */
export function startFact({ settings, gate, baseCommit, model, record }: StartParts) {
  const scripts = gateScripts(gate);
  const opened = scripts.filter((path) => isOpened(path, settings));
  const closed = scripts.filter((path) => !opened.includes(path));
  const request: Request = {
    requestId: record.runId,
    createdAt: record.startedAt.toISOString(),
    baseCommit,
    gate: gate.commands,
    setup: gate.setup,
    provider: model.provider,
    limits: {
      maxAttempts: settings.maxAttempts,
      maxModelCalls: settings.maxModelCalls,
      maxCost: settings.maxCost,
      maxExecutions: settings.maxExecutions ?? settings.maxAttempts + 1,
      maxProposals: settings.maxProposals,
      repeats: settings.repeat,
      deadlineSeconds: settings.deadline,
      gateTimeoutSeconds: settings.gateTimeout,
      maxFiles: settings.maxFiles,
      maxLines: settings.maxLines,
    },
    policy: {
      allow: settings.allow,
      protect: [...settings.protect, ...closed],
      allowTestEdits: settings.allowTestEdits,
      // What starts the checks is part of them, wherever it lies.
      classes: [
        ...readClassOverrides(settings.fileClass),
        ...opened.map((glob) => ({ name: 'ci' as const, glob })),
      ],
    },
    branchTemplate: settings.branch,
    onSuccess: settings.onSuccess,
  };
  const requestDigest = digestOf(request);
  const none = patchDigest([]);
  const baseline = {
    revisionId: revisionIdOf(requestDigest, null, none),
    number: 0,
    parentRevisionId: null,
    commit: baseCommit,
    paths: [],
    patchDigest: none,
    diagnosis: null,
    changeSummary: null,
    proposer: null,
    opened: [],
    diff: '',
    concerns: [],
  };
  return { kind: 'run-started', request, requestDigest, baseline } as const;
}
