import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import { ArchiveFault } from './archive-fault.js';
import { checkEntry, checkNames } from './check-entry.js';
import { checkExpansion } from './expansion.js';

/** A run of 256 jobs with 40 steps each has no more. */
const MOST_ENTRIES = 20_000;
const DAMAGED = 'it is no zip archive, or was cut off; download it again';
const OPTIONS = { autoClose: false, strictFileNames: true };

/** A zip archive of which nothing is ever written anywhere. */
export class ZipArchive {
  /** Names of its files, which are safe to be shown once control characters are out of the question. */
  readonly names: readonly string[];
  readonly #file: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(file: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#file = file;
    this.#entries = entries;
    this.names = [...entries.keys()];
  }

  /**
   * Reads the directory of a file, or of an archive in memory, whole before anything else.
   * @throws ArchiveFault for one that is damaged, or that has what no archive of logs has.
   */
  static async open(source: string | Buffer): Promise<ZipArchive> {
    const opened =
      typeof source === 'string' ? openPromise(source, OPTIONS) : fromBufferPromise(source, OPTIONS);
    const file = await opened.catch((cause: unknown) => {
      throw new ArchiveFault(DAMAGED, cause);
    });
    try {
      return new ZipArchive(file, await readDirectory(file));
    } catch (error) {
      file.close();
      throw error;
    }
  }

  /** @throws ArchiveFault while it is read, when the content is not what the directory says. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name);
    if (entry === undefined) return;
    let sum = 0;
    try {
      for await (const piece of await this.#file.openReadStreamPromise(entry)) {
        const bytes = Buffer.from(piece);
        sum = crc32(bytes, sum);
        yield bytes;
      }
    } catch (cause) {
      throw new ArchiveFault('a file in it is damaged; download it again', cause);
    }
    if (sum !== entry.crc32)
      throw new ArchiveFault('a file in it does not have its checksum; download it again');
  }

  close(): void {
    this.#file.close();
  }
}

async function readDirectory(file: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (file.entryCount > MOST_ENTRIES)
    throw new ArchiveFault(`it has more than ${MOST_ENTRIES} entries, which no run has`);
  const entries: Entry[] = [];
  try {
    for await (const entry of file.eachEntry()) entries.push(entry);
  } catch (cause) {
    throw new ArchiveFault(isOfName(cause) ? 'a name in it leads out of it, or is none' : DAMAGED, cause);
  }
  let [packed, expanded] = [0, 0];
  for (const entry of entries) {
    checkEntry(entry);
    packed += entry.compressedSize;
    expanded += entry.uncompressedSize;
    checkExpansion(entry.compressedSize, entry.uncompressedSize);
    checkExpansion(packed, expanded);
  }
  checkNames(entries.map(({ fileName }) => fileName));
  return new Map(entries.flatMap((entry) => (entry.fileName.endsWith('/') ? [] : [[entry.fileName, entry]])));
}

/** yauzl's `validateFileName`. */
function isOfName(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^(?:invalid relative path|absolute path|invalid characters)/.test(error.message)
  );
}
