import { execFileSync } from 'node:child_process';

/** Command lines of this machine's processes that hold `text`. */
export function processesWith(text: string): readonly string[] {
  const listed = execFileSync('ps', ['-A', '-o', 'args'], { encoding: 'utf8' });
  return listed.split('\n').filter((line) => line.includes(text) && !line.includes('cli.js'));
}
