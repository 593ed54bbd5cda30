import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from '../config/usage-error.js';
import type { Repository } from '../isolate/repository.js';
import type { ParsedMatchers, ProblemMatcher } from '../scan/matchers/problem-matcher.js';
import type { ScanRepository } from './scan-repository.js';

/** Where a repository keeps matchers of its own. */
const FOLDER = /^\.github\/problem-matchers\/[^/]+\.json$/;

const MISSING = { kind: 'fault', fault: 'it cannot be read' } as const;

export interface NamedMatchers {
  /** By a person, from the current folder. */
  readonly named: readonly string[];
  /** By the repository's configuration: paths in it. */
  readonly configured: readonly string[];
}

export interface ReadMatchers {
  readonly matchers: readonly ProblemMatcher[];
  /** What is wrong with files of the repository that nobody named. */
  readonly faults: readonly string[];
}

/**
 * The matchers that a person named, then those of the checkout.
 * @throws UsageError for a named file that cannot be read or is no matcher.
 */
export async function readMatchers(
  { named, configured }: NamedMatchers,
  { files, read }: ScanRepository,
  currentFolder: string,
): Promise<ReadMatchers> {
  const first = await Promise.all(named.map((file) => readNamed(file, currentFolder)));
  const own = new Set([...configured, ...(files ?? []).filter((file) => FOLDER.test(file))]);
  const texts: [string, string | null][] = [];
  for (const file of own) texts.push([file, await read(file)]);
  const { matchers, faults } = await parseAll(texts);
  return { matchers: [...first.flat(), ...matchers], faults };
}

/** The repository's own matchers as a commit has them; `named` are paths in it that lie elsewhere. */
export async function readRepositoryMatchers(
  repository: Repository,
  commit: string,
  named: readonly string[],
): Promise<ReadMatchers> {
  const own = (await repository.listFilesOf(commit)).filter((file) => FOLDER.test(file));
  const files = [...new Set([...named, ...own])];
  if (files.length === 0) return { matchers: [], faults: [] };
  const texts = await repository.readFilesOf(commit, files);
  return parseAll(files.map((file) => [file, texts.get(file) ?? null]));
}

async function parseAll(texts: Iterable<readonly [string, string | null]>): Promise<ReadMatchers> {
  const matchers: ProblemMatcher[] = [];
  const faults: string[] = [];
  for (const [file, text] of texts) {
    const parsed = text === null ? MISSING : await parse(text);
    if (parsed.kind === 'matchers') matchers.push(...parsed.matchers);
    else faults.push(`${file}: ${parsed.fault}; it is not used`);
  }
  return { matchers, faults };
}

async function readNamed(file: string, currentFolder: string): Promise<readonly ProblemMatcher[]> {
  const text = await readFile(resolve(currentFolder, file), 'utf8').catch((error: Error) => {
    throw new UsageError([`--problem-matcher ${file}: ${error.message}`]);
  });
  const parsed = await parse(text);
  if (parsed.kind === 'fault') throw new UsageError([`--problem-matcher ${file}: ${parsed.fault}`]);
  return parsed.matchers;
}

/** The engine of the expressions takes a fifth of the time that a scan takes to start: most need it not. */
async function parse(text: string): Promise<ParsedMatchers> {
  const { parseProblemMatchers } = await import('../scan/matchers/problem-matcher.js');
  return parseProblemMatchers(text);
}
