import type { RuleFinding } from '../../domain/rule-finding.js';
import { addedMarks, type Mark } from '../patch/added-marks.js';
import type { PatchView } from '../patch/patch-view.js';
import { tokenAt } from '../tokens/flat-code.js';
import type { Source } from '../tokens/source.js';
import { finding } from './rule.js';

/** Where a test or its runner is given time or another try. */
const FORMS =
  /(?<=\s)(?:setTimeout|retryTimes|retries|retry|timeout|waitFor|pytest \. mark \. flaky|flaky|reruns|Retry|RepeatedIfExceptionsTest|RetryingTest|Timeout|rerun_failures|retry_on|repeat|FlakyTest)\b(?: \(| [:=])(?<amount>[^\n;]{0,40})/g;
const IN_TEST =
  /\} , (?<amount>\d[\d_]{2,})\s\)|(?<=\s)(?:\w{0,60}[tT]imeout\w{0,60}|\w{0,60}TIMEOUT\w{0,60}|\w{0,60}[rR]etries|\w{0,60}[dD]eadline\w{0,60}) (?:=|:|:=) (?<amount2>[^\n;,]{1,30})/g;
const SLEEP =
  /(?<=\s)(?:time \. sleep|sleep|usleep|Thread \. sleep|time \. Sleep|thread :: sleep|Task \. Delay|asyncio \. sleep|delay(?= \()|setTimeout \( (?:resolve|r|done|_) ,|Thread \. Sleep|std :: this_thread :: sleep_for)(?=[\s(])/g;

/** S-TIME: more time, more tries, or a wait. */
export function timingChanges({ files }: PatchView): readonly RuleFinding[] {
  const tests = files.filter(({ fileClass }) => ['test', 'runner-config', 'fixture'].includes(fileClass));
  const source = files.filter(({ fileClass }) => fileClass === 'source');
  const marks = [
    ...addedMarks(tests, (text) => [...amounts(text, FORMS), ...amounts(text, IN_TEST), ...sleeps(text)]),
    ...addedMarks(source, sleeps),
  ];
  return marks.map((mark) =>
    finding('S-TIME', { ...mark, detail: `${mark.detail}; a person decides whether time was the fault.` }),
  );
}

/** The amount is part of the key, so that another amount is new. */
function amounts({ flat, code }: Source, pattern: RegExp): readonly Mark[] {
  return [...flat.text.matchAll(pattern)].map(({ index, groups }) => ({
    key: `time ${groups?.amount ?? groups?.amount2 ?? ''}`,
    line: code[tokenAt(flat, index)]?.line ?? 1,
    verdict: 'escalate',
    detail: 'A limit of time or a number of tries is changed',
  }));
}

function sleeps({ flat, code }: Source): readonly Mark[] {
  return [...flat.text.matchAll(SLEEP)].map(({ index }) => ({
    key: 'sleep',
    line: code[tokenAt(flat, index)]?.line ?? 1,
    verdict: 'escalate',
    detail: 'A wait is added',
  }));
}
