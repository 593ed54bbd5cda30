import type { Price } from '../../domain/model-call.js';
import type { Model, ModelPrompt } from '../../repair/model/model.js';
import type { Answer } from '../../repair/strategy.js';

/** A recording is made before the ids are known, so it may stand in for them by name. */
function withIds(answer: Answer, { binding }: ModelPrompt): Answer {
  if (answer.kind !== 'text') return answer;
  const text = answer.text
    .replaceAll('{{baseRevisionId}}', binding.baseRevisionId)
    .replaceAll('{{executionId}}', binding.executionId);
  return { ...answer, text };
}

/** Answers from a recording, in order, each once; a price makes them cost what a model's would. */
export function createReplayModel(recording: readonly Answer[], price: Price | null = null): Model {
  let next = 0;
  return {
    name: 'replay',
    answersBy: 'reply',
    price,
    async ask(prompt, { signal }) {
      if (signal.aborted) return { kind: 'cancelled' };
      const answer = recording[next];
      next += 1;
      if (answer !== undefined) return withIds(answer, prompt);
      const detail = `The recording holds ${recording.length} answers and all are used up. Record more.`;
      return { kind: 'unavailable', reason: 'model-unavailable', detail };
    },
  };
}
