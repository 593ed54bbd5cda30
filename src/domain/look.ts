/** What a model may ask to see of the failed revision before it proposes. Lines are 1-based, both included. */
export type Look =
  | { readonly kind: 'range'; readonly path: string; readonly first: number; readonly last: number }
  | { readonly kind: 'definition' | 'references'; readonly name: string }
  | { readonly kind: 'search'; readonly text: string };

/** A look in words, and the lines that were found. */
export interface LookResult {
  readonly look: string;
  readonly text: string;
}

/** So often a model may look again before it has to propose, for one failed revision. */
export const MAX_LOOK_ROUNDS = 3;
