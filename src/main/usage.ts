import packageJson from '../../package.json' with { type: 'json' };
import type { OptionDescription } from '../config/option.js';
import { SCAN_OPTIONS } from '../config/scan-settings.js';
import { RUN_OPTIONS } from '../config/settings.js';

export const versionText = (): string => `smart-fix ${packageJson.version}\n`;

/** Usage of one command, or of all. */
export function usageText(command?: string): string {
  if (command === 'run') return `${RUN_HEAD}\n\n${optionTable(RUN_OPTIONS)}\n`;
  if (command === 'scan') return `${SCAN_HEAD}\n\n${optionTable(SCAN_OPTIONS)}\n`;
  return `${HEAD}\n\n${RUN_HEAD}\n\n${optionTable(RUN_OPTIONS)}\n\n${SCAN_HEAD}\n\n${optionTable(SCAN_OPTIONS)}\n\n${FOOT}\n`;
}

const HEAD =
  'smart-fix repairs failing checks: it proposes a bounded patch and re-runs the full gate. Only execution counts.';
const RUN_HEAD = `smart-fix run --gate CMD [options]
  Takes a repository whose gate is red to a verified fix branch, or hands over to a person.`;
const SCAN_HEAD = `smart-fix scan [FILE|-] [options]
  Reads a log and says what failed, where, and of which kind.`;
const FOOT = `Settings of run can also stand in .github/smart-fix.yml, without the dashes.
Exit codes: 0 done (fixed, already green, refused or deferred), 1 a person is needed, 64 usage, 70 failed, 130 or 143 cancelled.`;

function optionTable(options: readonly OptionDescription[]): string {
  const width = Math.max(...options.map((each) => heading(each).length));
  return options.map((each) => `  ${heading(each).padEnd(width)}  ${each.help}`).join('\n');
}

function heading({ name, placeholder }: OptionDescription): string {
  return placeholder === '' ? `--${name}` : `--${name} ${placeholder}`;
}
