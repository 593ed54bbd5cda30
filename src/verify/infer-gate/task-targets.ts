import { parseDocument } from 'yaml';
import * as z from 'zod';
import type { Project, ProjectGate } from './project.js';

const taskfileSchema = z.object({ tasks: z.record(z.string(), z.unknown()) });

interface TaskTool {
  readonly command: string;
  /** The first that is there counts, as for the tool itself. */
  readonly files: readonly string[];
  readonly hasTarget: (text: string, name: string) => boolean;
}

const TOOLS: readonly TaskTool[] = [
  {
    command: 'make',
    files: ['GNUmakefile', 'makefile', 'Makefile'],
    hasTarget: (text, name) => new RegExp(`^(?:[\\w.-]+ +)*${name}(?: +[\\w.-]+)* *::?(?!=)`, 'm').test(text),
  },
  {
    command: 'just',
    files: ['justfile', 'Justfile', '.justfile'],
    hasTarget: (text, name) => new RegExp(`^@?${name}(?: [^:\\n]*)?:(?!=)`, 'm').test(text),
  },
  { command: 'task', files: ['Taskfile.yml', 'Taskfile.yaml'], hasTarget: hasTask },
];

/** The targets `test` and `check` of a Makefile, justfile or Taskfile. */
export function taskTargets({ read }: Project): ProjectGate | null {
  for (const { command, files, hasTarget } of TOOLS) {
    const file = files.find((each) => read(each) !== null);
    const text = file === undefined ? null : read(file);
    if (file === undefined || text === null) continue;
    const targets = ['test', 'check'].filter((name) => hasTarget(text, name));
    if (targets.length > 0)
      return { origin: file, setup: [], commands: targets.map((name) => `${command} ${name}`) };
  }
  return null;
}

function hasTask(text: string, name: string): boolean {
  const document = parseDocument(text, { logLevel: 'error' });
  if (document.errors.length > 0) return false;
  const content = taskfileSchema.safeParse(document.toJS());
  return content.success && Object.hasOwn(content.data.tasks, name);
}
