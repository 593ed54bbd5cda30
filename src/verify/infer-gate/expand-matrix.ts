import type { Data } from './evaluate.js';
import { resolve, type Scope } from './resolve.js';
import type { Template } from './template.js';

/** One combination of a matrix, keys in their order. */
export type Combination = Readonly<Record<string, Data>>;

/** GitHub runs no more jobs of one matrix. */
const MOST_JOBS = 256;

type DataMap = Readonly<Record<string, Data>>;

/**
 * Every job of a matrix, by GitHub's rules: `exclude` first, then `include`, which extends combinations whose own values
 * it leaves alone, or else adds one. Null when the matrix is known only while the workflow runs.
 */
export function expandMatrix(matrix: Template, scope: Scope): readonly Combination[] | null {
  if (matrix === null) return [{}];
  const evaluation = resolve(matrix, scope);
  if (evaluation.kind === 'unknown' || !isDataMap(evaluation.value)) return null;
  const { include = [], exclude = [], ...axes } = evaluation.value;
  if (![include, exclude, ...Object.values(axes)].every(isDataList)) return null;
  const size = Object.values(axes).reduce<number>((jobs, values) => jobs * listOf(values).length, 1);
  if (size > MOST_JOBS) return null;
  const product = Object.entries(axes).reduce<readonly Combination[]>(
    (all, [key, values]) => all.flatMap((each) => listOf(values).map((value) => ({ ...each, [key]: value }))),
    [{}],
  );
  const kept = product.filter((each) => !mapsOf(exclude).some((rule) => agrees(each, rule)));
  return includeInto(Object.keys(axes).length === 0 ? [] : kept, mapsOf(include), Object.keys(axes));
}

function includeInto(
  combinations: readonly Combination[],
  includes: readonly DataMap[],
  axes: readonly string[],
): readonly Combination[] {
  const extended = [...combinations];
  const added: Combination[] = [];
  for (const rule of includes) {
    const own = Object.fromEntries(Object.entries(rule).filter(([key]) => axes.includes(key)));
    const matching = extended.flatMap((each, index) => (agrees(each, own) ? [index] : []));
    for (const index of matching) extended[index] = { ...extended[index], ...rule };
    if (matching.length === 0) added.push(rule);
  }
  return [...extended, ...added];
}

function agrees(combination: Combination, rule: DataMap): boolean {
  return Object.entries(rule).every(([key, value]) => lower(combination[key]) === lower(value));
}

/** GitHub compares texts without regard to case. */
const lower = (value: Data | undefined): string | undefined => JSON.stringify(value)?.toLowerCase();

const isDataMap = (value: Data): value is DataMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isDataList = (value: Data): boolean => Array.isArray(value);
const listOf = (value: Data): readonly Data[] => (Array.isArray(value) ? value : []);
const mapsOf = (value: Data): readonly DataMap[] => listOf(value).filter(isDataMap);
