import type { HostedText } from '../../report/code-host.js';

/** GitHub cuts nothing by itself: a longer body is refused (65,536 characters). */
const BODY_LIMIT = 65_000;
const CUT = '\n\n(cut to fit; the whole is in the report of the run)';

/** The body with its marker as a hidden first line. */
export function withMarker({ marker, body }: HostedText): string {
  const text = `${markerLine(marker)}\n${body}`;
  return text.length <= BODY_LIMIT ? text : closeFences(text.slice(0, BODY_LIMIT - CUT.length - 40)) + CUT;
}

/** True when the text begins with the marker: one that is quoted further down is somebody's words (LOG-16). */
export function hasMarker(body: string | null | undefined, marker: string): boolean {
  return body?.split(/\r?\n/, 1)[0] === markerLine(marker);
}

function markerLine(marker: string): string {
  return `<!-- smart-fix:${marker} -->`;
}

function closeFences(text: string): string {
  let open: string | null = null;
  for (const [, fence] of text.matchAll(/^(`{3,})/gm))
    open = open === null ? (fence ?? null) : fence === open ? null : open;
  return open === null ? text : `${text}\n${open}`;
}
