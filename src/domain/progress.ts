import type { CommandRun } from './execution.js';
import type { Outcome } from './outcome.js';
import type { Scan } from './scan.js';

/** What a person is told while a run goes on. */
export type ProgressEvent =
  | {
      readonly kind: 'phase';
      readonly phase: 'scan' | 'isolate' | 'repair' | 'verify' | 'report';
      readonly text: string;
    }
  | { readonly kind: 'scanned'; readonly scan: Scan }
  | { readonly kind: 'attempt'; readonly number: number; readonly max: number }
  | { readonly kind: 'command-started'; readonly command: string }
  | { readonly kind: 'command-ended'; readonly run: CommandRun }
  | { readonly kind: 'waiting'; readonly text: string }
  | { readonly kind: 'diff'; readonly text: string }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'ended'; readonly outcome: Outcome };

export type Progress = (event: ProgressEvent) => void;
