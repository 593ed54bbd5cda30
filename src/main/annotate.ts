import * as core from '@actions/core';
import { inertText } from '../domain/inert-text.js';
import type { Redact } from '../domain/redaction.js';
import type { Diagnosis } from './diagnose.js';

/** GitHub shows ten annotations of a kind for a step; one is left for the end of the run. */
const MAX_ANNOTATIONS = 9;
const MAX_LENGTH = 500;

/** Puts the failure on the lines where it shows, best first. They are notices: whose failure it is says the end. */
export function annotateFailure(diagnosis: Diagnosis, redact: Redact): void {
  const told = diagnosis.kind === 'end' ? diagnosis.context : diagnosis.told;
  if (told === null) return;
  const { checks } = told;
  const located = checks.flatMap(({ scan }) => scan.findings).filter(({ file }) => file !== null);
  for (const { file, line, column, message, code } of located.slice(0, MAX_ANNOTATIONS)) {
    const text = inertText(redact(`${message}${code === null ? '' : ` (${code})`}`));
    core.notice(text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)} …` : text, {
      title: 'smart-fix',
      ...(file !== null && { file: inertText(file) }),
      ...(line !== null && { startLine: line }),
      ...(line !== null && column !== null && { startColumn: column }),
    });
  }
}
