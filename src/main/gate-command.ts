import { resolve } from 'node:path';
import { readGateSettings } from '../config/gate-settings.js';
import { inertJson, inertText } from '../domain/inert-text.js';
import { renderGate } from '../verify/infer-gate/render-gate.js';
import type { Host } from './host.js';
import { inferGate } from './infer-gate.js';
import { requireRepository } from './require-repository.js';

/** `smart-fix gate`: prints what would have to pass, and what of it cannot be reproduced. Runs none of it. */
export async function gateCommand(args: readonly string[], host: Host): Promise<number> {
  const settings = readGateSettings(args);
  const { currentFolder } = host;
  const repository = await requireRepository(resolve(currentFolder, settings.repo ?? '.'), host);
  const { root, headCommit: commit } = await repository.readState();
  const gate = await inferGate(settings, { repository, root, currentFolder, commit });
  if (settings.json) host.stdout.write(`${inertJson(gate)}\n`);
  else host.stdout.write(gate === null ? NO_GATE : inertText(renderGate(gate)));
  return 0;
}

const NO_GATE = 'no gate can be inferred: name a job with --workflow FILE --job NAME\n';
