import { posix } from 'node:path';
import { type Data, textOf } from './evaluate.js';
import type { Job, Step } from './read-workflow.js';
import { resolve, resolveText, type Scope } from './resolve.js';

/** Folders of a job's workspace, as plain paths. */
export interface Checkouts {
  /** Where the repository lies; `.` unless it is checked out elsewhere. */
  readonly own: string;
  /** Where other repositories lie. */
  readonly foreign: readonly string[];
}

/** What the steps with `actions/checkout` put where. A condition on them is not looked at. */
export function readCheckouts({ steps }: Job, scope: Scope): Checkouts {
  const places = steps.flatMap((step) => placeOf(step, scope) ?? []);
  const own = places.find(({ isOwn }) => isOwn)?.path ?? '.';
  return { own, foreign: places.flatMap(({ path, isOwn }) => (isOwn || path === own ? [] : [path])) };
}

function placeOf(step: Step, scope: Scope): { readonly path: string; readonly isOwn: boolean } | null {
  const uses = resolveText(step.uses, scope);
  if (uses.kind === 'unknown' || !/^actions\/checkout@/.test(uses.text)) return null;
  const inputs = resolve(step.with, scope);
  const given = inputs.kind === 'value' ? (inputs.value ?? {}) : {};
  if (typeof given !== 'object' || Array.isArray(given)) return null;
  const { path = null, repository = null } = given as Readonly<Record<string, Data>>;
  const own = textOf(scope.contexts.github?.known.repository ?? null).toLowerCase();
  const isOwn = repository === null || textOf(repository).toLowerCase() === own;
  return { path: plainFolder(textOf(path)), isOwn };
}

/** A folder of the workspace as one of the repository, and why nothing can run there. */
export function folderIn(
  { own, foreign }: Checkouts,
  folder: string,
): { readonly path: string; readonly fault: string | null } {
  const place = plainFolder(folder);
  const outside = { path: place, fault: `works outside the repository, in ${place}` };
  if (place.startsWith('/') || isWithin(place, '..')) return outside;
  if (foreign.some((path) => isWithin(place, path)))
    return { path: place, fault: `works in another repository, in ${place}` };
  if (own === '.') return { path: place, fault: null };
  return isWithin(place, own) ? { path: posix.relative(own, place) || '.', fault: null } : outside;
}

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

function plainFolder(folder: string): string {
  return posix.normalize(folder.trim().replaceAll('\\', '/') || '.').replace(/(?<=.)\/$/, '');
}
