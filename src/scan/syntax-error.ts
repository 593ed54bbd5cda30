import type { RawDiagnostic } from './parser.js';

const CODE = /^(?:E999|E9\d\d|SyntaxError|IndentationError|TabError|invalid-syntax|parse)$/i;
const MESSAGE = /\bsyntax error\b|^Parsing error/i;

/** True when the tool says that it could not read the file at all. */
export function isSyntaxError({ code, message }: Pick<RawDiagnostic, 'code' | 'message'>): boolean {
  return CODE.test(code ?? '') || MESSAGE.test(message.slice(0, 60));
}
