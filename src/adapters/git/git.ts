import { spawn } from 'node:child_process';

export interface GitPlace {
  /** Where git starts: it finds the repository from here unless `gitDirectory` is given. */
  readonly directory: string;
  readonly gitDirectory?: string;
  readonly workTree?: string;
  readonly indexFile?: string;
  /** The environment is built from these few variables; nothing else of the parent is inherited. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** False shuts out the global and system configuration. */
  readonly personalConfiguration: boolean;
  /** Configuration that wins over every file; several values of one name are given in their order. */
  readonly configuration?: Readonly<Record<string, string | readonly string[]>>;
}

export interface GitInput {
  readonly input?: string | Buffer;
  /** Variables for this one call, for example the author of a commit. */
  readonly variables?: Readonly<Record<string, string>>;
}

interface GitEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** A git command that failed for a reason that its caller did not expect. */
export class GitError extends Error {
  override readonly name = 'GitError';
  readonly exitCode: number | null;
  readonly stderr: string;

  constructor(command: string, end: { exitCode: number | null; stderr: string; remedy: string }) {
    super(`${command} failed (${end.exitCode ?? 'killed'}): ${end.stderr.trim()}. ${end.remedy}`);
    this.exitCode = end.exitCode;
    this.stderr = end.stderr;
  }
}

const INHERITED = [
  'PATH',
  'HOME',
  'XDG_CONFIG_HOME',
  'USERPROFILE',
  'SYSTEMROOT',
  'TMPDIR',
  // How a server is reached.
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'GIT_SSL_CAINFO',
];

/** What git could be configured to run, and what it could do in the background or ask. git-config(1). */
const CONFIGURATION: Readonly<Record<string, string>> = {
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.alternateRefsCommand': ':',
  'core.protectHFS': 'true',
  'core.protectNTFS': 'true',
  'core.quotePath': 'false',
  'credential.helper': '',
  'protocol.allow': 'never',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'commit.gpgSign': 'false',
  'log.showSignature': 'false',
  'merge.verifySignatures': 'false',
  'merge.autoStash': 'false',
  'rerere.enabled': 'false',
  'submodule.recurse': 'false',
  'color.ui': 'false',
};

const VARIABLES: Readonly<Record<string, string>> = {
  LC_ALL: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  GIT_EDITOR: ':',
  GIT_PAGER: 'cat',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_DEFAULT_REF_FORMAT: 'files',
};

/** The one door to git: arguments only, never a shell, and nothing that a repository could make git run. */
export class Git {
  readonly place: GitPlace;

  constructor(place: GitPlace) {
    this.place = place;
  }

  with(change: Partial<GitPlace>): Git {
    return new Git({ ...this.place, ...change });
  }

  /** @throws GitError when git ends with another code than 0. */
  async bytes(args: readonly string[], options: GitInput = {}): Promise<Buffer> {
    const end = await this.#run(args, options);
    if (end.exitCode === 0) return end.stdout;
    throw new GitError(`git ${args.join(' ')} in ${this.place.directory}`, {
      ...end,
      remedy: remedyFor(end.stderr),
    });
  }

  /** @throws GitError when git ends with another code than 0. */
  async text(args: readonly string[], options: GitInput = {}): Promise<string> {
    return (await this.bytes(args, options)).toString('utf8');
  }

  /** One value that git prints on a line of its own; the value itself may hold line breaks. */
  async value(args: readonly string[], options: GitInput = {}): Promise<string> {
    return (await this.text(args, options)).replace(/\n$/, '');
  }

  /** The fields of NUL-separated output. */
  async fields(args: readonly string[], options: GitInput = {}): Promise<readonly string[]> {
    return (await this.text(args, options)).split('\0').slice(0, -1);
  }

  /** Null when git ends with another code than 0. */
  async tryText(args: readonly string[], options: GitInput = {}): Promise<string | null> {
    const { exitCode, stdout } = await this.#run(args, options);
    return exitCode === 0 ? stdout.toString('utf8') : null;
  }

  /** Between its start and its own group a child can still catch the Ctrl-C of ours; it has done nothing by then. */
  async #run(args: readonly string[], options: GitInput) {
    const first = await this.#runOnce(args, options);
    return first.signal === 'SIGINT' ? this.#runOnce(args, options) : first;
  }

  #runOnce(args: readonly string[], { input, variables }: GitInput) {
    const child = spawn('git', args, {
      cwd: this.place.directory,
      env: { ...buildEnvironment(this.place), ...variables },
      // Ctrl-C in a terminal goes to the whole process group; it must not cut git off in the middle of a step.
      detached: true,
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    // Git may end before it has read everything; its exit code says why.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    return new Promise<GitEnd>((resolve, reject) => {
      child.once('error', (cause) =>
        reject(
          new Error(
            `git could not be started in ${this.place.directory}. Check that the folder exists and that git 2.36 or later is installed.`,
            {
              cause,
            },
          ),
        ),
      );
      child.once('close', (exitCode, signal) =>
        resolve({
          exitCode,
          signal,
          stdout: Buffer.concat(stdout),
          stderr: Buffer.concat(stderr).toString('utf8'),
        }),
      );
    });
  }
}

function buildEnvironment(place: GitPlace): Record<string, string> {
  const environment: Record<string, string> = { ...VARIABLES };
  for (const name of INHERITED) {
    const value = place.environment[name];
    if (value !== undefined) environment[name] = value;
  }
  if (place.gitDirectory !== undefined) environment.GIT_DIR = place.gitDirectory;
  if (place.workTree !== undefined) environment.GIT_WORK_TREE = place.workTree;
  if (place.indexFile !== undefined) environment.GIT_INDEX_FILE = place.indexFile;
  if (!place.personalConfiguration) {
    Object.assign(environment, { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' });
  }
  const settings = Object.entries({ ...CONFIGURATION, ...place.configuration }).flatMap(([key, values]) =>
    [values].flat().map((value) => [key, value] as const),
  );
  environment.GIT_CONFIG_COUNT = String(settings.length);
  settings.forEach(([key, value], index) => {
    environment[`GIT_CONFIG_KEY_${index}`] = key;
    environment[`GIT_CONFIG_VALUE_${index}`] = value;
  });
  return environment;
}

function remedyFor(stderr: string): string {
  if (stderr.includes('dubious ownership')) {
    return 'The folder belongs to another user: allow it with `git config --global --add safe.directory <folder>`.';
  }
  if (stderr.includes('.lock')) return 'Another git command is at work, or left its lock: wait or remove it.';
  if (/missing|bad object|unable to read|not a tree/.test(stderr)) {
    return 'The clone lacks objects: fetch the whole history (for a partial clone `git fetch --refetch --no-filter`).';
  }
  return 'Run the same command by hand to see more.';
}
