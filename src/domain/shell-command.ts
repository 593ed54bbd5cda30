/** One command, with what it needs to mean the same here as where it was written. */
export interface ShellCommand {
  readonly text: string;
  /** Below the root of the repository, `.` for the root itself; never outside. */
  readonly folder: string;
  /** Set besides the allowed variables of the parent; holds no secret. */
  readonly environment: Readonly<Record<string, string>>;
  /** The program that reads the text, which becomes its last argument. */
  readonly shell: readonly string[];
}

/** A person's own words, run by the system's shell at the root of the repository. */
export function plainCommand(text: string): ShellCommand {
  return { text, folder: '.', environment: {}, shell: ['/bin/sh', '-c'] };
}

/** A program with its arguments, none of which a shell reads. */
export function argumentList(words: readonly string[], folder: string): ShellCommand {
  return { text: words.at(-1) ?? '', folder, environment: {}, shell: words.slice(0, -1) };
}

/** What reports call a command. */
export function titleOf({ text, folder }: ShellCommand): string {
  return folder === '.' ? text : `${text} (in ${folder})`;
}

/** What has to pass, and what prepares the workspace for it once. */
export interface Gate {
  readonly setup: readonly ShellCommand[];
  readonly commands: readonly ShellCommand[];
}
