import { execFileSync } from 'node:child_process';

let found: string | null = null;

/** The Node that the runner starts actions with, where `SMART_FIX_NODE24` names one; else this one, which is said. */
export function node24(): string {
  if (found !== null) return found;
  const named = process.env.SMART_FIX_NODE24;
  found = named ?? process.execPath;
  const version = execFileSync(found, ['--version'], { encoding: 'utf8' }).trim();
  if (!version.startsWith('v24.')) {
    console.warn(`no Node 24 is named by SMART_FIX_NODE24: the Action is tested on ${version}`);
  }
  return found;
}
