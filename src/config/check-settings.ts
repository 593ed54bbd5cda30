import * as z from 'zod';
import { classOverrideFault } from './class-override.js';
import { describeOptions, option, text, toggle } from './option.js';
import { parseFlags } from './parse-flags.js';
import { UsageError } from './usage-error.js';

const checkSettingsSchema = z
  .strictObject({
    repo: text('DIR', 'the folder that the patch is for, without the patch: whole files say more than hunks'),
    log: text('FILE', 'what the failed check printed: the values and places that it names'),
    fileClass: option(
      z
        .array(
          z
            .string()
            .min(1)
            .superRefine((value, context) => {
              const message = classOverrideFault(value);
              if (message !== null) context.addIssue({ code: 'custom', message });
            }),
        )
        .default([]),
      { kind: 'list', placeholder: 'CLASS=GLOB', help: 'what further files are for; repeat for more' },
    ),
    json: toggle('print the verdict as one line of JSON'),
  })
  .readonly();

export interface CheckSettings extends z.infer<typeof checkSettingsSchema> {
  /** `-` is standard input. */
  readonly patch: string;
}

export const CHECK_OPTIONS = describeOptions(checkSettingsSchema.unwrap().shape);

/** @throws UsageError with every fault. */
export function readCheckSettings(args: readonly string[]): CheckSettings {
  const { values, positionals, faults } = parseFlags(args, CHECK_OPTIONS);
  const settings = checkSettingsSchema.safeParse(values);
  const [patch, ...more] = positionals;
  const all = [
    ...faults,
    ...(patch === undefined ? ['check needs a patch: smart-fix check PATCH, or - for standard input'] : []),
    ...more.map((word) => `unexpected argument ${word}; check reads one patch`),
    ...(settings.error?.issues.map(({ path, message }) => `--${String(path[0])}: ${message}`) ?? []),
  ];
  if (all.length > 0 || patch === undefined || !settings.success) throw new UsageError(all);
  return { ...settings.data, patch };
}
