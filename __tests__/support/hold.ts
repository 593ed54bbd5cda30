import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

let holds = 0;

/** A command that takes as long as a test wants, however fast the machine is: it ends when it is released. */
export function hold(folder: string) {
  holds += 1;
  const file = join(folder, `hold-${holds}`);
  const keep = (): void => writeFileSync(file, '');
  keep();
  return {
    command: `while [ -e ${file} ]; do sleep 0.1; done`,
    keep,
    release: (): void => rmSync(file, { force: true }),
  };
}
