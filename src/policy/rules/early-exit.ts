import type { RuleFinding } from '../../domain/rule-finding.js';
import { addedMarks, type Mark } from '../patch/added-marks.js';
import { isTestFailure } from '../patch/log-facts.js';
import type { FilePair, PatchView } from '../patch/patch-view.js';
import { tokenAt } from '../tokens/flat-code.js';
import type { Language } from '../tokens/lexicons.js';
import type { Source } from '../tokens/source.js';
import { SCRIPT } from './pattern-marks.js';
import { finding } from './rule.js';

/** Calls that end a process; the group is the status, empty for none. */
const EXITS: readonly (readonly [readonly Language[], RegExp])[] = [
  [
    SCRIPT,
    /(?<=\s)process \. (?:exit|reallyExit) \( (?<status>[^()]{0,40}?)\s?\)|(?<=\s)process \. exitCode = (?<status2>[^;\n]{1,40})|(?<=\s)Deno \. exit \( (?<status3>[^()]{0,40}?)\s?\)/g,
  ],
  [
    ['python'],
    /(?<=\s)(?:sys \. exit|os \. _exit|exit|quit) \( (?<status>[^()]{0,40}?)\s?\)|(?<=\s)raise SystemExit\b(?: \( (?<status2>[^()]{0,40}?)\s?\))?/g,
  ],
  [['go'], /(?<=\s)(?:os|syscall) \. Exit \( (?<status>[^()]{0,40}?)\s?\)|(?<=\s)runtime \. Goexit \(/g],
  [
    ['java', 'kotlin'],
    /(?<=\s)System \. exit \( (?<status>[^()]{0,40}?)\s?\)|\. halt \( (?<status2>[^()]{0,40}?)\s?\)|(?<=\s)exitProcess \( (?<status3>[^()]{0,40}?)\s?\)/g,
  ],
  [['rust'], /(?<=\s)process :: exit \( (?<status>[^()]{0,40}?)\s?\)/g],
  [['c'], /(?<=\s)(?<!\. |-> )(?:_?exit|quick_exit|_Exit) \( (?<status>[^()]{0,40}?)\s?\)/g],
  [
    ['csharp'],
    /(?<=\s)Environment \. (?:Exit \( (?<status>[^()]{0,40}?)\s?\)|ExitCode = (?<status2>[^;\n]{1,40}))/g,
  ],
  [
    ['ruby'],
    /(?<=\s)(?<![.:] |def )(?:exit!?|Process \. exit!?)(?=\s)(?! [:=?])(?: \(? ?(?<status>true|false|\d+))?/g,
  ],
  [['php'], /(?<=\s)(?<!-> |:: |\$)(?:exit|die)(?=\s)(?: \( (?<status>[^()]{0,40}?)\s?\))?/g],
];

/** What runs at the end of a process, and may replace its status. */
const HOOKS: readonly (readonly [readonly Language[], RegExp])[] = [
  [SCRIPT, /(?<=\s)process \. (?:on|once|addListener|prependListener) \( "(?:exit|beforeExit)"/g],
  [['python'], /(?<=\s)atexit \. register\b/g],
  [['c'], /(?<=\s)(?:at_quick_exit|atexit|on_exit) \(|__attribute__ \( \( destructor/g],
  [['ruby'], /(?<=\s)at_exit\b|(?<=\s)END \{/g],
  [['php'], /(?<=\s)register_shutdown_function \(/g],
  [['java', 'kotlin'], /\. addShutdownHook \(/g],
  [['csharp'], /\. ProcessExit \+=/g],
  [
    ['shell'],
    /(?<=\s)trap "[^"]*(?:exit·0|true|:)[^"]*" (?:EXIT|0|ERR)(?=\s)|(?<=\s)trap (?:true|:) (?:EXIT|0|ERR)(?=\s)/g,
  ],
];

const ENTRY_PATH =
  /(?:^|\/)(?:bin|cmd|scripts?|exe)\/|(?:^|\/)(?:cli|main|__main__|manage|index|server|program)\.\w+$|\.sh$/i;

/** S-EXIT: the process ends, as a success, before the checks can say otherwise. */
export function earlyExit(patch: PatchView): readonly RuleFinding[] {
  const code = patch.files.filter(({ fileClass }) => fileClass !== 'docs');
  const marks = addedMarks(code, (source, file) => [...exits(source, file, patch), ...hooks(source)]);
  return [...marks.map((mark) => finding('S-EXIT', mark)), ...code.flatMap(changedResults)];
}

function exits(source: Source, file: FilePair, patch: PatchView): readonly Mark[] {
  return EXITS.filter(([languages]) => languages.includes(source.language)).flatMap(([, pattern]) =>
    [...source.flat.text.matchAll(pattern)].flatMap((match): Mark[] => {
      const { status, status2, status3 } = match.groups ?? {};
      const said = (status ?? status2 ?? status3 ?? '').trim();
      const at = tokenAt(source.flat, match.index);
      const line = source.code[at]?.line ?? 1;
      const isProper = (isEntry(source, file, at) && !isAbrupt(source, at)) || isReaderGone(source, at);
      const verdict = verdictOf(said, isProper, patch);
      const detail = `The process ends${said === '' ? '' : ` with ${said}`} before what follows can fail; let the checks run to their end.`;
      return verdict === null ? [] : [{ key: `exit ${verdict}`, line, verdict, detail }];
    }),
  );
}

function verdictOf(status: string, entry: boolean, { log }: PatchView): Mark['verdict'] | null {
  const isSuccess = /^(?:|0|true|EXIT_SUCCESS|0 ?as \w+|"[^"]*")$/.test(status);
  if (!isSuccess) return null;
  if (!entry) return 'reject';
  return isTestFailure(log) && log.text !== '' ? 'escalate' : null;
}

/** Ends at once without clean-up, or as the answer to an error. */
function isAbrupt({ code }: Source, at: number): boolean {
  const around = code.slice(Math.max(0, at - 16), at + 3);
  const line = code[at]?.line ?? 0;
  return around.some(
    ({ text, line: own }) =>
      /^(?:_exit|reallyExit|halt|quick_exit|_Exit|exit!)$/.test(text) ||
      (/^(?:except|catch|rescue)$/.test(text) && line - own <= 2),
  );
}

/** Nobody reads any more: to stop without a complaint is what a filter does. */
const isReaderGone = ({ code }: Source, at: number): boolean =>
  code.slice(Math.max(0, at - 30), at).some(({ value }) => /^(?:BrokenPipe\w*|EPIPE|SIGPIPE)$/.test(value));

/** Where a program begins: its path, its first line, or the function that is started says so. */
function isEntry(
  { text, flat, functions, code }: Source,
  { path, fileClass }: FilePair,
  at: number,
): boolean {
  if (fileClass !== 'source') return false;
  const around = functions.findLast(({ body: [from, to] }) => at >= from && at < to);
  if (/^main$/i.test(around?.name ?? '')) return true;
  if (ENTRY_PATH.test(path) || text.startsWith('#!')) return true;
  const guard = flat.text.search(
    /\sif __name__ == "__main__"|\srequire \. main ===? module|\sif __FILE__ == \$/,
  );
  return guard !== -1 && (flat.offsets[at] ?? 0) > guard && (code[at]?.column ?? 0) > 0;
}

/** What a program of tests ends with: any change of it changes what their failures mean. */
function changedResults({ before, after, fileClass, path }: FilePair): readonly RuleFinding[] {
  if (fileClass !== 'test' || before === null || after === null) return [];
  const [was, is] = [resultOf(before), resultOf(after)];
  if (was === null || was.text === is?.text) return [];
  const detail = `The program of the tests ended with ${was.text.slice(0, 80)} and no longer does; their failures have to reach its exit code.`;
  return [finding('S-EXIT', { path, line: is?.line ?? was.line, verdict: 'reject', detail })];
}

/** The last return of `main`, or the last exit of a script. */
function resultOf({
  language,
  functions,
  code,
}: Source): { readonly text: string; readonly line: number } | null {
  const main = functions.find(({ name }) => name === 'main');
  if (language !== 'c' || main === undefined) return null;
  const body = code.slice(...main.body);
  const at = body.findLastIndex(({ text }) => text === 'return');
  const rest = body.slice(at);
  const end = rest.findIndex(({ text }) => text === ';');
  return at === -1
    ? null
    : {
        text: rest
          .slice(0, end)
          .map(({ text }) => text)
          .join(' '),
        line: body[at]?.line ?? 1,
      };
}

const ABRUPT = /(?<=\s)(?:_exit|quick_exit|halt|reallyExit|exitCode|exit!|os \. kill)(?=\s)/;

function hooks(source: Source): readonly Mark[] {
  return HOOKS.filter(([languages]) => languages.includes(source.language)).flatMap(([, pattern]) =>
    [...source.flat.text.matchAll(pattern)].map(({ index }): Mark => {
      const line = source.code[tokenAt(source.flat, index)]?.line ?? 1;
      const sets =
        source.language === 'shell' ||
        ABRUPT.test(source.flat.text) ||
        /exit|_exit|abort|halt|status|kill/i.test(source.flat.text.slice(index + 30, index + 400));
      const detail =
        'A hook at the end of the process can replace its exit code; let the runner end by itself.';
      return { key: 'hook', line, verdict: sets ? 'reject' : 'escalate', detail };
    }),
  );
}
