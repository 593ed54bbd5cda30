import * as z from 'zod';
import { describeOptions, list, toggle } from './option.js';
import { parseFlags } from './parse-flags.js';
import { UsageError } from './usage-error.js';

const applySettingsSchema = z
  .strictObject({
    protect: list('GLOB', 'paths that no edit may touch, rename or delete; repeat for more'),
    json: toggle('print the result as one line of JSON'),
  })
  .readonly();

export interface ApplySettings extends z.infer<typeof applySettingsSchema> {
  readonly folder: string;
  /** `-` is standard input. */
  readonly file: string;
}

export const APPLY_OPTIONS = describeOptions(applySettingsSchema.unwrap().shape);

/** @throws UsageError with every fault. */
export function readApplySettings(args: readonly string[]): ApplySettings {
  const { values, positionals, faults } = parseFlags(args, APPLY_OPTIONS);
  const settings = applySettingsSchema.safeParse(values);
  const [folder, file = '-', ...more] = positionals;
  const all = [
    ...faults,
    ...(folder === undefined ? ['apply needs the folder to edit: smart-fix apply DIR [FILE|-]'] : []),
    ...more.map((word) => `unexpected argument ${word}; apply reads one file of edits`),
    ...(settings.error?.issues.map(({ path, message }) => `--${String(path[0])}: ${message}`) ?? []),
  ];
  if (all.length > 0 || folder === undefined || !settings.success) throw new UsageError(all);
  return { ...settings.data, folder, file };
}
