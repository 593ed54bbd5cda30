import type { Strategy } from '../strategy.js';
import { buildPrompt } from './build-prompt.js';
import type { Model } from './model.js';
import { readAnswer } from './read-answer.js';

/** The last rung of the ladder: asks a model, and takes from its answer only what the contract allows. */
export function createModelStrategy(model: Model): Strategy {
  return {
    name: 'model',
    spendsModelCall: true,
    ask: async (context, options) => model.ask(await buildPrompt(context, model.answersBy), options),
    read: readAnswer,
  };
}
