import type { RefUpdate } from './world.js';

/**
 * The refs that a push asks to move: packet lines `<old> <new> <ref>` up to the flush packet `0000`, each with its
 * length in four hexadecimal digits before it (gitprotocol-pack).
 */
export function parseUpdates(body: Buffer): readonly RefUpdate[] {
  const updates: RefUpdate[] = [];
  let at = 0;
  while (at + 4 <= body.length) {
    const length = Number.parseInt(body.toString('latin1', at, at + 4), 16);
    if (!(length > 4)) break;
    const line = body.toString('utf8', at + 4, at + length);
    const [, from = '', to = '', ref = ''] = /^([0-9a-f]{40}) ([0-9a-f]{40}) ([^\0\n]+)/.exec(line) ?? [];
    if (ref !== '') updates.push({ ref, from, to });
    at += length;
  }
  return updates;
}
