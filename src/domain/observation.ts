/** One thing that the doctor looked at. */
export interface Observation {
  readonly topic: string;
  /** Without what is `missing` no repair can run or be delivered; a `note` stops nothing. */
  readonly state: 'fine' | 'note' | 'missing';
  /** One sentence for a person. Holds no secret. */
  readonly text: string;
  /** Lines of a workflow or commands of a shell, to the letter; empty when nothing has to be done. */
  readonly add: readonly string[];
}

export const fine = (topic: string, text: string): Observation => ({ topic, state: 'fine', text, add: [] });
export const note = (topic: string, text: string, add: readonly string[] = []): Observation => ({
  ...{ topic, state: 'note', text, add },
});
export const missing = (topic: string, text: string, add: readonly string[]): Observation => ({
  ...{ topic, state: 'missing', text, add },
});
