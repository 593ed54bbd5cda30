import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from '@jest/globals';
import { type RepairResult, repair } from './run-cli.js';
import { type SampleRepository, sampleRepository } from './sample-repository.js';

const MODULES = resolve(import.meta.dirname, '../../node_modules');

export interface GoldenRepository {
  readonly files: Readonly<Record<string, string>>;
  readonly gate: string | readonly string[];
  readonly setup?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface RecipeProof extends GoldenRepository {
  /** Recipes whose candidates were executed, in order; the last one turned the gate green. */
  readonly recipes: readonly string[];
  /** Every file that differs on the result branch, and its text there. */
  readonly after: Readonly<Record<string, string>>;
}

export interface RecipeRun extends RepairResult {
  readonly repository: SampleRepository;
}

/** `smart-fix run` without a provider. */
export async function runKeyless(folder: string, golden: GoldenRepository): Promise<RecipeRun> {
  const { files, gate, setup, args = [], env = {} } = golden;
  const repository = sampleRepository(folder, files);
  const prepared = setup === undefined ? [] : ['--setup', setup];
  return { ...(await repair(repository, { folder, gate, args: [...prepared, ...args], env })), repository };
}

/** A golden repository goes from red to green by recipes alone: no model is asked, and nothing else is changed. */
export async function proveRecipe(folder: string, proof: RecipeProof): Promise<RecipeRun> {
  const result = await runKeyless(folder, proof);
  const { report, repository, exitCode } = result;
  expect({ ...report, tried: result.stderr }).toMatchObject({
    status: 'completed',
    stopReason: 'fixed',
    errors: [],
  });
  expect(exitCode).toBe(0);
  expect(report.usage).toMatchObject({ modelCalls: 0, executions: proof.recipes.length + 1 });
  expect(report.attempts.map(({ strategy, recipe }) => [strategy, recipe])).toEqual(
    proof.recipes.map((name) => ['recipe', name]),
  );
  const branch = report.branch ?? '';
  const changed = repository.git('diff', '--name-only', `main..${branch}`).split('\n');
  expect(changed).toEqual(Object.keys(proof.after).sort());
  for (const [path, text] of Object.entries(proof.after)) {
    expect({ [path]: `${repository.git('show', `${branch}:${path}`)}\n` }).toEqual({ [path]: text });
  }
  expect(result.leftovers).toEqual([]);
  return result;
}

/** A setup that puts packages of this project into a sample repository's own `node_modules`. */
export function linkModules(...names: readonly string[]): string {
  return [
    'mkdir -p node_modules/.bin',
    ...names.flatMap((name) => [
      `ln -s '${MODULES}/${name}' node_modules/${name}`,
      `if [ -e '${MODULES}/.bin/${name}' ]; then ln -s '${MODULES}/.bin/${name}' node_modules/.bin/${name}; fi`,
    ]),
  ].join(' && ');
}

/** A folder for PATH with one program in it, which stands in for a tool that this machine lacks. */
export function standIn(folder: string, name: string, body: string): string {
  console.warn(`${name} is not on this machine: a stand-in takes its place`);
  const bin = mkdtempSync(join(folder, 'bin-'));
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, name), `#!/usr/bin/env node\n${body}\n`);
  chmodSync(join(bin, name), 0o755);
  return bin;
}
