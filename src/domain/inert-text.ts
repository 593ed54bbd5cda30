import { stripVTControlCharacters } from 'node:util';

/**
 * Outside text that can neither steer a terminal nor be read as a command by a CI runner (LOG-01 to LOG-05): escape
 * sequences and control characters go; `##[` (honoured anywhere in a line) and `::` at the start of a line are broken
 * by a zero-width space. Tabs and line feeds stay.
 */
export function inertText(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\t\n])[\p{Cc}\u2028\u2029]/gu, '')
    .replace(/##\[/g, '##\u200b[')
    .replace(/^(\s*):(?=:)/gm, '$1:\u200b');
}
