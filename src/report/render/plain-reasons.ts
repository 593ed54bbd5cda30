import type { STOP_REASONS, StopReason } from '../../domain/outcome.js';

type Told = (typeof STOP_REASONS)['needs-human' | 'partial'][number];

interface Plain {
  /** What it means, for somebody who never heard of smart-fix. */
  readonly why: string;
  /** What is to decide or to do. */
  readonly decide: string;
}

const MORE = (input: string): string =>
  `Repair it by hand from what was tried below, or raise \`${input}\` and let it try again.`;

/** The ends that a person has to go on from. */
const REASONS: Readonly<Record<Told, Plain>> = {
  permission: {
    why: 'Something may not be read or written: no change of the code helps.',
    decide: 'Give the job, or the account that it uses, the power that is named.',
  },
  'missing-input': {
    why: 'A variable, a secret or a setting is missing.',
    decide: 'Set what is named, then run the failed jobs again.',
  },
  'missing-dependency': {
    why: 'Something that the gate needs is not installed or cannot be reached.',
    decide: 'Install it in the workflow, or name it in a manifest, then run the failed jobs again.',
  },
  'vendor-trace': {
    why: 'The failure shows in code that is not of this repository: installed or generated.',
    decide: 'Look whether an update of that package, or of what generates the code, is at fault.',
  },
  'sensitive-area': {
    why: 'The repair would touch authentication, permissions, migrations or secrets.',
    decide: 'A person who knows that code has to make this change, or to allow the paths under `allow`.',
  },
  'too-many-files': {
    why: 'The repair would touch more files than allowed.',
    decide: MORE('max-files'),
  },
  'gate-timeout': {
    why: 'The gate ran longer than its limit and was cut off.',
    decide: 'Find what hangs or is slow, or raise `gate-timeout`.',
  },
  ambiguous: {
    why: 'The evidence allows more than one reading, and guessing would be no repair.',
    decide: 'Say which reading is meant, by a change, a test or a hint.',
  },
  'model-gave-up': {
    why: 'The model said that it cannot repair this.',
    decide: 'Read its words below; repair it by hand, or choose another `model`.',
  },
  'weak-evidence': {
    why: 'A patch passes the gate, but something speaks against taking that as a repair.',
    decide: 'Judge the patch below: take it over by hand, or reject it.',
  },
  'same-error': {
    why: 'The same failure came back more than three times in a row.',
    decide: 'Repair it by hand; `/smart-fix retry` under a pull request lets it try again.',
  },
  'max-attempts': {
    why: 'Every attempt was run, and the gate stayed red.',
    decide: MORE('max-attempts'),
  },
  'proposals-exhausted': {
    why: 'Nothing is left to propose that may be run.',
    decide: 'Repair it by hand, or allow what a proposal was refused for (each with its reason below).',
  },
  'workflow-invalid': {
    why: 'The workflow itself did not start.',
    decide: 'Repair the workflow file; smart-fix does not touch workflows.',
  },
  'not-reproduced': {
    why: 'The gate is green here: the failure needs something that this run does not have.',
    decide: 'Look at the differences between the failed job and the gate.',
  },
  flaky: {
    why: 'The same commit fails and passes.',
    decide: 'Make the named test or step reliable.',
  },
  'red-on-base': {
    why: 'The branch that this one is made from fails in the same way.',
    decide: 'Repair that branch first.',
  },
  infra: {
    why: 'The machine or the network failed.',
    decide: 'Run the failed jobs again.',
  },
  'log-expired': {
    why: 'The logs are gone.',
    decide: 'Run the failed jobs again to have new ones.',
  },
  'budget-model-calls': {
    why: 'All model calls that were allowed are spent.',
    decide: MORE('max-model-calls'),
  },
  'budget-executions': { why: 'The gate ran as often as allowed.', decide: MORE('max-executions') },
  'budget-cost': { why: 'The next model call could cost more than allowed.', decide: MORE('max-cost') },
  deadline: { why: 'The time was over.', decide: MORE('deadline') },
};

/** Null for an end that asks nothing of a person. */
export function plainReason(stopReason: StopReason): Plain | null {
  return stopReason in REASONS ? REASONS[stopReason as Told] : null;
}
