/** Room for what closes the blocks that a cut leaves open. */
const CLOSING = 200;
/** A line that is longer than this is cut in its middle. */
const LINE_LIMIT = 2000;

/** Markdown of at most `limit` characters: cut at a line, its blocks closed, with `note` at the end (PUB-07). */
export function cutMarkdown(text: string, limit: number, note: string): string {
  return text.length <= limit ? text : closeBlocks(cutAtLine(text, limit - note.length - CLOSING)) + note;
}

function cutAtLine(text: string, limit: number): string {
  const start = text.slice(0, limit);
  const lastLine = start.lastIndexOf('\n');
  return start.length - lastLine <= LINE_LIMIT
    ? start.slice(0, lastLine)
    : start.replace(/[\uD800-\uDBFF]$/, '');
}

/** Closes the code block and the folds that a cut left open. */
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
