import { posix } from 'node:path';
import type { Gate } from '../domain/shell-command.js';

/** A shell script that a command starts, by itself or handed to a shell; one that a checker is given is source. */
const STARTED =
  /^(?:(?:exec|source|\.|(?:\S*\/)?(?:ba|da|z)?sh(?: -\w+){0,5}) +)?(?<script>[\w.-]+(?:\/[\w.-]+)*\.(?:sh|bash|zsh)|\.\/(?:[\w.-]+\/)*[\w-]+)(?![\w./-])/;

/** Longer commands start nothing that stands further on. */
const LONGEST = 500;

/**
 * Paths of the scripts that a gate itself starts. A patch of one decides what is checked, and a pass would prove nothing
 * (the resolved check command is part of the check's definition).
 */
export function gateScripts({ setup, commands }: Gate): readonly string[] {
  const paths = [...setup, ...commands].flatMap(({ text, folder }) =>
    text.split(/[\n;&|(]/).flatMap((part) => {
      const script = STARTED.exec(part.slice(0, LONGEST).trim())?.groups?.script;
      return script === undefined ? [] : [posix.join(folder, script)];
    }),
  );
  return [...new Set(paths)];
}
