import type { Token } from './token.js';

const CLOSER: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** For each bracket the place of the one it belongs to, -1 for everything else and for brackets without a partner. */
export function pairBrackets(code: readonly Token[]): Int32Array {
  const partner = new Int32Array(code.length).fill(-1);
  const open: number[] = [];
  for (const [at, { kind, text }] of code.entries()) {
    if (kind !== 'mark') continue;
    if (CLOSER[text] !== undefined) open.push(at);
    else if (text === ')' || text === ']' || text === '}') {
      const start = open.at(-1);
      if (start === undefined || CLOSER[code[start]?.text ?? ''] !== text) continue;
      open.pop();
      partner[start] = at;
      partner[at] = start;
    }
  }
  return partner;
}
