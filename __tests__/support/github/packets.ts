/**
 * Packet lines: a length in four hexadecimal digits, itself included, then the data; `0000` has none and ends a list
 * (gitprotocol-common). Null stands for `0000`.
 */
export function readPackets(bytes: Buffer): {
  readonly packets: readonly (Buffer | null)[];
  readonly rest: Buffer;
} {
  const packets: (Buffer | null)[] = [];
  let at = 0;
  while (at + 4 <= bytes.length) {
    const length = Number.parseInt(bytes.toString('latin1', at, at + 4), 16);
    if (length === 0) packets.push(null);
    else if (length >= 4) packets.push(bytes.subarray(at + 4, at + length));
    // Not a packet any more: a push has its pack behind the list.
    else break;
    at += Math.max(length, 4);
  }
  return { packets, rest: bytes.subarray(at) };
}

export function writePackets(packets: readonly (Buffer | null)[]): Buffer {
  const parts = packets.flatMap((packet) =>
    packet === null
      ? [Buffer.from('0000')]
      : [Buffer.from((packet.length + 4).toString(16).padStart(4, '0')), packet],
  );
  return Buffer.concat(parts);
}
