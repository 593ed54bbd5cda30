import { readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { arrangeMounts, isWithin, kindOf, type Mount } from './mounts.js';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Places {
  /** The worktree and the temporary folder: all that a command may write, beside its home. */
  readonly directory: string;
  readonly temporaryDirectory: string;
  /** Empty at first; stands where the home of this user would be. */
  readonly homeDirectory: string;
  /** Further files and folders that it may read, such as the objects that the worktree's repository borrows. */
  readonly readable: readonly string[];
}

/** The system itself. */
const SYSTEM = '/usr /bin /sbin /lib /lib32 /lib64 /libx32 /etc /nix/store /snap'.split(' ');

/** Of the system, but for root alone; a command that runs as root without its powers could still read them. */
const NOBODYS_BUSINESS = ['shadow', 'shadow-', 'gshadow', 'gshadow-', 'sudoers', 'sudoers.d', 'ssl/private']
  .concat(['ssh', 'docker', 'kubernetes', 'machine-id', 'krb5.keytab'])
  .map((name) => join('/etc', name));

/** Where installers put programs into a home. Caches and settings are left out: they are written to, or hold secrets. */
const HOME_TOOLS =
  `.cargo/bin .rustup .nvm .volta .fnm .nodenv .pyenv .rbenv .rvm .sdkman .asdf .jdks .jenv .goenv .dotnet .ghcup
   .deno/bin .bun/bin .opam .elan .juliaup .swiftly .cabal/bin .stack/programs .yarn/bin .config/yarn/global
   .npm-global .local/bin .local/lib .local/share/mise .local/share/uv .local/share/fnm .local/share/pnpm
   .local/share/pipx .local/share/virtualenvs .config/composer/vendor .composer/vendor .cache/ms-playwright
   .cache/Cypress go/bin .nix-profile`.split(/\s+/);

/** Variables that name a folder of programs. */
const TOOL_FOLDERS =
  `JAVA_HOME GOROOT RUSTUP_HOME PYENV_ROOT RBENV_ROOT NVM_DIR VOLTA_HOME FNM_DIR SDKMAN_DIR KOTLIN_HOME GRADLE_HOME
   M2_HOME MAVEN_HOME ANDROID_HOME ANDROID_SDK_ROOT DOTNET_ROOT CONDA_PREFIX VIRTUAL_ENV PYTHONLOCATION GEM_HOME
   POETRY_HOME COMPOSER_HOME DENO_DIR`.split(/\s+/);

/** Credentials within them, by the variable that names the folder. */
const SECRETS = [
  ['HOME', '.local/share/uv/credentials'],
  ['COMPOSER_HOME', 'auth.json'],
  ['GEM_HOME', 'credentials'],
  ['M2_HOME', 'settings.xml'],
] as const;
/** Files by which a folder is known for a runner of GitHub's: beside its programs lie its keys. */
const RUNNER_FILES = ['.runner', '.credentials'];

/** Everything that a command shut in sees. `showsSystem` false: an image brings the system and its tools. */
export function visiblePaths(
  environment: Environment,
  places: Places,
  showsSystem: boolean,
): readonly Mount[] {
  const { directory, temporaryDirectory, homeDirectory } = places;
  const read = (path: string): Mount => ({ kind: 'read', path });
  const write = (path: string, source = path): Mount => ({ kind: 'write', path, source });
  const empty = (path: string): Mount => ({ kind: 'empty', path, isFolder: kindOf(path) !== 'file' });
  const tools = showsSystem ? toolPaths(environment, places) : [];
  return arrangeMounts([
    ...tools.map(read),
    ...(showsSystem
      ? hiddenPaths(environment)
          .filter((path) => kindOf(path) !== 'missing')
          .map(empty)
      : []),
    { kind: 'empty', path: '/tmp', isFolder: true },
    { kind: 'empty', path: '/var/tmp', isFolder: true },
    ...places.readable.filter((path) => kindOf(path) !== 'missing').map(read),
    write(homeOf(environment, places), homeDirectory),
    write(directory),
    write(temporaryDirectory),
  ]);
}

/** Where the command's home stands: at the place of this user's, where that is a folder of its own. */
export function homeOf({ HOME = '' }: Environment, { homeDirectory }: Pick<Places, 'homeDirectory'>): string {
  return isAbsolute(HOME) && resolve(HOME) !== '/' && kindOf(HOME) === 'folder'
    ? resolve(HOME)
    : homeDirectory;
}

function hiddenPaths(environment: Environment): readonly string[] {
  const secrets = SECRETS.flatMap(([name, path]) => {
    const folder = variable(environment, name);
    return folder !== undefined && isAbsolute(folder) ? [join(resolve(folder), path)] : [];
  });
  return [...NOBODYS_BUSINESS, ...secrets];
}

function toolPaths(environment: Environment, places: Places): readonly string[] {
  const home = homeOf(environment, places);
  const named = TOOL_FOLDERS.flatMap((name) => variable(environment, name) ?? []);
  const javaHomes = Object.keys(environment).filter((name) => name.startsWith('JAVA_HOME_'));
  const searched = (environment.PATH ?? '').split(':').filter(isAbsolute);
  const closed = closedFolders(environment, places);
  const isOpen = (path: string) => !closed.some((folder) => isWithin(folder, path));
  return [
    ...SYSTEM,
    ...childrenOf('/opt').filter((path) => !isRunner(path)),
    ...HOME_TOOLS.map((name) => join(home, name)),
    ...[...named, ...javaHomes.flatMap((name) => environment[name] ?? [])].filter(isAbsolute),
    ...searched.map((path) => resolve(path)),
    ...searched.flatMap((path) => prefixOf(resolve(path), home)),
    ...resolverFile(),
  ]
    .map((path) => resolve(path))
    .filter((path) => kindOf(path) !== 'missing' && isOpen(path));
}

/** Without regard to case, as the allow-list of the environment reads names. */
function variable(environment: Environment, name: string): string | undefined {
  return Object.entries(environment).find(([key]) => key.toUpperCase() === name)?.[1];
}

/** Folders that must never be shown as part of another, although a variable may name one above them. */
function closedFolders(environment: Environment, places: Places): readonly string[] {
  const { HOME, RUNNER_TEMP, RUNNER_WORKSPACE, GITHUB_WORKSPACE } = environment;
  return [HOME, RUNNER_TEMP, RUNNER_WORKSPACE, GITHUB_WORKSPACE, places.directory, '/run', '/var', '/root']
    .filter((path) => path !== undefined && isAbsolute(path))
    .map((path) => resolve(path ?? '/'));
}

/** `/opt/tool/bin` needs `/opt/tool/lib`. In a home only the folder itself: beside it lies what is private. */
function prefixOf(path: string, home: string): readonly string[] {
  return /^s?bin$/.test(basename(path)) && !isWithin(path, home) ? [dirname(path)] : [];
}

function childrenOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

const isRunner = (folder: string): boolean =>
  RUNNER_FILES.some((name) => kindOf(join(folder, name)) !== 'missing');

/** Where `/etc/resolv.conf` is a link into `/run`. */
function resolverFile(): readonly string[] {
  try {
    return [realpathSync('/etc/resolv.conf')];
  } catch {
    return [];
  }
}
