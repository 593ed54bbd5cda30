import { type Rejection, rejection } from '../../../domain/rejection.js';
import type { Hunk, Operation } from '../operation.js';
import { nameOf, withoutPrefixes } from './diff-path.js';

/** All that a diff says of one file. Names are as written; null is `/dev/null`, undefined is not said. */
export interface FilePatch {
  from: string | null | undefined;
  to: string | null | undefined;
  /** git's lines between `diff --git` and the hunks (git-diff(1), "Generating patch text with -p"). */
  readonly headers: string[];
  readonly hunks: Hunk[];
}

const EXTENDED =
  /^(?:old mode|new mode|deleted file mode|new file mode|copy (?:from|to)|rename (?:from|to|old|new)|(?:dis)?similarity index|index [0-9a-f]|Binary files |GIT binary patch)/;

export const isExtendedHeader = (line: string): boolean => EXTENDED.test(line);

/** Names in `diff --git a/x b/x`, which tells them apart only when they are equal or hold no blank. */
export function namesInGitLine(line: string): Pick<FilePatch, 'from' | 'to'> {
  const rest = line.slice('diff --git '.length).trim();
  const quoted = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/.exec(rest);
  if (quoted !== null) return { from: nameOf(quoted[1] ?? ''), to: nameOf(quoted[2] ?? '') };
  const same = /^a\/(.+) b\/\1$/.exec(rest);
  return same === null ? { from: undefined, to: undefined } : { from: `a/${same[1]}`, to: `b/${same[1]}` };
}

export function operationsOf(patch: FilePatch, known: readonly string[]): readonly Operation[] | Rejection {
  const header = (start: string): string | undefined =>
    patch.headers
      .find((line) => line.startsWith(start))
      ?.slice(start.length)
      .trim();
  const odd = oddChange(patch);
  if (odd !== null) return odd;
  const renamed = { from: header('rename from '), to: header('rename to ') };
  if (renamed.from !== undefined && renamed.to !== undefined) {
    const [path, to] = [nameOf(renamed.from) ?? '', nameOf(renamed.to) ?? ''];
    return [{ kind: 'rename', path, to }, ...(patch.hunks.length === 0 ? [] : [hunksOf(to, patch)])];
  }
  const { from, to } = withoutPrefixes(patch, known);
  if (from === null || header('new file mode') !== undefined) return creation(to ?? from ?? '', patch);
  if (to === null || header('deleted file mode') !== undefined) return deletion(from ?? to ?? '', patch);
  const path = pathOf(from, to, known);
  if (path === null) {
    return rejection(
      'ambiguous',
      `A diff names ${from} and ${to}, and no rename. Name one file on both lines.`,
    );
  }
  return patch.hunks.length === 0
    ? rejection('malformed', `The diff of ${path} has no hunk.`)
    : [hunksOf(path, patch)];
}

/** What no text edit can do. */
function oddChange({ from, to, headers }: FilePatch): Rejection | null {
  const name = to ?? from ?? 'a file';
  const modes = headers.flatMap(
    (line) => / mode (\d{6})$/.exec(line)?.[1] ?? /^index \S+ (\d{6})$/.exec(line)?.[1] ?? [],
  );
  if (modes.includes('120000')) return rejection('symlink', `${name} would be a symbolic link.`);
  if (modes.includes('160000')) return rejection('submodule', `${name} would be a submodule.`);
  if (headers.some((line) => /^(?:Binary files |GIT binary patch)/.test(line))) {
    return rejection('binary', `The diff of ${name} is binary.`);
  }
  if (headers.some((line) => /^(?:old mode|new mode|new file mode (?!100644))/.test(line))) {
    return rejection('mode-change', `The diff changes the mode of ${name}, and only text is edited.`);
  }
  return headers.some((line) => line.startsWith('copy '))
    ? rejection('malformed', `The diff copies a file to ${name}. Write the new file with all its lines.`)
    : null;
}

function hunksOf(path: string, { hunks }: FilePatch): Operation {
  return { kind: 'hunks', path, hunks };
}

function creation(path: string, { hunks }: FilePatch): readonly Operation[] | Rejection {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  if (lines.some(({ kind }) => kind !== 'added')) {
    return rejection('malformed', `The diff makes ${path} and quotes lines of it as well.`);
  }
  const text = lines.map((line) => line.text).join('\n');
  const end = lines.length === 0 || hunks.at(-1)?.lastLineEnd === 'removed' ? '' : '\n';
  return [{ kind: 'create', path, text: `${text}${end}` }];
}

function deletion(path: string, { hunks }: FilePatch): readonly Operation[] | Rejection {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  if (lines.some(({ kind }) => kind === 'added')) {
    return rejection('malformed', `The diff deletes ${path} and adds lines to it as well.`);
  }
  return [{ kind: 'delete', path, lines: hunks.length === 0 ? null : lines.map(({ text }) => text) }];
}

/** Of two names that differ, the one that there is (`x.orig` and `x`); null when that does not decide. */
function pathOf(from: string | undefined, to: string | undefined, known: readonly string[]): string | null {
  if (from === undefined || to === undefined || from === to) return to ?? from ?? null;
  if (known.includes(from)) return null;
  return to;
}
