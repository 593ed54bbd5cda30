import type { AcceptanceCheck } from '../domain/execution.js';

/** A check, and the error code that it gives an execution when it failed. */
export interface JudgedCheck extends AcceptanceCheck {
  readonly code: string | null;
}

export function good(name: AcceptanceCheck['name'], detail: string): JudgedCheck {
  return { name, passed: true, detail, code: null };
}

export function bad(name: AcceptanceCheck['name'], code: string, detail: string): JudgedCheck {
  return { name, passed: false, detail, code };
}

/** The first few of a list in words. */
export function listed(names: readonly string[]): string {
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  return `${names.slice(0, 5).join(', ')}${more}`;
}
