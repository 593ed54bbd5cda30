export type Environment = Readonly<Record<string, string | undefined>>;

/** What a command gets from the process that runs it; the only way to the environment and the standard streams. */
export interface Host {
  readonly environment: Environment;
  readonly currentFolder: string;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}
