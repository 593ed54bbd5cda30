import { type Rejection, rejection } from '../../domain/rejection.js';

/** Of a text in which no shape of edits is found. */
export function noEdit(): Rejection {
  return rejection(
    'malformed',
    'The text holds no edit. Write a unified diff, or SEARCH/REPLACE blocks under a path.',
  );
}
