import { neutralWords } from '../../domain/neutral-text.js';

/** Text as a Markdown code block whose fence is longer than any run of backticks inside it (PUB-05). */
export function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
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
