import * as z from 'zod';
import { describeOptions, option } from './option.js';

const commands = z.union([
  z
    .string()
    .min(1)
    .transform((one) => [one]),
  z.array(z.string().min(1)).min(1),
]);

/** What a repository says of its doors on GitHub. Only the default branch's file counts, so that no patch changes it. */
export const doorSettingsSchema = z
  .strictObject({
    enabled: option(z.boolean().default(true), {
      kind: 'switch',
      placeholder: '',
      help: 'false: nothing is repaired, whoever asks',
    }),
    optOutLabel: option(z.string().min(1).max(50).default('no-smart-fix'), {
      kind: 'text',
      placeholder: 'NAME',
      help: 'a label that keeps smart-fix away from a pull request (default no-smart-fix)',
    }),
    phrases: option(z.array(z.string().trim().min(4).max(100)).max(20).default([]), {
      kind: 'list',
      placeholder: 'TEXT',
      help: 'first lines of a comment that mean /smart-fix',
    }),
    gates: option(z.record(z.string().min(1).max(100), commands).default({}), {
      kind: 'text',
      placeholder: '',
      help: 'commands by the name that /smart-fix --gate takes',
    }),
  })
  .readonly();

export type DoorSettings = z.infer<typeof doorSettingsSchema>;

export const DOOR_OPTIONS = describeOptions(doorSettingsSchema.unwrap().shape);
