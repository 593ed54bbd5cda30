import { simpleCommands } from './simple-commands.js';

/** What a step is for: a check, what prepares one, or something that must not be done again here. */
export type Purpose =
  | { readonly kind: 'check' }
  | { readonly kind: 'setup' }
  /** It would change something outside the workspace; `command` is the one that does. */
  | { readonly kind: 'delivery' | 'machine'; readonly command: string };

const TASK = '(?:deploy|release|publish|upload)(?:[:_-][\\w:-]*)?(?= |$)';

/** Between a program and what it is asked to do; whether an option has a value, only the program knows. */
const OPTIONS = '(?: [-+]\\S+(?: [^\\s+-]\\S*)?)*';

/** One of the verbs of a program, alternatives each as in an expression. */
const verb = (programs: string, verbs: string): RegExp =>
  new RegExp(`^(?:\\./)?(?:${programs})${OPTIONS} (?:${verbs})(?![\\w-])`);

/** Commands that deploy, publish, release or upload. */
const DELIVERY: readonly RegExp[] = [
  // `dotnet publish` only writes a folder.
  /^(?!dotnet )[\w@./-]+(?: npm| pub)? publish(?= |$)/,
  verb(
    'npm|pnpm|yarn(?: workspace \\S+)?|bun|cargo|sbt|mix',
    '(?:npm )?publish|hex\\.publish|\\+?publish\\w*',
  ),
  /^python3? setup\.py\b.* upload\b/,
  /^(?:twine upload|gem push|rake release|semantic-release|release-it|goreleaser release|lerna version|nuget push|dotnet nuget push)\b/,
  verb('(?:sudo )?(?:docker(?: image| compose)?|podman|buildah|helm|oras|crane)', 'push'),
  /^docker (?:buildx build|build|compose build)\b.* --push\b/,
  verb('git', 'push|send-email'),
  verb('gh', 'release|pr|issue|workflow run|api'),
  /^(?:\.\/)?(?:mvn|mvnw)\b.* (?:deploy|release:\S+|site-deploy)\b/,
  /^(?:\.\/)?(?:gradle|gradlew)\b.* (?:\S*:)?publish\w*/,
  verb('kubectl|oc', 'apply|create|delete|rollout|set|patch|replace|scale'),
  verb('helm', 'upgrade|install|uninstall'),
  verb('terraform|tofu|terragrunt|pulumi', 'apply|destroy|up'),
  /^(?:aws|gcloud|gsutil|az|doctl|flyctl|fly|heroku|vercel|netlify|firebase|wrangler|surge|railway|cf|eb|sam|cdk|sls|serverless|supabase) /,
  /^(?:gh-pages|mike deploy|mkdocs gh-deploy)\b/,
  /^(?:scp|sftp|ssh|ftp|lftp)\b/,
  /^rsync\b.* \S+:/,
  /^curl\b.* (?:-T|--upload-file|-F|--form|-X ?(?:POST|PUT)|--request (?:POST|PUT))\b/,
  /^(?:codecov|codecovcli|coveralls|codeclimate-test-reporter|cc-test-reporter|sentry-cli|sonar-scanner)\b/,
  /^bash <\(curl\b.*codecov/,
  /^(?:ansible-playbook|cap|kamal|fastlane (?:deploy|release|beta|upload\w*))\b/,
  new RegExp(
    `^(?:npm${OPTIONS} run(?:-script)?|pnpm(?:${OPTIONS} run)?|yarn(?: workspace \\S+)?(?: run)?|bun run|make|just|task|rake|nox -s|tox -e|mage)${OPTIONS} ${TASK}`,
  ),
  verb('nx|turbo', `(?:run )?(?:[\\w@/-]+:)?${TASK}`),
  new RegExp(
    `^(?:(?:ba|z)?sh |node |python3? )?[\\w./-]*\\b${TASK.replace('(?= |$)', '')}\\.(?:sh|py|js|mjs|cjs|ts|rb|pl)\\b`,
  ),
  new RegExp(`^(?:\\./)?(?:scripts?|bin|ci|tools)/${TASK}`),
];

/** Commands that change the machine, which is a person's own when smart-fix runs outside CI. */
const MACHINE: readonly RegExp[] = [
  /^(?:sudo|su|doas|chown|systemctl|service|useradd|sysctl|mount|modprobe)\b/,
  /^(?:apt|apt-get|apk|dnf|yum|pacman|zypper|brew|choco|winget|snap|port) /,
  /^(?:npm|pnpm) (?:i|install|add)\b.* (?:-g|--global)\b/,
  /^(?:npm|pnpm) (?:-g|--global) /,
  /^(?:yarn global|corepack|n|nvm|volta|rustup|pyenv|rbenv|asdf|sdk) /,
  /^git config --(?:global|system)\b/,
  /^(?:npm|pnpm|yarn) config set\b/,
  verb('docker compose|docker-compose|podman compose', 'up'),
  /^(?:docker|podman) run\b.* (?:-d|--detach)\b/,
];

const PREPARATION = '(?:install|setup|bootstrap|deps|dependencies|prepare|init)';

/** Commands that fetch what a check needs. */
const SETUP: readonly RegExp[] = [
  /^(?:npm (?:ci|i|install|clean-install)|pnpm (?:i|install|fetch)|bun (?:i|install)|lerna bootstrap)\b/,
  /^yarn(?: install\b.*| --\S+.*)?$/,
  /^(?:npm (?:rm|uninstall|remove)|pip3? uninstall)\b/,
  /^(?:(?:pnpm |yarn )?playwright install|cypress install|puppeteer browsers install|husky)\b/,
  /^(?:pip3?|uv pip|pipx) (?:install|sync|download)\b/,
  /^(?:uv (?:sync|venv|lock)|poetry (?:install|config|env)|pdm (?:install|sync)|pipenv (?:install|sync)|conda (?:env|install|create)|mamba (?:env|install)|virtualenv|venv|pre-commit install|ensurepip)\b/,
  /^go (?:mod (?:download|tidy|vendor)|get|install)\b/,
  /^(?:bundle (?:install|config)|gem install|composer (?:install|update)|pod install)\b/,
  /^(?:cargo (?:fetch|install|binstall)|dotnet (?:restore|tool (?:install|restore))|nuget restore)\b/,
  /^(?:\.\/)?(?:mvn|mvnw)\b.* dependency:\S+/,
  /^(?:mix (?:deps\.get|local\.\w+)|(?:flutter|dart) pub get|swift package resolve|stack setup|cabal update|opam install|rebar3 get-deps|cpanm|luarocks install)\b/,
  /^(?:terraform|tofu) init\b/,
  /^git submodule\b/,
  new RegExp(
    `^(?:make|just|task|rake|npm run|pnpm(?: run)?|yarn(?: run)?|bun run) ${PREPARATION}(?:[:_]\\S*|-(?:deps|dev|all|tools))?$`,
  ),
  new RegExp(`^(?:(?:ba|z)?sh )?[\\w.-]*/[\\w./-]*\\b${PREPARATION}\\b[\\w.-]*`),
];

/** Commands that decide nothing by themselves. */
const NEUTRAL =
  /^(?:echo|printf|cd|pushd|popd|mkdir|export|set|source|\.|cp|ls|pwd|cat|which|env|true|:|sleep|chmod|touch|date|uname|rm)(?: |$)|^\S+ (?:--version|-v|-V|version)$/;

export function purposeOf(script: string): Purpose {
  const commands = simpleCommands(script);
  const deciding = commands.filter((command) => !NEUTRAL.test(command));
  for (const [kind, table] of [
    ['delivery', DELIVERY],
    ['machine', MACHINE],
  ] as const) {
    const command = deciding.find((each) => isIn(table, each) && !/ --dry-run\b/.test(each));
    if (command !== undefined) return { kind, command };
  }
  return { kind: deciding.every((command) => isIn(SETUP, command)) ? 'setup' : 'check' };
}

function isIn(table: readonly RegExp[], command: string): boolean {
  return table.some((pattern) => pattern.test(command));
}
