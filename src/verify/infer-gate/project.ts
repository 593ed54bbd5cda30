/** What is known of a commit: its paths, and the text of the files in `PROJECT_FILES`. */
export interface Project {
  readonly paths: ReadonlySet<string>;
  /** Null when there is no such file, or it is no text. */
  readonly read: (path: string) => string | null;
}

/** A gate that follows from the files of one tool, in the words of a person. */
export interface ProjectGate {
  readonly origin: string;
  readonly setup: readonly string[];
  readonly commands: readonly string[];
}

/** Files at the root whose text the rules read. */
export const PROJECT_FILES: readonly string[] = [
  'package.json',
  'GNUmakefile',
  'makefile',
  'Makefile',
  'justfile',
  'Justfile',
  '.justfile',
  'Taskfile.yml',
  'Taskfile.yaml',
  'pyproject.toml',
  'setup.cfg',
  'requirements.txt',
];
