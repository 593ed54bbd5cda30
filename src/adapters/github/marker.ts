import { cutMarkdown } from '../../domain/cut-markdown.js';
import type { HostedText } from '../../report/code-host.js';

/** GitHub cuts nothing by itself: a longer body is refused (65,536 characters). */
const BODY_LIMIT = 65_000;
const CUT = '\n\n(cut to fit; the whole is in the report of the run)';

/** The body with its marker as a hidden first line. */
export function withMarker({ marker, body }: HostedText): string {
  return cutMarkdown(`${markerLine(marker)}\n${body}`, BODY_LIMIT, CUT);
}

/** True when the text begins with the marker: one that is quoted further down is somebody's words (LOG-16). */
export function hasMarker(body: string | null | undefined, marker: string): boolean {
  return body?.split(/\r?\n/, 1)[0] === markerLine(marker);
}

/** Our marker that the text begins with, whichever it is; null for a text that is not ours. */
export function markerOf(body: string | null | undefined): string | null {
  const [line = ''] = (body ?? '').split(/\r?\n/, 1);
  return /^<!-- smart-fix:(\S+) -->$/.exec(line)?.[1] ?? null;
}

function markerLine(marker: string): string {
  return `<!-- smart-fix:${marker} -->`;
}

/** A hidden line of a comment for as long as nothing has ended: which of our runs is at work. */
export const atWorkLine = (runId: number): string => `<!-- smart-fix:at-work run ${runId} -->`;

/** A hidden line of an issue: how often in a row its failure stayed red. */
export const redsLine = (reds: number): string => `<!-- smart-fix:red-in-a-row ${reds} -->`;

/** The count of such an issue, right below its marker. */
export function readReds(body: string): number | null {
  const found = /^<!-- smart-fix:red-in-a-row ([1-9]\d{0,5}) -->$/.exec(body.split(/\r?\n/, 2)[1] ?? '');
  return found === null ? null : Number(found[1]);
}

/** The run that such a comment says is at work, right below its marker; further down the words are somebody's. */
export function readAtWork(body: string): number | null {
  const found = /^<!-- smart-fix:at-work run (\d{1,15}) -->$/.exec(body.split(/\r?\n/, 2)[1] ?? '');
  return found === null ? null : Number(found[1]);
}
