import { readPackets, writePackets } from './packets.js';
import type { RefUpdate } from './world.js';

/** The refs that a push asks to move: lines `<old> <new> <ref>` up to the first `0000` (gitprotocol-pack). */
export function parseUpdates(body: Buffer): readonly RefUpdate[] {
  const { packets } = readPackets(body);
  return packets.slice(0, packets.indexOf(null)).flatMap((packet) => {
    const line = packet?.toString() ?? '';
    const [, from = '', to = '', ref = ''] = /^([0-9a-f]{40}) ([0-9a-f]{40}) ([^\0\n]+)/.exec(line) ?? [];
    return ref === '' ? [] : [{ ref, from, to }];
  });
}

const REPORT_BAND = 1;

/**
 * Puts the reasons of GitHub in the place of git's own `hook declined`. The report lies as packet lines within the
 * first side band, `ng <ref> <reason>` for a refused ref.
 */
export function withReasons(answer: Buffer, reasons: ReadonlyMap<string, string>): Buffer {
  if (reasons.size === 0) return answer;
  const { packets, rest } = readPackets(answer);
  const changed = packets.map((packet) => {
    if (packet?.[0] !== REPORT_BAND) return packet;
    const report = readPackets(packet.subarray(1)).packets.map((line) => reworded(line, reasons));
    return Buffer.concat([Buffer.from([REPORT_BAND]), writePackets(report)]);
  });
  return Buffer.concat([writePackets(changed), rest]);
}

function reworded(line: Buffer | null, reasons: ReadonlyMap<string, string>): Buffer | null {
  const ref = /^ng (\S+) hook declined/.exec(line?.toString() ?? '')?.[1];
  const reason = ref === undefined ? undefined : reasons.get(ref);
  return reason === undefined ? line : Buffer.from(`ng ${ref} ${reason}\n`);
}
