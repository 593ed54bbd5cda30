import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { text as readStream } from 'node:stream/consumers';
import * as z from 'zod';
import { openRepository } from '../adapters/git/open-repository.js';
import { readScanSettings, type ScanSettings } from '../config/scan-settings.js';
import { UsageError } from '../config/usage-error.js';
import { inertText } from '../domain/inert-text.js';
import type { Scan } from '../domain/scan.js';
import { renderScanTable } from '../scan/render-scan-table.js';
import { scanLog } from '../scan/scan-log.js';
import type { Host } from './host.js';

/** `smart-fix scan [FILE|-]`: prints what a log says. Exit code 0 whatever the log says. */
export async function scanCommand(args: readonly string[], host: Host): Promise<number> {
  const settings = readScanSettings(args);
  const repositoryFiles = await readRepositoryFiles(settings, host);
  const log = await readLog(settings.file, host);
  const scan = scanLog({ log, repositoryFiles });
  host.stdout.write(settings.json ? `${JSON.stringify(toJson(scan))}\n` : inertText(renderScanTable(scan)));
  return 0;
}

function toJson({ category, actionable, fingerprint, findings }: Scan) {
  const diagnostics = findings.map(({ file, line, column, message, code, tool, test, severity }) => ({
    file,
    line,
    column,
    message,
    code,
    tool,
    test,
    severity,
  }));
  return { category, actionable, fingerprint, diagnostics };
}

async function readLog(file: string, { stdin, currentFolder }: Host): Promise<string> {
  if (file === '-') return readStream(stdin);
  return readFile(resolve(currentFolder, file), 'utf8').catch((error: Error) => {
    throw new UsageError([`cannot read the log: ${error.message}`]);
  });
}

const fileListSchema = z.array(z.string());

async function readRepositoryFiles(settings: ScanSettings, host: Host): Promise<readonly string[] | null> {
  if (settings.repoFiles !== null) return readFileList(resolve(host.currentFolder, settings.repoFiles));
  const folder = resolve(host.currentFolder, settings.repo ?? '.');
  const repository = await openRepository(folder, { environment: host.environment, temporaryRoot: tmpdir() });
  if (repository === null && settings.repo !== null)
    throw new UsageError([`${folder} is not in a git repository`]);
  return repository === null ? null : repository.listTrackedFiles();
}

async function readFileList(path: string): Promise<readonly string[]> {
  try {
    return fileListSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? 'it must be a JSON list of paths' : (error as Error).message;
    throw new UsageError([`cannot read --repo-files ${path}: ${reason}`]);
  }
}
