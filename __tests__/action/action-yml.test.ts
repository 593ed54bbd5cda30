import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import * as z from 'zod';
import { ACTION_INPUTS, actionSettingsSchema } from '../../src/config/action-settings.js';
import { ACTION_OUTPUTS } from '../../src/main/action-end.js';

const described = z.record(
  z.string(),
  z.strictObject({
    description: z.string().regex(/^\S.*\.$/),
    required: z.boolean().optional(),
    default: z.string().optional(),
  }),
);
const file = z
  .strictObject({
    name: z.literal('smart-fix'),
    description: z.string().max(200),
    author: z.string(),
    branding: z.strictObject({ icon: z.string(), color: z.string() }),
    inputs: described,
    outputs: described,
    runs: z.strictObject({ using: z.literal('node24'), main: z.literal('dist/index.js') }),
  })
  .parse(parse(readFileSync(join(import.meta.dirname, '../../action.yml'), 'utf8')));

const DEFAULTS: Readonly<Record<string, unknown>> = actionSettingsSchema.parse({});

test('action.yml and the settings know the same inputs', () => {
  expect(Object.keys(file.inputs).sort()).toEqual(ACTION_INPUTS.map(({ name }) => name).sort());
});

test('action.yml and the code know the same outputs', () => {
  expect(Object.keys(file.outputs)).toEqual(Object.keys(ACTION_OUTPUTS));
});

test('nothing is required, and only the workflow’s own token is given by default', () => {
  const entries = Object.entries(file.inputs);
  expect(entries.filter(([, input]) => input.required).map(([name]) => name)).toEqual([]);
  expect(entries.filter(([, input]) => input.default !== undefined)).toEqual([
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the runner
    ['github-token', expect.objectContaining({ default: '${{ github.token }}' })],
  ]);
});

const withDefault = ACTION_INPUTS.filter(
  ({ key }) => !Array.isArray(DEFAULTS[key]) && DEFAULTS[key] !== null,
);

test.each(withDefault.map(({ name, key }) => [name, String(DEFAULTS[key])]))(
  'the description of %s names its default %s',
  (name, value) => {
    expect(file.inputs[name]?.description).toMatch(new RegExp(`\\bdefault ${value}\\b`, 'i'));
  },
);

const ranged = ACTION_INPUTS.flatMap(({ name, key }) => {
  const [, min, max] = /\b(\d+)-(\d+)\b/.exec(file.inputs[name]?.description ?? '') ?? [];
  return min === undefined ? [] : [[name, key, Number(min), Number(max)] as const];
});

test('every number has a range', () => {
  const numbers = ACTION_INPUTS.filter(
    ({ key }) => typeof DEFAULTS[key] === 'number' || key === 'maxExecutions',
  );
  expect(ranged.map(([name]) => name).sort()).toEqual(numbers.map(({ name }) => name).sort());
});

test.each(ranged)('the described range of %s is the range that is taken', (_, key, min, max) => {
  const takes = (value: number) => actionSettingsSchema.safeParse({ [key]: value }).success;
  expect([min - 1, min, max, max + 1].map(takes)).toEqual([false, true, true, false]);
});
