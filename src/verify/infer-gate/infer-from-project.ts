import { plainCommand } from '../../domain/shell-command.js';
import type { InferredGate } from './inferred-gate.js';
import { packageScripts } from './package-scripts.js';
import type { Project, ProjectGate } from './project.js';
import { pythonTools } from './python-tools.js';
import { taskTargets } from './task-targets.js';

type ProjectRule = (project: Project) => ProjectGate | null;

/** The first that answers decides: what a project says itself comes before what its language usually does. */
const RULES: readonly ProjectRule[] = [
  packageScripts,
  taskTargets,
  pythonTools,
  whenThere('go.mod', () => ['go vet ./...', 'go test ./...']),
  whenThere('Cargo.toml', ({ paths }) => [paths.has('Cargo.lock') ? 'cargo test --locked' : 'cargo test']),
  whenThere('pom.xml', ({ paths }) => [`${paths.has('mvnw') ? './mvnw' : 'mvn'} --batch-mode test`]),
  whenThere('build.gradle', gradle),
  whenThere('build.gradle.kts', gradle),
];

/** The gate that the files at the root of a repository ask for, or null when none of them is known. */
export function inferFromProject(project: Project): InferredGate | null {
  for (const rule of RULES) {
    const found = rule(project);
    if (found === null) continue;
    const { origin, setup, commands } = found;
    return { origin, setup: setup.map(plainCommand), commands: commands.map(plainCommand), omissions: [] };
  }
  return null;
}

function whenThere(file: string, commandsOf: (project: Project) => readonly string[]): ProjectRule {
  return (project) =>
    project.paths.has(file) ? { origin: file, setup: [], commands: commandsOf(project) } : null;
}

function gradle({ paths }: Project): readonly string[] {
  return [`${paths.has('gradlew') ? './gradlew' : 'gradle'} check`];
}
