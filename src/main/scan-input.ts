import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ArchiveFault } from '../adapters/archive/archive-fault.js';
import { UsageError } from '../config/usage-error.js';
import type { Scan } from '../domain/scan.js';
import { LogScanner } from '../scan/log-scanner.js';
import type { ScanContext } from '../scan/scan-log.js';
import type { Host } from './host.js';
import { utf8Pieces } from './utf8-pieces.js';

export type Pieces = AsyncIterable<Buffer | string>;

const PIECE_BYTES = 1_048_576;
/** In hex, how a zip archive (also an empty one) and a gzip file begin: APPNOTE.TXT section 4.3, RFC 1952 section 2.3.1. */
const ZIP = /^504b(?:0304|0506)/;
const GZIP = /^1f8b/;
const MARK_BYTES = 4;

/**
 * Scans a log, a report, or an archive of logs, told by its first bytes; `-` is standard input.
 * @throws UsageError for a file that cannot be read, or an archive that is none or is not to be trusted.
 */
export async function scanInput(file: string, context: ScanContext, host: Host): Promise<Scan> {
  const path = file === '-' ? null : resolve(host.currentFolder, file);
  const { mark, pieces } = await peek(path === null ? host.stdin : piecesOf(path));
  const kind = ZIP.test(mark) ? 'zip' : GZIP.test(mark) ? 'gzip' : 'log';
  const promised = /\.zip$/i.test(file) ? 'zip' : /\.gz$/i.test(file) ? 'gzip' : null;
  if (kind === 'log' && promised === null) return (await scanPieces(pieces, context)).scan;
  try {
    if (promised !== null && promised !== kind)
      throw new ArchiveFault(`it is no ${promised} file, whatever its name says; download it again`);
    const { scanArchive, scanGzip } = await import('./scan-archive.js');
    if (kind === 'gzip') return await scanGzip(pieces, context);
    if (path !== null) await pieces.return(undefined);
    return await scanArchive(path ?? pieces, context);
  } catch (error) {
    if (error instanceof ArchiveFault) throw new UsageError([`cannot read the log: ${error.message}`]);
    throw error;
  }
}

export async function scanPieces(pieces: Pieces, context: ScanContext) {
  const scanner = new LogScanner(context);
  for await (const piece of utf8Pieces(pieces)) scanner.push(piece);
  const readStructured = await documentReader(scanner.mayBeDocument);
  return { scan: scanner.end(readStructured), hasFailed: scanner.hasFailed };
}

/** What reads documents takes a fifth of the time that a scan takes to start: a log needs it not. */
async function documentReader(isNeeded: boolean) {
  return isNeeded ? (await import('../scan/structured/read-structured.js')).readStructured : () => null;
}

/** The first bytes, and all pieces with them. */
async function peek(
  given: Pieces,
): Promise<{ readonly mark: string; readonly pieces: AsyncGenerator<Buffer> }> {
  const iterator = given[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  let end = false;
  while (!end && Buffer.concat(first).length < MARK_BYTES) {
    const { done, value } = await iterator.next();
    end = done === true;
    if (!end) first.push(Buffer.from(value));
  }
  const pieces = piecesFrom(first, iterator);
  // Begun, so that its end closes the file whenever it comes.
  await pieces.next();
  return { mark: Buffer.concat(first).toString('hex', 0, MARK_BYTES), pieces };
}

async function* piecesFrom(
  first: readonly Buffer[],
  iterator: AsyncIterator<Buffer | string>,
): AsyncGenerator<Buffer> {
  try {
    yield Buffer.alloc(0);
    yield* first;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
      yield typeof next.value === 'string' ? Buffer.from(next.value) : next.value;
  } finally {
    await iterator.return?.();
  }
}

/** @throws UsageError when the file cannot be read. */
async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  const cannotRead = (error: Error): never => {
    throw new UsageError([`cannot read the log: ${error.message}`]);
  };
  const handle = await open(path).catch(cannotRead);
  const [one, other] = [Buffer.allocUnsafe(PIECE_BYTES), Buffer.allocUnsafe(PIECE_BYTES)];
  const read = (piece: Buffer) => handle.read(piece, 0, piece.length, null).catch(cannotRead);
  let reading = read(one);
  try {
    for (;;) {
      const { buffer, bytesRead } = await reading;
      if (bytesRead === 0) return;
      // The next piece is read while this one is scanned.
      reading = read(buffer === one ? other : one);
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await Promise.allSettled([reading]);
    await handle.close();
  }
}
