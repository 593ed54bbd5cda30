import { ArchiveFault } from '../adapters/archive/archive-fault.js';
import { expandGzip } from '../adapters/archive/gzip-log.js';
import { ZipArchive } from '../adapters/archive/zip-archive.js';
import type { Scan } from '../domain/scan.js';
import { combineJobs, type ScannedJob } from '../scan/archive/combine-jobs.js';
import { type ArchivedJob, jobsOfArchive } from '../scan/archive/jobs-of-archive.js';
import type { ScanContext } from '../scan/scan-log.js';
import { type Pieces, scanPieces } from './scan-input.js';

/** Bytes of an archive that comes on standard input: its directory stands at its end, so all of it is held. */
const MOST_HELD = 268_435_456;

/**
 * One scan of the jobs of an archive of logs: a file's path, or its pieces.
 * @throws ArchiveFault for an archive that is none, is not to be trusted, or holds no log.
 */
export async function scanArchive(source: string | Pieces, context: ScanContext): Promise<Scan> {
  const archive = await ZipArchive.open(typeof source === 'string' ? source : await hold(source));
  try {
    const { jobs, others } = jobsOfArchive(archive.names);
    const scanned: ScannedJob[] = [];
    for (const job of jobs) {
      const { scan, hasFailed } = await scanPieces(piecesOfJob(archive, job), context);
      scanned.push({ name: job.name, scan, hasFailed });
    }
    const [first, ...rest] = scanned;
    if (first === undefined) throw new ArchiveFault('it holds no log');
    const scan = combineJobs([first, ...rest]);
    if (others.length === 0) return scan;
    return {
      ...scan,
      notes: [...scan.notes, `Not read: ${others.length} files of the archive that are no logs.`],
    };
  } finally {
    archive.close();
  }
}

/** @throws ArchiveFault for what is damaged, or expands to more than a log does. */
export async function scanGzip(pieces: AsyncIterable<Buffer>, context: ScanContext): Promise<Scan> {
  return (await scanPieces(expandGzip(pieces), context)).scan;
}

async function* piecesOfJob(archive: ZipArchive, { files }: ArchivedJob): AsyncGenerator<Buffer> {
  for (const [index, file] of files.entries()) {
    if (index > 0) yield Buffer.from('\n');
    yield* archive.read(file);
  }
}

async function hold(pieces: Pieces): Promise<Buffer> {
  const held: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece);
    length += bytes.length;
    if (length > MOST_HELD)
      throw new ArchiveFault('it is too large to come on standard input (256 MiB); name the file instead');
    held.push(bytes);
  }
  return Buffer.concat(held);
}
