import { neutralWords } from '../../domain/neutral-text.js';

/** A bot that listens for such words at the start of a line may not care that they stand in a block (PUB-06). */
const COMMAND = /^\/(?=[a-z][\w-]*(?:[ \t\r]|$))/gim;

/**
 * Text as a Markdown code block whose fence is longer than any run of backticks inside it (PUB-05). A line that would be a
 * command to a bot begins with a sign that is not seen; no line of a diff begins so.
 */
export function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '').replace(COMMAND, '\u2060/')}\n${fence}`;
}

/** Outside text on one line of prose: no markup, no mention, no reference, no link, no second line. */
export function inline(text: string): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return neutralWords(line).replace(/[\\`*_[\]<>|~!#]/g, '\\$&');
}

/** Outside text quoted as somebody's words. */
export function quoted(text: string): string {
  return text
    .trim()
    .split(/\r?\n/)
    .map((line) => `> ${inline(line)}`)
    .join('\n');
}

/** Outside text as a code span; nothing in it is markup, a mention or a reference. */
export function code(text: string): string {
  return `\`${text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').replaceAll('`', "'")}\``;
}

export function folded(summary: string, body: string): string {
  return `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;
}

/** Parts with a blank line between them; empty ones are left out. */
export function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

const TITLE_LIMIT = 200;

/** One line; a squash merge makes it a commit's subject, so that its words are neutral too. */
export function title(text: string): string {
  const line = neutralWords(text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim());
  return line.length <= TITLE_LIMIT ? line : `${line.slice(0, TITLE_LIMIT - 3)}...`;
}
