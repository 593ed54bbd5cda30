import type { Entry } from 'yauzl';
import { ArchiveFault } from './archive-fault.js';

/** Longer than any name of a job and of a step together. */
const MOST_NAME = 512;
/** Unix' kind of file stands in the upper half of the attributes (APPNOTE.TXT, section 4.4.15, and Info-ZIP). */
const KIND = 0o170000;
const FILE = 0o100000;
const FOLDER = 0o040000;
/** Made on Unix (section 4.4.2): elsewhere the upper half says nothing. */
const UNIX = 3;

/** @throws ArchiveFault for a link, a device, what is encrypted or packed in a way that logs are not, and hostile names. */
export function checkEntry(entry: Entry): void {
  const { fileName, externalFileAttributes, versionMadeBy } = entry;
  const kind = (externalFileAttributes >>> 16) & KIND;
  if (versionMadeBy >> 8 === UNIX && kind !== 0 && kind !== FILE && kind !== FOLDER)
    throw new ArchiveFault('it holds a link or a device; an archive of logs has only files');
  if (!entry.canDecodeFileData())
    throw new ArchiveFault('a file in it is encrypted, or packed in a way that is not read');
  if (fileName.length > MOST_NAME || /[\p{Cc}\u2028\u2029]/u.test(fileName))
    throw new ArchiveFault('a name in it is too long or holds control characters');
}

/** @throws ArchiveFault for two names that are one where case does not count. */
export function checkNames(names: readonly string[]): void {
  const folded = names.map((name) => name.normalize('NFC').toLowerCase().replace(/\/$/, ''));
  if (new Set(folded).size < folded.length) throw new ArchiveFault('two files in it have the same name');
}
