import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { type EndpointMemory, openEndpointMemory } from '../adapters/store/endpoint-memory.js';
import { type FailureMemory, openFailureMemory } from '../adapters/store/failure-memory.js';
import { type LedgerFile, openLedgerFile } from '../adapters/store/ledger-file.js';
import { ignoreItself, openStateFolder, type StateFolder } from '../adapters/store/state-folder.js';
import type { RunSettings } from '../config/settings.js';
import { UsageError } from '../config/usage-error.js';
import type { Redact } from '../domain/redaction.js';
import type { Entry } from '../ledger/entry.js';
import { readFact } from '../ledger/fact-schema.js';
import { fold } from '../ledger/fold.js';
import { createLedger, type Ledger } from '../ledger/ledger.js';
import { recordFiles } from '../report/record-files.js';

/** The record of one repair run: its folder, its ledger, and what earlier runs remember. */
export interface RunRecord {
  readonly runId: string;
  readonly startedAt: Date;
  readonly folder: StateFolder;
  readonly ledger: Ledger;
  readonly memory: FailureMemory;
  readonly endpoints: EndpointMemory;
  close(): Promise<void>;
}

export interface RecordOptions {
  readonly settings: Pick<RunSettings, 'state'>;
  /** Folder of all runs: their records by default, and what they remember of each other. */
  readonly home: string;
  readonly currentFolder: string;
  readonly redact: Redact;
}

/**
 * Opens the state folder of a new run, or of one that was killed and goes on. Every fact that the ledger takes also
 * becomes the files that people read.
 * @throws UsageError when the named folder cannot be made, holds a run that has ended, or another run is writing there.
 */
export async function openRun({ settings, home, currentFolder, redact }: RecordOptions): Promise<RunRecord> {
  const startedAt = new Date();
  const runId = newRunId(startedAt);
  await ignoreItself(home).catch((error: Error) => {
    throw new UsageError([
      `smart-fix keeps its memory of earlier runs in ${home}, which cannot be used: ${error.message}`,
    ]);
  });
  const path = settings.state === null ? join(home, 'runs', runId) : resolve(currentFolder, settings.state);
  const folder = await openStateFolder(path, redact).catch((error: Error) => {
    if (settings.state === null) throw error;
    throw new UsageError([`--state ${path} cannot be used: ${error.message}`]);
  });
  if (settings.state !== null) await ignoreItself(path);
  const file = await openLedgerFile(join(path, 'ledger.jsonl'));
  const fault = faultOf(file.earlier);
  if (fault !== null) {
    await file.close();
    await folder.close();
    throw new UsageError([`${path} ${fault}; choose another --state, or leave it out`]);
  }
  const { request } = fold(file.earlier.map(({ fact }) => fact));
  const run =
    request === null
      ? { runId, startedAt }
      : { runId: request.requestId, startedAt: new Date(request.createdAt) };
  return openRecord({ ...run, folder, file, home, redact });
}

/** Why a run that the folder holds cannot go on; null when it can, or when there is none. */
function faultOf(entries: readonly Entry[]): string | null {
  if (entries.length === 0) return null;
  if (entries[0]?.fact.kind !== 'run-started' || entries.at(-1)?.fact.kind === 'run-ended')
    return 'already holds a run';
  const unknown = entries.find(({ fact }) => typeof readFact(fact) === 'string');
  return unknown === undefined
    ? null
    : `holds a run of another version of smart-fix (line ${unknown.sequence} of its ledger), which has to finish it`;
}

export interface RecordParts extends Pick<RunRecord, 'runId' | 'startedAt' | 'folder'> {
  readonly file: LedgerFile;
  readonly home: string;
  readonly redact: Redact;
}

/** Goes on with what the ledger holds already. */
export async function openRecord({ file, home, redact, ...run }: RecordParts): Promise<RunRecord> {
  const ledger = createLedger({ store: file, now: () => new Date(), redact, earlier: file.earlier });
  return {
    ...run,
    ledger: withRecordFiles(ledger, run.folder),
    memory: await openFailureMemory(join(home, 'memory.jsonl')),
    endpoints: await openEndpointMemory(join(home, 'endpoints.json')),
    async close() {
      await file.close();
      await run.folder.close();
    },
  };
}

/** `20261130-093012-1f2e3d`: sorts by time, and two runs of one second differ. */
export function newRunId(at: Date): string {
  const [date = '', time = ''] = at.toISOString().split('T');
  return `${date.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}-${randomBytes(3).toString('hex')}`;
}

function withRecordFiles(ledger: Ledger, folder: StateFolder): Ledger {
  return {
    get state() {
      return ledger.state;
    },
    entries: ledger.entries,
    async append(fact) {
      const state = await ledger.append(fact);
      for (const file of recordFiles(fact, state, new Date())) {
        if (file.mode === 'append') await folder.append(file.name, file.text);
        else await folder.write(file.name, file.text);
      }
      return state;
    },
  };
}
