import type { ChildProcess } from 'node:child_process';
import { CHECK } from './broken-sum.js';

/** For `onStart`: does something once the gate runs for the second time, which is on the patch. */
export function atSecondGate(act: () => void): (child: ChildProcess) => void {
  return (child) => {
    let log = '';
    let isDone = false;
    child.stdout?.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (isDone || log.split(`$ ${CHECK}`).length < 3) return;
      isDone = true;
      act();
    });
  };
}
