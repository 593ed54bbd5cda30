import type { HostedText } from '../../report/code-host.js';

/** GitHub cuts nothing by itself: a longer body is refused (65,536 characters). */
const BODY_LIMIT = 65_000;
const CUT = '\n\n(cut to fit; the whole is in the report of the run)';
/** Room for what closes the blocks that a cut leaves open. */
const CLOSING = 200;
/** A line that is longer than this is cut in its middle. */
const LINE_LIMIT = 2000;

/** The body with its marker as a hidden first line. */
export function withMarker({ marker, body }: HostedText): string {
  const text = `${markerLine(marker)}\n${body}`;
  return text.length <= BODY_LIMIT ? text : closeBlocks(cutAtLine(text)) + CUT;
}

/** True when the text begins with the marker: one that is quoted further down is somebody's words (LOG-16). */
export function hasMarker(body: string | null | undefined, marker: string): boolean {
  return body?.split(/\r?\n/, 1)[0] === markerLine(marker);
}

function markerLine(marker: string): string {
  return `<!-- smart-fix:${marker} -->`;
}

function cutAtLine(text: string): string {
  const start = text.slice(0, BODY_LIMIT - CUT.length - CLOSING);
  const lastLine = start.lastIndexOf('\n');
  return start.length - lastLine <= LINE_LIMIT
    ? start.slice(0, lastLine)
    : start.replace(/[\uD800-\uDBFF]$/, '');
}

/** Closes the code block and the folds that a cut left open (PUB-07). */
function closeBlocks(text: string): string {
  let fence = '';
  let folds = 0;
  for (const line of text.split('\n')) {
    const [backticks = ''] = /^`{3,}/.exec(line) ?? [];
    if (fence !== '') fence = backticks === fence ? '' : fence;
    else if (backticks !== '') fence = backticks;
    else if (line.startsWith('<details>')) folds += 1;
    else if (line === '</details>') folds -= 1;
  }
  const closing = [
    ...(fence === '' ? [] : [`\n${fence}`]),
    ...Array<string>(Math.max(0, folds)).fill('\n\n</details>'),
  ];
  return text + closing.join('');
}
