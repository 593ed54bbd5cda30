import * as z from 'zod';
import { FILE_CLASSES } from '../domain/file-class.js';
import { isForbiddenName } from '../domain/forbidden-name.js';
import { SANDBOX_WISHES } from '../domain/sandbox.js';
import { branchTemplateFault } from './branch-template.js';
import { classOverrideFault } from './class-override.js';
import { gateSource } from './gate-source.js';
import { modelSettings } from './model-settings.js';
import { describeOptions, faultFree, integer, list, option, text, toggle, wholeNumber } from './option.js';
import { recipeNames } from './recipe-names.js';

/** Said at once, rather than dropped without a word when the gate runs. */
const gateEnvFault = (name: string): string | null =>
  isForbiddenName(name) ? `${name} is no variable that a gate may see: its name is that of a secret` : null;

/**
 * Every setting of a repair run: the only list. A key `maxAttempts` is the flag `--max-attempts` and the key
 * `max-attempts` of `.github/smart-fix.yml`. Ranges are those of the requirements (C33, A28, B10).
 */
export const runSettingsSchema = z
  .strictObject({
    gate: list(
      'CMD',
      'a command that must pass; repeat for more (default: inferred from the files of the repository)',
    ),
    ...gateSource,
    setup: text('CMD', 'a command that prepares the workspace, before every run of the gate'),
    repo: option(z.string().min(1).default('.'), {
      kind: 'text',
      placeholder: 'DIR',
      help: 'the git repository (default: here)',
    }),
    problemMatcher: list(
      'FILE',
      'a GitHub problem matcher of the repository, besides those in .github/problem-matchers; repeat for more',
    ),
    recipes: recipeNames,
    ...modelSettings,
    recording: text('FILE', 'recorded replies for the replay provider (JSON lines)'),
    maxAttempts: integer({ min: 1, max: 7, default: 3 }, 'attempts: propose, apply, verify'),
    maxModelCalls: integer({ min: 1, max: 12, default: 6 }, 'calls to the model'),
    maxExecutions: option(wholeNumber({ min: 1, max: 8 }).nullable().default(null), {
      kind: 'text',
      placeholder: 'N',
      help: 'runs of the gate, the baseline included (1-8, default attempts + 1)',
    }),
    maxProposals: integer({ min: 1, max: 3, default: 2 }, 'proposals for one failed revision'),
    repeat: integer(
      { min: 1, max: 5, default: 1 },
      'passes of the gate that a patch needs; at least 3 when the failure looks flaky',
    ),
    deadline: integer({ min: 1, max: 3600, default: 600 }, 'seconds for the whole run'),
    gateTimeout: integer({ min: 1, max: 3600, default: 300 }, 'seconds for one run of the gate'),
    maxFiles: integer({ min: 1, max: 100, default: 5 }, 'files that a patch may touch'),
    maxLines: integer({ min: 1, max: 10000, default: 400 }, 'lines that a patch may add and remove'),
    allow: list('GLOB', 'open protected paths to the patch; repeat for more'),
    protect: list('GLOB', 'protect further paths; wins over --allow; repeat for more'),
    allowTestEdits: toggle(
      'let the patch touch tests and their fixtures, under the rules against fake passes',
    ),
    fileClass: option(z.array(z.string().min(1).superRefine(faultFree(classOverrideFault))).default([]), {
      kind: 'list',
      placeholder: 'CLASS=GLOB',
      help: `what further files are for (${FILE_CLASSES.join(', ')}); repeat for more`,
    }),
    sandbox: option(z.enum(SANDBOX_WISHES).default('none'), {
      kind: 'text',
      placeholder: 'HOW',
      help: 'how setup, gate and recipes are shut in: auto, docker, bwrap, user or none (default none: it is your machine and your code)',
    }),
    sandboxImage: text(
      'IMAGE',
      "a docker image with the project's tools (default: this machine's own tools)",
    ),
    gateEnv: option(z.array(z.string().min(1).superRefine(faultFree(gateEnvFault))).default([]), {
      kind: 'list',
      placeholder: 'NAME',
      help: 'a variable of the environment that the gate may see; repeat for more',
    }),
    branch: option(
      z.string().min(1).superRefine(faultFree(branchTemplateFault)).default('smart-fix/{fingerprint}'),
      {
        kind: 'text',
        placeholder: 'TEMPLATE',
        help: 'name of the result branch; {fingerprint}, {id} and {run} are filled in (default smart-fix/{fingerprint})',
      },
    ),
    subject: option(z.string().min(1).max(200).default('fix(smart-fix): {summary}'), {
      kind: 'text',
      placeholder: 'TEMPLATE',
      help: 'subject of the result commit; {summary} and {attempt} are filled in (default fix(smart-fix): {summary})',
    }),
    onSuccess: option(z.enum(['branch', 'merge', 'patch']).default('branch'), {
      kind: 'text',
      placeholder: 'HOW',
      help: 'branch, merge (--no-ff into the current branch) or patch (a file in the state folder); default branch',
    }),
    state: text('DIR', "this run's own folder (default .smart-fix/runs/<id>)"),
    keepAttempts: toggle('keep each attempt as refs/smart-fix/<run>/<n>'),
    dryRun: toggle('do everything but the delivery, and say what it would be'),
    json: toggle('print the report as JSON on standard output; people are told on standard error'),
    verbose: toggle("show the end of each command's output"),
  })
  .readonly();

/** One frozen record; nothing changes it after it was read. */
export type RunSettings = z.infer<typeof runSettingsSchema>;

export const RUN_OPTIONS = describeOptions(runSettingsSchema.unwrap().shape);
