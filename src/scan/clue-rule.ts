import type { FailureClass } from '../domain/failure-class.js';
import type { BlockerKind } from '../domain/scan.js';
import type { NeedleOwner } from './needle.js';

/** What a line says about the failure as a whole, whatever else was located. */
export interface ClueRule extends NeedleOwner {
  readonly pattern: RegExp;
  readonly category: FailureClass;
  /** Where the category's own answer (`isActionable`) does not hold. */
  readonly actionable?: boolean;
  /** False where the same run can only end the same way. */
  readonly retryable?: false;
  readonly blocker?: BlockerKind;
  /** Explains the failure even where places were located; other clues speak only when none was. */
  readonly decisive?: true;
}
