import { describeEnd } from '../domain/describe-execution.js';
import type { DifferentialRun } from '../domain/execution.js';
import { bad, good, type JudgedCheck } from './judged-check.js';

/** What the runs beside an execution say of it; nothing where none was asked for. */
export function checkDifferentials(
  differentials: readonly DifferentialRun[],
  passes: number,
): readonly JudgedCheck[] {
  const again = differentials.filter(({ purpose }) => purpose === 'patch-again');
  return [
    ...differentials.filter(({ purpose }) => purpose === 'source-from-base').map(checkSource),
    ...(passes === 1 ? [] : [checkRepeats(again, passes)]),
  ];
}

/** The tests of the patch on the source of the base must be red, or the fix is in the tests (FAK-17). */
function checkSource({ status }: DifferentialRun): JudgedCheck {
  return status === 'passed'
    ? bad(
        'source-from-base',
        'fix-is-in-tests',
        'the gate passes with the tests of the patch and the source of the base: the fix is in the tests',
      )
    : good('source-from-base', 'with the tests of the patch and the source of the base the gate stays red');
}

/** A pass that does not come again is none (SBX-13). */
function checkRepeats(again: readonly DifferentialRun[], passes: number): JudgedCheck {
  const passed = again.filter(({ status }) => status === 'passed').length + 1;
  const red = again.find(({ status }) => status !== 'passed');
  if (red !== undefined) {
    const last = red.commands.at(-1);
    const how = last === undefined ? red.status : `${last.command}: ${describeEnd(last.end)}`;
    const detail = `flaky after the patch: the gate passed ${passed} times of ${again.length + 1}, then ${how}`;
    return bad('repeats', 'flaky', detail);
  }
  return passed >= passes
    ? good('repeats', `the gate passed ${passed} times of ${passes}`)
    : bad(
        'repeats',
        'repeats-missing',
        `the gate passed ${passed} times; ${passes} are needed, and no differential run is left`,
      );
}
