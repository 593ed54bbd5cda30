import type { RuleFinding } from '../../domain/rule-finding.js';
import type { FilePair, PatchView } from '../patch/patch-view.js';
import type { FunctionExtent } from '../tokens/functions.js';
import type { Source } from '../tokens/source.js';
import type { Token } from '../tokens/token.js';
import { finding } from './rule.js';

/** Functions of fewer tokens may well be constants. */
const SMALLEST = 8;

/** S-GUT: a function that does much less than before, or nothing. */
export function guttedFunctions(patch: PatchView): readonly RuleFinding[] {
  if (
    /unused|never used|not used|dead code|unreachable|declared and not used|is assigned (?:a value )?but never/i.test(
      patch.log.text,
    )
  )
    return [];
  return patch.files
    .filter(({ fileClass, before, after }) => fileClass === 'source' && before !== null && after !== null)
    .flatMap(gutted);
}

function gutted({ path, before, after }: FilePair): readonly RuleFinding[] {
  if (before === null || after === null) return [];
  const now = new Map(after.functions.map((each) => [each.name, each]));
  const known = new Set(after.code.map(({ text }) => text));
  return before.functions.flatMap((was) => {
    const is = was.name === '' ? undefined : now.get(was.name);
    if (is === undefined) return [];
    const [old, fresh] = [bodyOf(before, was), bodyOf(after, is)];
    const why = whyGutted(old, fresh, known);
    if (why === null) return [];
    const line = after.code[is.head]?.line ?? null;
    return [
      finding('S-GUT', {
        path,
        line,
        verdict: 'escalate',
        detail: `The function ${was.name} ${why}; a person decides whether it may.`,
      }),
    ];
  });
}

const bodyOf = ({ code }: Source, { body: [from, to] }: FunctionExtent): readonly Token[] =>
  code.slice(from, to);

function whyGutted(
  old: readonly Token[],
  fresh: readonly Token[],
  known: ReadonlySet<string>,
): string | null {
  if (old.length < SMALLEST) return null;
  const calls = (tokens: readonly Token[]): ReadonlySet<string> =>
    new Set(
      tokens.flatMap(({ kind, text }, at) => (kind === 'word' && tokens[at + 1]?.text === '(' ? [text] : [])),
    );
  const lost = [...calls(old)].filter((name) => !calls(fresh).has(name));
  const gained = [...calls(fresh)].filter((name) => !calls(old).has(name));
  if (isConstant(fresh) && !isConstant(old))
    return fresh.length <= 1 ? 'does nothing any more' : 'gives a constant and looks at nothing any more';
  if (
    fresh.length < old.length / 2 &&
    gained.length === 0 &&
    (lost.length > 0 || old.length - fresh.length > 30)
  )
    return 'has lost most of what it did';
  const guards = (tokens: readonly Token[]): number =>
    tokens.filter(({ text }) => /^(?:throw|raise|panic|bail|ensure|require|abort)$/.test(text)).length;
  if (guards(fresh) < guards(old) && gained.length === 0 && fresh.length < old.length && known.size > 0)
    return 'no longer refuses what it refused';
  return null;
}

/** Nothing, or one value that is written down. */
function isConstant(tokens: readonly Token[]): boolean {
  const rest = tokens.filter(
    ({ text, first }, at) =>
      !/^(?:return|;|pass|\{|\}|end|\(|\)|\[|\]|-|Ok|Some|:)$/.test(text) &&
      !(first && at === 0 && /^["']{3}/.test(text)),
  );
  return (
    rest.length === 0 ||
    (rest.length <= 2 &&
      rest.every(
        ({ kind, text }) =>
          kind === 'string' ||
          kind === 'number' ||
          /^(?:true|false|null|nil|None|True|False|undefined|nullptr|NULL|void|0)$/.test(text),
      ))
  );
}
