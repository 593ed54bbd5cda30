import type { Token } from '../tokens/token.js';

/** What throws, says, hands on or keeps an error. */
const PASSES_ON =
  /^(?:throw|raise|rethrow|panic|reject|abort|exit|_exit|fail|Fatalf?|logger|log|logging|console|warn|error|err|exception|errors|failures?|report\w*|captureException|print_exc|stderr|fprintf|perror|warning|next|notify|Log\w*|logError|eprintln|Console|errorCode|status|die|trigger_error|error_log|addError|onError|push|append|add|emit|last_error|_error|lastError)$/;
/** These may be called without anything being passed on. */
const HARMLESS = /^(?:return|null|None|nil|undefined|true|false|True|False|pass|continue|break)$/;
/** These only make a value. */
const MAKES =
  /^(?:array|list|dict|set|tuple|Array|Map|Set|List|Some|Ok|None|of|empty|emptyList|emptyMap|emptySet|listOf|mapOf|setOf|vec|Optional|ofNullable|String|Vec|HashMap|default|Default|[A-Z]\w*|arrayOf|mutableListOf|Empty|resolve)$/;
/** Levels of a log that nobody reads while all is well. */
const QUIET =
  /^(?:debug|Debug\w*|debugf|trace|Trace\w*|verbose|Verbose|silly|fine|finer|finest|DEBUG|TRACE|FINE\w*|VERBOSE|LOG_DEBUG)$/;
const LOUD = /^(?:throw|raise|rethrow|panic|reject|abort|fail|Fatalf?|warn|warning|die)$/;

/**
 * The statements of a handler that do anything: without those that only write at a level which nobody reads, and
 * without a name given to the error where a value is given in its place.
 */
export function effectiveBody(body: readonly Token[]): readonly Token[] {
  const statements = statementsOf(body);
  const gives = statements.some((each) => each[0]?.text === 'return');
  return statements.filter((each) => !isQuiet(each) && !(gives && isKept(each))).flat();
}

/** It throws, says the error, hands it on, or calls what may do so. */
export function passesOn(body: readonly Token[]): boolean {
  return body.some(
    ({ kind, text }, at) =>
      (kind !== 'string' && PASSES_ON.test(text)) ||
      (kind === 'word' &&
        body[at + 1]?.text === '(' &&
        !HARMLESS.test(text) &&
        !MAKES.test(text) &&
        body[at - 1]?.text !== 'new'),
  );
}

function statementsOf(body: readonly Token[]): readonly (readonly Token[])[] {
  const statements: Token[][] = [];
  let depth = 0;
  let isOpen = false;
  for (const token of body) {
    const begins = token.first && depth <= 0 && !/^[.)\]}]/.test(token.text);
    if (!isOpen || begins) statements.push([]);
    isOpen = token.text !== ';' || depth > 0;
    statements.at(-1)?.push(token);
    if (/^[([{]$/.test(token.text)) depth += 1;
    else if (/^[)\]}]$/.test(token.text)) depth -= 1;
  }
  return statements;
}

function isQuiet(statement: readonly Token[]): boolean {
  return (
    statement.some(({ kind, text }) => kind === 'word' && QUIET.test(text)) &&
    statement.some(({ text }) => text === '(') &&
    !statement.some(({ text }) => LOUD.test(text) || /^(?:return|if|else)$/.test(text))
  );
}

/** `last = error`, and no field of anything. */
function isKept(statement: readonly Token[]): boolean {
  const words = statement.filter(
    ({ text }) => !/^(?:;|const|let|var|val|auto|final|void|Object|Exception|Throwable|:|\$)$/.test(text),
  );
  return (
    words.length === 3 && words[1]?.text === '=' && words.every(({ kind }, at) => at === 1 || kind === 'word')
  );
}
