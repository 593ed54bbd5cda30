import type { Observation } from '../../domain/observation.js';
import { fenced } from './fence.js';

const MARKS: Readonly<Record<Observation['state'], string>> = {
  fine: 'ok',
  note: 'note',
  missing: 'MISSING',
};

/** Whether a repair could run, and be delivered. */
export const isHealthy = (observations: readonly Observation[]): boolean =>
  observations.every(({ state }) => state !== 'missing');

/** A line for each, and below it what to add. */
export function renderObservations(observations: readonly Observation[]): string {
  const width = Math.max(...observations.map(({ topic }) => topic.length));
  const lines = observations.flatMap(({ topic, state, text, add }) => [
    `${MARKS[state].padEnd(7)}  ${topic.padEnd(width)}  ${text}`,
    ...add.map((line, index) => `${' '.repeat(9)}${(index === 0 ? 'add:' : '').padStart(width)}  ${line}`),
  ]);
  return `${[...lines, '', verdict(observations)].join('\n')}\n`;
}

function verdict(observations: readonly Observation[]): string {
  const topics = observations.filter(({ state }) => state === 'missing').map(({ topic }) => topic);
  return topics.length === 0
    ? 'A repair can run.'
    : `No repair can run yet: see ${[...new Set(topics)].join(', ')} above.`;
}

export function renderObservationsMarkdown(observations: readonly Observation[]): string {
  return `## smart-fix doctor\n\n${fenced(renderObservations(observations))}\n`;
}
