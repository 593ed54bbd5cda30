import { NO_USAGE, type Usage } from '../domain/model-call.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Answer, Proposal, RepairContext, Strategy } from '../repair/strategy.js';
import { repairContext } from './repair-context.js';
import type { RepairDoors } from './repair-doors.js';
import { reserveCall } from './reserve-call.js';

/** Each halves the prompt; a model that is still overrun is too small for the task. */
const MAX_OVERFLOWS = 2;

/**
 * What a strategy proposes for the last red execution. A model call is reserved before it is made, and its answer is
 * stored before it is read. A look or a prompt that was too long is recorded here: the next turn asks again.
 */
export async function askStrategy(
  strategy: Strategy,
  attempt: number,
  doors: RepairDoors,
): Promise<Proposal> {
  const { ledger, progress } = doors;
  const context = await repairContext(doors);
  const answer = unreadAnswer(ledger) ?? (await ask(strategy, context, attempt, doors));
  const proposal = await strategy.read(answer, context);
  if (proposal.kind === 'looked') {
    const looks = proposal.results.map(({ look }) => look).join(', ');
    progress({ kind: 'note', text: `the ${strategy.name} looks first: ${looks}` });
    await ledger.append({ kind: 'looked', attempt, results: proposal.results });
  }
  if (proposal.kind === 'overflow') {
    if (ledger.state.overflows >= MAX_OVERFLOWS)
      return { kind: 'unavailable', reason: 'model-unavailable', detail: proposal.detail };
    progress({ kind: 'note', text: `${proposal.detail} Asking again with half as much.` });
    await ledger.append({ kind: 'prompt-overflowed', attempt, detail: proposal.detail });
  }
  return proposal;
}

async function ask(
  strategy: Strategy,
  context: RepairContext,
  attempt: number,
  { ledger, signal, progress, timeLeftMs }: RepairDoors,
): Promise<Answer> {
  progress({ kind: 'waiting', text: `asking the ${strategy.name} for a patch` });
  const before = ledger.state.calls.length;
  let leftAtCall = timeLeftMs();
  const answer = await strategy.ask(context, {
    signal,
    limitMs: Math.max(1, leftAtCall),
    async reserve(estimate) {
      const reservation = await reserveCall(estimate, attempt, ledger);
      leftAtCall = timeLeftMs();
      return reservation;
    },
  });
  const call = ledger.state.calls.length > before ? ledger.state.calls.length : null;
  await ledger.append({
    kind: 'answer-received',
    attempt,
    strategy: strategy.name,
    call,
    answer,
    usage: usageOf(answer),
    durationMs: call === null ? null : Math.max(0, leftAtCall - timeLeftMs()),
  });
  return answer;
}

/** An answer that a killed run stored and did not come to read: it is never asked for again. */
function unreadAnswer({ entries }: Ledger): Answer | null {
  // The run that goes on has chosen its sandbox since.
  const last = entries.findLast(({ fact }) => fact.kind !== 'sandbox-chosen')?.fact;
  return last?.kind === 'answer-received' ? (last.answer as Answer) : null;
}

function usageOf(answer: Answer): Usage | null {
  if (answer.kind === 'overflow') return NO_USAGE;
  return 'usage' in answer ? answer.usage : null;
}
