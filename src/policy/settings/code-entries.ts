import type { Source } from '../tokens/source.js';
import type { Entry } from './flatten-settings.js';

/** Configuration as a program or as JSON: `key: value`, `key = value`, `key("value")`, nested as the brackets are. */
export function codeEntries({ code, partner }: Source): readonly Entry[] {
  const entries: Entry[] = [];
  const open: string[] = [];
  for (const [at, token] of code.entries()) {
    const close = partner[at] ?? -1;
    if (close > at) open.push(keyBefore(code, at));
    else if (close !== -1) open.pop();
    const isValue =
      token.kind === 'string' ||
      token.kind === 'number' ||
      (token.kind === 'word' && /^(?:true|false|null|off|warn|error|True|False|nil)$/.test(token.text));
    if (!isValue || /^(?::|=>)$/.test(code[at + 1]?.text ?? '')) continue;
    const key = [...open, keyBefore(code, at)].filter((each) => each !== '').join('.');
    const sign = code[at - 1]?.text === '-' ? '-' : '';
    if (key !== '') entries.push({ key, value: `${sign}${token.value}`, line: token.line });
  }
  return entries;
}

/** The key to which a value or a bracket belongs; empty for an element of a list. */
function keyBefore(code: Source['code'], at: number): string {
  const back = code[at - 1]?.text === '-' ? at - 1 : at;
  const mark = code[back - 1];
  if (mark?.kind === 'word' && code[at]?.text === '(')
    return mark.text === 'set' ? (code[back - 3]?.text ?? '') : mark.text;
  if (mark?.kind === 'word' && code[at]?.text === '{') return mark.text;
  if (mark === undefined || !/^(?::|=|=>|\+=)$/.test(mark.text)) return '';
  const key = code[back - 2];
  return key?.kind === 'string' || key?.kind === 'word' ? key.value : '';
}
