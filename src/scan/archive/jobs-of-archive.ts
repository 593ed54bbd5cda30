/** A job of an archive of logs, and the files that are its log, in order. */
export interface ArchivedJob {
  readonly name: string;
  readonly files: readonly string[];
}

export interface ArchivedJobs {
  readonly jobs: readonly ArchivedJob[];
  /** Files that are no log: archives in the archive, and what is not text. */
  readonly others: readonly string[];
}

/** What a run's archive and the files that people add to it are called. */
const LOG = /\.(?:txt|log|out|xml|json|jsonl|sarif|tap)$/i;
const NUMBERED = /^(?:-?\d{1,6})_(?<name>.+)\.txt$/;
/** In the folder of a job: what the machine said before and between the steps. */
const SYSTEM = 'system.txt';

/**
 * The jobs of GitHub's "download log archive": `0_JOB.txt` at the root for each job, and `JOB/3_STEP.txt` for each of its
 * steps (docs.github.com, "Using workflow run logs"). The job's own file has all of its steps, and so stands for them. Other
 * files are logs of their own.
 */
export function jobsOfArchive(names: readonly string[]): ArchivedJobs {
  const logs = names.filter((name) => LOG.test(name));
  const own = logs.filter((name) => !name.includes('/'));
  const jobs = own.map((file) => ({ name: NUMBERED.exec(file)?.groups?.name ?? file, files: [file] }));
  const known = new Set(jobs.map(({ name }) => name));
  const folders = new Map<string, string[]>();
  for (const file of logs) {
    const folder = file.slice(0, Math.max(0, file.indexOf('/')));
    if (folder === '' || known.has(folder)) continue;
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  const others = names.filter((name) => !LOG.test(name));
  return { jobs: [...jobs, ...[...folders].flatMap(([name, files]) => jobsOfFolder(name, files))], others };
}

/** One job of its steps, or a log for each file where they are no steps. */
function jobsOfFolder(name: string, files: readonly string[]): readonly ArchivedJob[] {
  const steps = files.filter((file) => NUMBERED.test(file.slice(name.length + 1)));
  if (steps.length === 0) return files.map((file) => ({ name: file, files: [file] }));
  const rest = files.filter((file) => !steps.includes(file) && file !== `${name}/${SYSTEM}`);
  const ordered = [...steps].sort((a, b) => numberOf(a, name) - numberOf(b, name));
  return [{ name, files: ordered }, ...rest.map((file) => ({ name: file, files: [file] }))];
}

function numberOf(file: string, folder: string): number {
  return Number.parseInt(file.slice(folder.length + 1), 10);
}
