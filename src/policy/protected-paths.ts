import picomatch from 'picomatch';
import type { FileClass } from '../domain/file-class.js';
import type { PolicySettings } from '../domain/request.js';
import { fileClassOf, GLOB_OPTIONS, protectionOfClass } from './file-classes.js';

/** Built files: a gate that builds may rewrite them, as it does on the base. */
export const isGenerated = (path: string): boolean => fileClassOf(path) === 'generated';

const BY_PERSON = 'by --protect, or as a script that the gate starts';

const matchesAny = (path: string, globs: readonly string[]): boolean =>
  globs.length > 0 && picomatch([...globs], GLOB_OPTIONS)(path);

/** True when the person opened the path by name, and did not protect it as well. */
export const isOpened = (
  path: string,
  { allow, protect }: Pick<PolicySettings, 'allow' | 'protect'>,
): boolean => matchesAny(path, allow) && !matchesAny(path, protect);

/** What no recipe opens: what decides which checks run, and what steers other tools. */
const CLOSED_CLASSES: readonly FileClass[] = ['git-data', 'ci', 'agent-instructions'];

/** As `protectionOf`, for a path that a recipe opened. */
export function closedOf(path: string, policy: PolicySettings): string | null {
  if (matchesAny(path, policy.protect)) return BY_PERSON;
  const name = fileClassOf(path, policy.classes);
  return isOpened(path, policy) || !CLOSED_CLASSES.includes(name) ? null : protectionOfClass(name);
}

/** What tests are made of: the tests themselves, what they compare with, and how their runner is set up. */
export const isTestFile = (path: string, { classes }: Pick<PolicySettings, 'classes'>): boolean =>
  ['test', 'fixture', 'runner-config'].includes(fileClassOf(path, classes));

/** Why a path may not be touched, in words, or null when it may. `protect` wins over `allow`. */
export function protectionOf(path: string, policy: PolicySettings): string | null {
  if (matchesAny(path, policy.protect)) return BY_PERSON;
  const name = fileClassOf(path, policy.classes);
  const isTestEdit = policy.allowTestEdits && (name === 'test' || name === 'fixture');
  return isOpened(path, policy) || isTestEdit ? null : protectionOfClass(name);
}
