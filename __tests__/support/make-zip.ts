import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string | Buffer;
  readonly content?: string | Buffer;
  /** Unix mode with the kind of file; 0 as Windows writes it. */
  readonly mode?: number;
  /** What the directory says instead of the truth. */
  readonly claims?: { readonly size?: number; readonly checksum?: number; readonly flags?: number };
}

/** A zip archive of any content, also of what no honest tool writes (APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16). */
export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content = '', mode = 0, claims = {} } of entries) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const nameBytes = Buffer.from(name);
    // Version needed, flags (UTF-8), deflate, time and date, checksum, sizes, length of the name, no extra field.
    const known = Buffer.alloc(26);
    known.writeUInt16LE(20, 0);
    known.writeUInt16LE(claims.flags ?? 0x0800, 2);
    known.writeUInt16LE(8, 4);
    known.writeUInt32LE(claims.checksum ?? crc32(bytes), 10);
    known.writeUInt32LE(packed.length, 14);
    known.writeUInt32LE(claims.size ?? bytes.length, 18);
    known.writeUInt16LE(nameBytes.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), known, nameBytes, packed]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), known, rest, nameBytes]));
    parts.push(local);
    offset += local.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end]);
}
