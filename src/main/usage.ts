import packageJson from '../../package.json' with { type: 'json' };
import { APPLY_OPTIONS } from '../config/apply-settings.js';
import { CHECK_OPTIONS } from '../config/check-settings.js';
import { GATE_OPTIONS } from '../config/gate-settings.js';
import type { OptionDescription } from '../config/option.js';
import { SCAN_OPTIONS } from '../config/scan-settings.js';
import { RUN_OPTIONS } from '../config/settings.js';

export const versionText = (): string => `smart-fix ${packageJson.version}\n`;

/** Usage of one command, or of all. */
export function usageText(command?: string): string {
  const own = COMMANDS.find(({ name }) => name === command);
  if (own !== undefined) return `${usageOf(own)}\n`;
  return `${[HEAD, ...COMMANDS.map(usageOf), FOOT].join('\n\n')}\n`;
}

interface CommandUsage {
  readonly name: string;
  readonly head: string;
  readonly options: readonly OptionDescription[];
}

const HEAD =
  'smart-fix repairs failing checks: it proposes a bounded patch and re-runs the full gate. Only execution counts.';
/** Of the options of run, which it takes all, those that change most of what it says. */
const OF_DOCTOR = ['gate', 'repo', 'model', 'provider', 'recipes', 'sandbox', 'json'];
const COMMANDS: readonly CommandUsage[] = [
  {
    name: 'run',
    options: RUN_OPTIONS,
    head: `smart-fix run [--gate CMD] [options]
  Takes a repository whose gate is red to a verified fix branch, or hands over to a person.`,
  },
  {
    name: 'doctor',
    options: RUN_OPTIONS.filter(({ name }) => OF_DOCTOR.includes(name)),
    head: `smart-fix doctor [--json] [options of run]
  Says whether run with these options could repair here: git, gate, model, recipes, sandboxes, token. Runs no gate.`,
  },
  {
    name: 'gate',
    options: GATE_OPTIONS,
    head: `smart-fix gate [--workflow FILE --job NAME] [options]
  Says which gate run would infer, and what of a workflow's job it cannot reproduce. Runs none of it.`,
  },
  {
    name: 'scan',
    options: SCAN_OPTIONS,
    head: `smart-fix scan [FILE|-] [options]
  Reads a log, a report or GitHub's archive of logs, and says what failed, where, and of which kind.`,
  },
  {
    name: 'apply',
    options: APPLY_OPTIONS,
    head: `smart-fix apply DIR [FILE|-] [options]
  Puts the edits that a model wrote, in any usual shape, into a folder: all of them, or none (exit code 2, with the reason).`,
  },
  {
    name: 'check',
    options: CHECK_OPTIONS,
    head: `smart-fix check PATCH [options]
  Says what speaks against a patch as a fake pass, by reading alone. PATCH may be -. Exit code 0 allow, 1 escalate, 2 reject.`,
  },
];
const FOOT = `Settings of run can also stand in .github/smart-fix.yml, without the dashes.
Exit codes: 0 done (fixed, already green, refused or deferred), 1 a person is needed, 64 usage, 70 failed, 130 or 143 cancelled.`;

function usageOf({ head, options }: CommandUsage): string {
  return `${head}\n\n${optionTable(options)}`;
}

function optionTable(options: readonly OptionDescription[]): string {
  const width = Math.max(...options.map((each) => heading(each).length));
  return options.map((each) => `  ${heading(each).padEnd(width)}  ${each.help}`).join('\n');
}

function heading({ name, placeholder }: OptionDescription): string {
  return placeholder === '' ? `--${name}` : `--${name} ${placeholder}`;
}
