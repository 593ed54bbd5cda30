import packageJson from '../../package.json' with { type: 'json' };
import { CONFIG_PATH } from '../config/config-path.js';
import type { RepositoryScanSettings } from '../config/repository-scan-settings.js';
import { readScanSettings, type ScanSettings } from '../config/scan-settings.js';
import { inertText } from '../domain/inert-text.js';
import { createRedaction, secretValues } from '../domain/redaction.js';
import type { Scan } from '../domain/scan.js';
import { renderAnnotations } from '../scan/render/render-annotations.js';
import { renderJson } from '../scan/render/render-json.js';
import { renderRdjson } from '../scan/render/render-rdjson.js';
import { renderSarif } from '../scan/render/render-sarif.js';
import { renderText, SHOWN_FINDINGS, type Sources } from '../scan/render/render-text.js';
import type { InferredGate } from '../verify/infer-gate/inferred-gate.js';
import { renderGate } from '../verify/infer-gate/render-gate.js';
import type { Host } from './host.js';
import { readMatchers } from './read-matchers.js';
import { openScanRepository, type ScanRepository } from './scan-repository.js';

/** `smart-fix scan [FILE|-]`: prints what a log or a report says. Exit code 0 whatever it says. */
export async function scanCommand(args: readonly string[], host: Host): Promise<number> {
  const settings = readScanSettings(args);
  // While git answers, the rows of the tools are loaded.
  const [repository, { scanInput }] = await Promise.all([
    openScanRepository(settings, host),
    import('./scan-input.js'),
  ]);
  const configured = await readConfigured(repository);
  const sources = { named: settings.problemMatcher, configured: configured?.problemMatcher ?? [] };
  const { matchers, faults } = await readMatchers(sources, repository, host.currentFolder);
  for (const fault of faults) host.stderr.write(inertText(`smart-fix: ${fault}\n`));
  const scan = await scanInput(settings.file, { repositoryFiles: repository.files, matchers }, host);
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
