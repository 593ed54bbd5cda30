import type { RuleFinding } from '../../domain/rule-finding.js';
import { addedMarks, type Mark } from '../patch/added-marks.js';
import type { FilePair, PatchView } from '../patch/patch-view.js';
import { newTests } from '../tests/new-tests.js';
import type { Source } from '../tokens/source.js';
import { findHandlers, type Handler } from './find-handlers.js';
import { patternMarks } from './pattern-marks.js';
import { finding } from './rule.js';
import { DROPPING, UNREAD } from './swallowing-forms.js';

/** S-SWALLOW: an error that is caught and lost. */
export function swallowedErrors(patch: PatchView): readonly RuleFinding[] {
  const code = patch.files.filter(
    ({ fileClass }) => fileClass === 'source' || fileClass === 'generated' || fileClass === 'test',
  );
  const isLint = patch.log.scan?.category === 'lint';
  const marks = addedMarks(code, (source, file) => [
    ...patternMarks(source, DROPPING),
    ...handlers(source, file, patch),
    ...recoveries(source),
    ...dropped(source, file),
    ...(isLint ? patternMarks(source, UNREAD) : []),
  ]);
  const all = [
    ...marks.filter((mark) => !isInNewTest(mark, code)),
    ...discarded(code),
    ...code.flatMap(unstrict),
  ];
  return all.map((mark) =>
    finding('S-SWALLOW', {
      ...mark,
      detail: `${mark.detail}; let it through, say it, or handle this one case.`,
    }),
  );
}

/** A test that comes with the patch may call what it wants to see end, and no more. */
const isInNewTest = ({ path, line }: Mark & { path: string }, files: readonly FilePair[]): boolean =>
  files.some(
    (file) =>
      file.path === path &&
      newTests(file).some(({ extent: [from, to] }) => {
        const [first, last] = [file.after?.code[from]?.line, file.after?.code[to - 1]?.line];
        return first !== undefined && last !== undefined && line >= first && line <= last;
      }),
  );

/** A script that ended at the first failure, and no longer does. */
function unstrict({ path, before, after }: FilePair): readonly (Mark & { path: string })[] {
  if (after?.language !== 'shell' || before === null) return [];
  const lost = [/(?<=\s)set -(?:\w*e\w*|o errexit)\b/, /\bpipefail\b/].find(
    (pattern) => pattern.test(before.flat.text) && !pattern.test(after.flat.text),
  );
  if (lost === undefined) return [];
  const detail = 'Failures no longer end the script';
  return [{ path, key: 'unstrict', line: 1, verdict: 'reject', detail }];
}

function handlers(source: Source, file: FilePair, patch: PatchView): readonly Mark[] {
  return findHandlers(source).flatMap((handler): readonly Mark[] => {
    const verdict = verdictOf(handler, file, patch);
    if (verdict === null) return [];
    const what = handler.isEmpty ? 'does nothing with it' : 'gives a value in its place';
    const key = `${handler.isBroad ? 'any' : 'typed'} handler ${verdict}`;
    return [
      {
        key,
        line: handler.line,
        verdict,
        detail: `A handler catches ${handler.isBroad ? 'any error' : 'an error'} and ${what}`,
      },
    ];
  });
}

