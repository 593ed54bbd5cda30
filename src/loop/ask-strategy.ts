import type { Proposal, Strategy } from '../repair/strategy.js';
import { repairContext } from './repair-context.js';
import type { RepairDoors } from './repair-doors.js';

/**
 * What a strategy proposes for the last red execution. A model call is reserved before it is made, and its answer is
 * stored before it is read.
 */
export async function askStrategy(
  strategy: Strategy,
  attempt: number,
  doors: RepairDoors,
): Promise<Proposal> {
  const { ledger, signal, progress } = doors;
  const context = await repairContext(doors);
  if (strategy.spendsModelCall) {
    await ledger.append({
      kind: 'model-call-reserved',
      number: ledger.state.modelCallsReserved + 1,
      attempt,
    });
  }
  progress({ kind: 'waiting', text: `asking the ${strategy.name} for a patch` });
  const answer = await strategy.ask(context, {
    signal,
    limitMs: Math.max(1, doors.timeLeftMs()),
  });
  const usage = 'usage' in answer ? answer.usage : null;
  await ledger.append({
    kind: 'answer-received',
    attempt,
    strategy: strategy.name,
    answer,
    promptTokens: usage?.promptTokens ?? 0,
    completionTokens: usage?.completionTokens ?? 0,
  });
  return strategy.read(answer, context);
}
