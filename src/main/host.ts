/** What a command gets from the process that runs it; the only way to the environment and the standard streams. */
export interface Host {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly currentFolder: string;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}
