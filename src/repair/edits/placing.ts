import type { Rejection } from '../../domain/rejection.js';

/** An edit is in the text, which may be the same as before. */
export interface IsPlaced {
  readonly kind: 'placed';
  readonly isChanged: boolean;
}

/** Quoted lines are not in a file. To say why costs a look at all of it, and another reading may still find them. */
export interface NotThere {
  readonly kind: 'not-there';
  readonly explain: () => Rejection;
}

/** How the placing of an edit ends. The text is as it was, unless it is placed. */
export type Placing = IsPlaced | NotThere | Rejection;

export const isPlaced = (isChanged: boolean): IsPlaced => ({ kind: 'placed', isChanged });

export const isNotFound = (end: Placing): boolean =>
  end.kind === 'not-there' || (end.kind === 'rejection' && end.code === 'not-found');
