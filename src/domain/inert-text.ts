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
    .replace(/^([^\S\n]*):(?=:)/gm, '$1:\u200b');
}

/**
 * A value as JSON on one line that is no less inert than `inertText`: what could be read as a command or steer a
 * terminal stands there as an escape, so that a program reads the very same value.
 */
export function inertJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('##[', '##\\u005b')
    .replace(
      /[\u007f-\u009f\u2028\u2029]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}
