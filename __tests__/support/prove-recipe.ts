import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { expect } from '@jest/globals';
import { type RepairResult, repair } from './run-cli.js';
import { type SampleRepository, sampleRepository } from './sample-repository.js';

/** Filled by `scripts/recipe-tools.sh`. */
const TOOLS = process.env.SMART_FIX_TEST_TOOLS ?? '/nonexistent';
const OWN_MODULES = resolve(import.meta.dirname, '../../node_modules');

/** PATH with the tools that are no packages of a repository. */
export const TOOL_PATH = { PATH: `${TOOLS}/python/bin:${TOOLS}/bin:${process.env.PATH}` };

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
  return {
    ...(await repair(repository, {
      folder,
      gate,
      args: [...prepared, ...args],
      env: { ...TOOL_PATH, ...env },
    })),
    repository,
  };
}

/** A golden repository goes from red to green by recipes alone: no model is asked, and nothing else is changed. */
export async function proveRecipe(folder: string, proof: RecipeProof): Promise<RecipeRun> {
  const result = await runKeyless(folder, proof);
  const { report, repository, exitCode } = result;
  if (report.stopReason !== 'fixed') throw new Error(`${report.stopReason}\n${result.stderr}`);
  expect(report).toMatchObject({ status: 'completed', errors: [] });
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

/** A probe that answers where a package is installed for the tests. */
export const nodeTool = (name: string): string =>
  `"$SMART_FIX_TEST_TOOLS"/node_modules/.bin/${name} --version`;

/** A probe that answers where a tool is on the PATH of the tests. */
export const pathTool = (name: string): string =>
  `${name} --version || "$SMART_FIX_TEST_TOOLS"/python/bin/${name} --version || test -x "$SMART_FIX_TEST_TOOLS"/bin/${name}`;

/** A setup that puts packages into a sample repository's own `node_modules`, as an installation would. */
export function linkModules(...names: readonly string[]): string {
  return linkFrom(`${TOOLS}/node_modules`, names);
}

/** As `linkModules`, with what this project itself uses. */
export function linkOwnModules(...names: readonly string[]): string {
  return linkFrom(OWN_MODULES, names);
}

function linkFrom(modules: string, names: readonly string[]): string {
  return [
    'mkdir -p node_modules/.bin',
    ...names.flatMap((name) => [
      `mkdir -p node_modules/${dirname(name)} && ln -s '${modules}/${name}' node_modules/${name}`,
      `if [ -e '${modules}/.bin/${basename(name)}' ]; then ln -s '${modules}/.bin/${basename(name)}' node_modules/.bin/; fi`,
    ]),
  ].join(' && ');
}

/**
 * An environment whose PATH begins with one program of Node, which stands in for a tool that cannot be had here; it
 * knows the part of the tool's command line that the gate and the recipe use.
 */
export function standIn(folder: string, name: string, body: string): { readonly PATH: string } {
  console.warn(`${name} cannot be had here: a stand-in takes its place`);
  const bin = mkdtempSync(join(folder, 'bin-'));
  writeFileSync(join(bin, name), `#!/usr/bin/env node\nconst fs = require('fs');\n${body}\n`);
  chmodSync(join(bin, name), 0o755);
  return { PATH: `${bin}:${TOOL_PATH.PATH}` };
}
