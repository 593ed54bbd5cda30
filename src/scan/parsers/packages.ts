import type { Family } from '../parser.js';

/** Package managers: their messages name no place, but leave no choice of the file. */
export const packages: Family = {
  innermost: 'first',
  traceGap: 1,
  parsers: [
    {
      tool: 'npm',
      category: 'dependency',
      rows: [
        {
          kind: 'finding',
          needles: ['can only install packages when'],
          pattern:
            /(?<message>`?npm ci`? can only install packages when your package\.json and package-lock\.json.*)$/,
          files: ['package-lock.json', 'package.json'],
          code: 'EUSAGE',
        },
        {
          kind: 'finding',
          needles: ['can only install with an existing'],
          pattern: /(?<message>The `npm ci` command can only install with an existing package-lock\.json.*)$/,
          files: ['package-lock.json', 'package.json'],
          code: 'EUSAGE',
        },
        {
          kind: 'finding',
          needles: ['code ERESOLVE'],
          pattern: /^npm (?:ERR!|error) (?<message>code (?<code>ERESOLVE))$/,
          files: ['package.json'],
        },
        {
          kind: 'finding',
          needles: ['issing script: '],
          pattern: /^npm (?:ERR!|error) (?<message>[Mm]issing script: .*)$/,
          files: ['package.json'],
          category: 'config',
        },
        {
          kind: 'finding',
          needles: ['code E404', 'code ETARGET'],
          pattern: /^npm (?:ERR!|error) (?<message>code (?<code>E404|ETARGET))$/,
          files: ['package.json'],
        },
      ],
    },
    {
      tool: 'pnpm',
      category: 'dependency',
      rows: [
        {
          kind: 'finding',
          needles: ['ERR_PNPM_OUTDATED_LOCKFILE'],
          pattern: /(?<code>ERR_PNPM_OUTDATED_LOCKFILE)(?:\s+(?<message>\S.*))?$/,
          files: ['pnpm-lock.yaml', 'package.json'],
        },
        {
          kind: 'finding',
          needles: ['ERR_PNPM_NO_SCRIPT'],
          pattern: /(?<code>ERR_PNPM_NO_SCRIPT)(?:\s+(?<message>\S.*))?$/,
          files: ['package.json'],
          category: 'config',
        },
        {
          kind: 'finding',
          needles: ['ERR_PNPM_FETCH_404', 'ERR_PNPM_NO_MATCHING_VERSION'],
          pattern:
            /(?<code>ERR_PNPM_FETCH_404|ERR_PNPM_NO_MATCHING_VERSION\w{0,80})(?:\s+(?<message>\S.*))?$/,
          files: ['package.json'],
        },
      ],
    },
    {
      tool: 'yarn',
      category: 'dependency',
      rows: [
        {
          kind: 'finding',
          needles: ['YN0028: '],
          pattern: /^➤ (?<code>YN0028): │ (?<message>The lockfile would have been .*)$/,
          files: ['yarn.lock', 'package.json'],
        },
        {
          kind: 'finding',
          needles: ['YN0035: ', 'YN0082: '],
          pattern: /^➤ (?<code>YN0035|YN0082): │ (?<message>\S+@\S+: .*)$/,
          files: ['package.json'],
        },
        {
          kind: 'finding',
          needles: ["Couldn't find a script named"],
          pattern: /^Usage Error: (?<message>Couldn't find a script named .*)$/,
          files: ['package.json'],
          category: 'config',
        },
        // Version 1.
        {
          kind: 'finding',
          needles: ['Your lockfile needs to be updated'],
          pattern: /^error (?<message>Your lockfile needs to be updated.*)$/,
          files: ['yarn.lock', 'package.json'],
        },
        {
          kind: 'finding',
          needles: ['error Command "'],
          pattern: /^error (?<message>Command "[^"]+" not found\.)$/,
          files: ['package.json'],
          category: 'config',
        },
      ],
    },
    {
      tool: 'composer',
      category: 'dependency',
      rows: [
        {
          kind: 'finding',
          needles: ['composer.json requires'],
          pattern: /^\s+- (?<message>Root composer\.json requires .*)$/,
          files: ['composer.json'],
        },
        {
          kind: 'finding',
          needles: ['does not match the expected JSON schema'],
          pattern:
            /^\s*"(?<file>[^"]*composer\.json)" (?<message>does not match the expected JSON schema).*$/,
          category: 'config',
        },
      ],
    },
    {
      tool: 'maven',
      category: 'dependency',
      rows: [
        {
          kind: 'finding',
          needles: ['ExtensionResolutionException'],
          pattern: /^\S*ExtensionResolutionException: (?<message>Extension .*)$/,
          files: ['.mvn/extensions.xml'],
        },
        {
          kind: 'finding',
          needles: ['Non-parseable POM '],
          pattern: /^\[(?:FATAL|ERROR)\] +(?<message>Non-parseable POM (?<file>\S+pom\.xml): .*)$/,
          category: 'config',
        },
        {
          kind: 'file',
          needles: ['pom.xml) has '],
          pattern: /^\[ERROR\] +The project \S* ?\((?<file>[^()]+)\) has \d/,
        },
        {
          kind: 'finding',
          needles: [' @ line '],
          pattern: /^\[ERROR\] +(?<message>\S.*) @ line (?<line>\d+), column (?<column>\d+)(?: ->.*)?$/,
          category: 'config',
        },
        // What cannot be transferred is no fault of the project's.
        {
          kind: 'finding',
          needles: ['Could not resolve dependencies for project'],
          pattern:
            /^\[ERROR\] Failed to execute goal .*: (?<message>Could not resolve dependencies for project (?!.*(?:Could not transfer|offline mode)).*)$/,
          files: ['pom.xml'],
        },
        {
          kind: 'finding',
          needles: ['.enforcer.rule'],
          pattern: /^\[ERROR\] (?<message>Rule \d+: \S+\.enforcer\.rules?\.\S+ failed with message:)$/,
          files: ['pom.xml'],
        },
      ],
    },
    {
      tool: 'docker build',
      category: 'config',
      rows: [
        {
          kind: 'open',
          needles: ['ockerfile', 'ontainerfile'],
          pattern: /^(?<file>(?:[^\s:]*[/.])?(?:Docker|Container|docker|container)file[\w.-]*):(?<line>\d+)$/,
        },
        {
          kind: 'close',
          needles: ['failed to solve: ', 'failed to build: '],
          pattern: /^ERROR: failed to (?:solve|build): (?<message>.*)$/,
        },
      ],
    },
    {
      tool: 'git',
      category: 'infra',
      rows: [
        {
          kind: 'finding',
          needles: ['CONFLICT ('],
          pattern: /^CONFLICT \([^)]*\): (?<message>Merge conflict in (?<file>\S+))$/,
        },
      ],
    },
  ],
};
