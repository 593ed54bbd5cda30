import type { Call } from './route.js';
import type { IssueRecord } from './state.js';
import { timestamp } from './timestamp.js';

export type LabelName = string | { readonly name: string };

export function labelName(label: LabelName): string {
  return typeof label === 'string' ? label : label.name;
}

/** GitHub makes a label that an issue is given and the repository does not have. */
export function ensureLabels({ state }: Call, labels: readonly LabelName[]): void {
  for (const name of labels.map(labelName)) {
    if (state.labels.some((label) => label.name === name)) continue;
    state.labels.push({ id: state.nextId++, name, color: 'ededed', description: null });
  }
}

export function setState(issue: IssueRecord, state: 'open' | 'closed'): void {
  issue.closedAt = state === 'closed' ? (issue.closedAt ?? timestamp()) : null;
  issue.state = state;
}
