import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { CONFIG_PATH } from '../config/config-path.js';
import type { RepositoryScanSettings } from '../config/repository-scan-settings.js';
import { readScanSettings, type ScanSettings } from '../config/scan-settings.js';
import { UsageError } from '../config/usage-error.js';
import { inertText } from '../domain/inert-text.js';
import { createRedaction, secretValues } from '../domain/redaction.js';
import type { Scan } from '../domain/scan.js';
import { LogScanner } from '../scan/log-scanner.js';
import { renderAnnotations } from '../scan/render/render-annotations.js';
import { renderJson } from '../scan/render/render-json.js';
import { renderRdjson } from '../scan/render/render-rdjson.js';
import { renderSarif } from '../scan/render/render-sarif.js';
import { renderText, SHOWN_FINDINGS, type Sources } from '../scan/render/render-text.js';
import type { ScanContext } from '../scan/scan-log.js';
import type { InferredGate } from '../verify/infer-gate/inferred-gate.js';
import { renderGate } from '../verify/infer-gate/render-gate.js';
import type { Host } from './host.js';
import { readMatchers } from './read-matchers.js';
import { openScanRepository, type ScanRepository } from './scan-repository.js';
import { utf8Pieces } from './utf8-pieces.js';

const PIECE_BYTES = 1_048_576;

/** `smart-fix scan [FILE|-]`: prints what a log or a report says. Exit code 0 whatever it says. */
export async function scanCommand(args: readonly string[], host: Host): Promise<number> {
  const settings = readScanSettings(args);
  const repository = await openScanRepository(settings, host);
  const configured = await readConfigured(repository);
  const sources = { named: settings.problemMatcher, configured: configured?.problemMatcher ?? [] };
  const { matchers, faults } = await readMatchers(sources, repository, host.currentFolder);
  for (const fault of faults) host.stderr.write(inertText(`smart-fix: ${fault}\n`));
  const scan = await scanFile(settings.file, { repositoryFiles: repository.files, matchers }, host);
  const redact = createRedaction(secretValues(host.environment));
  const gate = () => repository.gate(configured);
  host.stdout.write(redact(await render(scan, settings.format, { repository, gate })));
  return 0;
}

interface Surroundings {
  readonly repository: ScanRepository;
  readonly gate: () => Promise<InferredGate | null>;
}

/** Read where there is a configuration, and only then: it takes longer than a small log. */
async function readConfigured({ files, read }: ScanRepository): Promise<RepositoryScanSettings | null> {
  if (files?.includes(CONFIG_PATH) !== true) return null;
  const text = await read(CONFIG_PATH);
  if (text === null) return null;
  const { readRepositoryScanSettings } = await import('../config/repository-scan-settings.js');
  return readRepositoryScanSettings(text);
}

async function render(
  scan: Scan,
  format: ScanSettings['format'],
  surroundings: Surroundings,
): Promise<string> {
  switch (format) {
    case 'text':
      return inertText(await textFor(scan, surroundings));
    case 'json':
      return renderJson(scan);
    case 'sarif':
      return renderSarif(scan, packageJson.version);
    case 'github':
      return renderAnnotations(scan);
    case 'rdjson':
      return renderRdjson(scan);
  }
}

async function textFor(scan: Scan, { repository, gate: readGate }: Surroundings): Promise<string> {
  const text = renderText(scan, await readSources(scan, repository));
  const gate = scan.actionable ? await readGate() : null;
  return gate === null ? text : `${text}\n${renderGate(gate)}`;
}

async function readSources({ findings }: Scan, { read }: ScanRepository): Promise<Sources> {
  const sources = new Map<string, readonly string[]>();
  for (const { file } of findings.slice(0, SHOWN_FINDINGS)) {
    const text = file === null ? null : await read(file);
    if (file !== null && text !== null) sources.set(file, text.trimEnd().split(/\r?\n/));
  }
  return sources;
}

async function scanFile(file: string, context: ScanContext, { stdin, currentFolder }: Host): Promise<Scan> {
  const scanner = new LogScanner(context);
  const pieces = file === '-' ? stdin : piecesOf(resolve(currentFolder, file));
  for await (const piece of utf8Pieces(pieces)) scanner.push(piece);
  return scanner.end();
}

/** @throws UsageError when the file cannot be read. */
async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  const cannotRead = (error: Error): never => {
    throw new UsageError([`cannot read the log: ${error.message}`]);
  };
  const handle = await open(path).catch(cannotRead);
  try {
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(piece, 0, piece.length, null).catch(cannotRead);
      if (bytesRead === 0) return;
      yield piece.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
