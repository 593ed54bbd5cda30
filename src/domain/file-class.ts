/** What a file of a repository is for. */
export const FILE_CLASSES = [
  'git-data',
  'ci',
  'runner-config',
  'lint-config',
  'test',
  'fixture',
  'manifest',
  'agent-instructions',
  'generated',
  'docs',
  'source',
] as const;

export type FileClass = (typeof FILE_CLASSES)[number];

/** A glob that puts its files into a class, whatever the conventions of the tools say. */
export interface ClassOverride {
  readonly name: FileClass;
  readonly glob: string;
}
