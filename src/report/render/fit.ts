import { cutMarkdown } from '../../domain/cut-markdown.js';

/** How much a text says: everything; without what is long; or the end and where the whole is. */
export type Detail = 'full' | 'short' | 'link';

const DETAILS: readonly Detail[] = ['full', 'short', 'link'];

/** GitHub refuses a body of more than 65,536 characters; masking secrets may make ours a little longer. */
const BODY_CHARACTERS = 64_000;
/** GitHub drops a job summary of more than 1 MiB. */
const SUMMARY_BYTES = 1_000_000;

const CUT = '\n\n(cut to fit; the whole is in the report of the run)\n';

/** The body of a pull request or an issue: the most detail that GitHub takes. */
export function fitBody(render: (detail: Detail) => string): string {
  return mostDetail(render, (text) => text.length <= BODY_CHARACTERS);
}

/** A job summary: the most detail that GitHub takes, and if even a link were too long, a cut. */
export function fitSummary(render: (detail: Detail) => string): string {
  const text = mostDetail(render, (each) => Buffer.byteLength(each) <= SUMMARY_BYTES);
  // A character is three bytes at most in UTF-16's own counting.
  return Buffer.byteLength(text) <= SUMMARY_BYTES ? text : cutMarkdown(text, SUMMARY_BYTES / 3, CUT);
}

function mostDetail(render: (detail: Detail) => string, fits: (text: string) => boolean): string {
  return DETAILS.map(render).find(fits) ?? render('link');
}
