import type { Reading } from '../read-diagnostics.js';
import { readAnnotations } from './annotations.js';
import { readCtrf } from './ctrf.js';
import { readEslintJson } from './eslint-json.js';
import { readJunit } from './junit.js';
import { MAX_DOCUMENT } from './max-document.js';
import { parseJson } from './parse-json.js';
import { readPytestReportLog } from './pytest-report-log.js';
import { readJestJson, readMochaJson } from './runner-json.js';
import { readSarif } from './sarif.js';
import type { DocumentReader, TextReader } from './structured-format.js';
import { readTap } from './tap.js';

const TEXTS: readonly TextReader[] = [readJunit, readTap, readPytestReportLog];
const DOCUMENTS: readonly DocumentReader[] = [
  readSarif,
  readCtrf,
  readEslintJson,
  readJestJson,
  readMochaJson,
  readAnnotations,
];

/**
 * Reads what a tool wrote for programs as one document, told by its content; null for anything else, such as a log or
 * a file that is cut off. Records of one line each (`go test -json`, cargo's messages) are read in any log.
 */
export function readStructured(log: string): Reading | null {
  if (log.length > MAX_DOCUMENT) return null;
  const text = log.charCodeAt(0) === 0xfeff ? log.slice(1) : log;
  return firstOf(TEXTS, text) ?? readDocument(text);
}

function readDocument(text: string): Reading | null {
  if (!/^\s*[[{]/.test(text)) return null;
  const value = parseJson(text);
  if (value === undefined) return null;
  return firstOf(DOCUMENTS, { value, lineCount: text.trimEnd().split('\n').length });
}

function firstOf<T>(readers: readonly ((input: T) => Reading | null)[], input: T): Reading | null {
  for (const reader of readers) {
    const reading = reader(input);
    if (reading !== null) return reading;
  }
  return null;
}
