import type { CommandRun } from '../domain/execution.js';
import type { Scan } from '../domain/scan.js';
import { titleOf } from '../domain/shell-command.js';
import type { RunState } from '../ledger/fold.js';

/** What resolvers, kernels and clients say where no way leads out; a refused connection may be the program's own fault. */
const NO_WAY_OUT =
  /\b(?:EAI_AGAIN|ENOTFOUND|ENETUNREACH|Could not resolve (?:host|proxy)|failure in name resolution|Name or service not known|nodename nor servname provided|Network is unreachable|failed to lookup address|no such host|UnknownHostException|getaddrinfo failed)\b/;

const HELP =
  'it looks as if the gate needed the network, which a sandbox gives to setup alone. Download in setup what the gate needs (`setup: …`); or, where the gate itself must have the network, add the line `sandbox: none`';

/**
 * Says of a failure inside a sandbox that it may come of the sandbox. Where nothing else is wrong that a change could
 * help, no patch is asked for: it could not pass here.
 */
export function tellNetwork(
  scan: Scan,
  red: CommandRun | undefined,
  { sandbox, request }: Pick<RunState, 'sandbox' | 'request'>,
): Scan {
  if (sandbox === null || sandbox === 'none' || red === undefined) return scan;
  if (!request?.gate.some((command) => titleOf(command) === red.command)) return scan;
  const lines = red.output.split('\n');
  const index = lines.findIndex((line) => NO_WAY_OUT.test(line));
  if (index === -1) return scan;
  const evidence = `In the sandbox (${sandbox}) the gate said "${lines[index]?.trim().slice(0, 200)}": ${HELP}.`;
  const notes = [...scan.notes, evidence];
  if (scan.actionable) return { ...scan, notes };
  return {
    ...{ ...scan, notes },
    blockers: [...scan.blockers, { kind: 'missing-dependency', evidence, logLine: index + 1 }],
  };
}