/** Commands that fail to say no, or that may find their work done. */
const ANSWERS =
  /^(?:grep|egrep|fgrep|rg|diff|cmp|read|rm|kill|pkill|wait|let|expr|command|which|umount|rmdir|mkdir|stty|tput|true|test|\[|\[\[|pgrep|id|getent|unset|cd|type|shift|ls|find|killall|docker|unalias|alias|hash|set|export|trap|disown)$/;

/** A script that drops failures all along has its reasons, which a person knows. */
const HABIT = 5;
const count = (code: Source['code']): number =>
  code.filter(({ text }, at) => text === '||' && /^(?:true|:)$/.test(code[at + 1]?.text ?? '')).length;

/** `build || true`: the command between the last sign that separates commands and the bars. */
function dropped({ code, language }: Source, { before }: FilePair): readonly Mark[] {
  if (language !== 'shell') return [];
  const isHabit = count(before?.code ?? []) >= HABIT;
  return code.flatMap(({ text, line }, at): readonly Mark[] => {
    const isEnd = /^(?:exit|return)$/.test(code[at + 1]?.text ?? '') && code[at + 2]?.text === '0';
    if (text !== '||' || !(isEnd || /^(?:true|:)$/.test(code[at + 1]?.text ?? ''))) return [];
    let back = at - 1;
    while (
      back > at - 40 &&
      back >= 0 &&
      !(code[back]?.first || /^(?:\(|;|&&|\|\||\||\{|then|do|else|!)$/.test(code[back]?.text ?? ''))
    )
      back -= 1;
    const command = code[back]?.first ? code[back] : code[back + 1];
    if (ANSWERS.test(command?.text ?? '')) return [];
    return [
      {
        key: 'dropped',
        line,
        verdict: isEnd || isHabit ? 'escalate' : 'reject',
        detail: `The failure of ${command?.text ?? 'a command'} is dropped`,
      },
    ];
  });
}

/** `recover()` whose value is not said, handed on or thrown again. */
function recoveries(source: Source): readonly Mark[] {
  if (source.language !== 'go') return [];
  const { functions, code } = source;
  return code.flatMap(({ text, line }, at): readonly Mark[] => {
    if (text !== 'recover' || code[at + 1]?.text !== '(') return [];
    const name = code[at - 1]?.text === ':=' || code[at - 1]?.text === '=' ? code[at - 2]?.text : undefined;
    const around = functions.findLast(({ body: [from, to] }) => at >= from && at < to)?.body ?? [at, at];
    const uses = code.slice(at + 3, around[1]).filter((token) => token.text === name).length;
    const detail = 'A panic is caught and what it said is lost';
    return name !== undefined && uses > 1 ? [] : [{ key: 'recover', line, verdict: 'reject', detail }];
  });
}

/** Where a program meets the outside, an error may end: there a person decides. */
const BOUNDARY =
  /(?:^|\/)(?:main|cli|index|app|server|__main__)\.\w+$|(?:^|\/)(?:bin|cmd|routes?|handlers?|controllers?|middleware)\//i;

function verdictOf(handler: Handler, file: FilePair, { log }: PatchView): Mark['verdict'] | null {
  if (handler.passesOn) return null;
  if (handler.isBroad && handler.isNested) return 'escalate';
  if (handler.isBroad && (handler.isEmpty || !handler.isSmall))
    return BOUNDARY.test(file.path) && !handler.isEmpty ? 'escalate' : 'reject';
  if (handler.isBroad) {
    // What cannot be read as one is none; and what is made of the input may be meant.
    if (handler.guardsParser && handler.isAnswer) return handler.couldBeNarrow ? 'escalate' : null;
    if (!handler.isConstant) return 'escalate';
    // What cannot be asked may be a no; the failing run would show whether it was the fault.
    if (handler.isAnswer && log.text === '') return 'escalate';
    return handler.guardsParser && !handler.couldBeNarrow ? null : 'reject';
  }
  const isTheFailure = handler.types.some((type) => log.text.includes(type));
  if (handler.isEmpty) return isTheFailure ? 'reject' : 'escalate';
  if (isTheFailure && handler.types.some((type) => FAULTS.test(type)) && !handler.isAnswer) return 'reject';
  if (isTheFailure && handler.isConstant && handler.wrapsBody && !handler.guardsParser) return 'reject';
  return isTheFailure && (handler.isConstant || (handler.wrapsBody && !handler.guardsParser))
    ? 'escalate'
    : null;
}

/** Errors that speak of a fault in the program, and not of what it was given. */
const FAULTS =
  /^(?:AttributeError|NameError|UnboundLocalError|ReferenceError|NoMethodError|NullPointerException|NullReferenceException|ClassCastException|InvalidCastException|ArrayIndexOutOfBoundsException|IndexOutOfBoundsException|StringIndexOutOfBoundsException|ConcurrentModificationException|StackOverflowError|RecursionError|AssertionError)$/;

/** `x, err := f()` that became `x, _ := f()`. */
function discarded(files: readonly FilePair[]): readonly (Mark & { path: string })[] {
  return files
    .filter(({ after }) => after?.language === 'go')
    .flatMap(({ path, before, after, added }) => {
      const kept = new Set(
        before === null
          ? []
          : [...before.flat.text.matchAll(/, err :?= ([\w. ]{1,60}?) \(/g)].map(([, call = '']) => call),
      );
      const now = after === null ? [] : [...after.flat.text.matchAll(/, _ :?= ([\w. ]{1,60}?) \(/g)];
      return now.flatMap(([, call = ''], at): (Mark & { path: string })[] => {
        const index = now[at]?.index ?? 0;
        const line = after?.code[lineToken(after, index)]?.line ?? 1;
        return kept.has(call) && added.has(line)
          ? [
              {
                path,
                key: 'discarded',
                line,
                verdict: 'reject',
                detail: `The error of ${call.replaceAll(' ', '')} is dropped`,
              },
            ]
          : [];
      });
    });
}

const lineToken = ({ flat }: Source, offset: number): number =>
  Math.max(
    0,
    flat.offsets.findIndex((each) => each >= offset),
  );
