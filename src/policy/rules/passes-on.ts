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
  return statements.filter((each) => !isQuiet(each) && !(gives && isKept(each, statements))).flat();
}

/** It throws, says the error, hands it on, or calls what may do so. @param name of the error, if it has one. */
export function passesOn(body: readonly Token[], name: string | undefined): boolean {
  return body.some(
    ({ kind, text }, at) =>
      (kind !== 'string' && (PASSES_ON.test(text) || text === name)) ||
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

/** `const said = error.message`, of a name that nothing else in the handler reads. */
function isKept(statement: readonly Token[], statements: readonly (readonly Token[])[]): boolean {
  const at = statement.findIndex(({ text }) => text === '=' || text === ':=');
  const name = statement[at - 1];
  const before = statement.slice(0, Math.max(0, at - 1));
  const isPlain = before.every(({ kind, text }) => kind === 'word' || /^[$:]$/.test(text));
  const isCall = statement.some(({ text }) => text === '(');
  if (at < 1 || name?.kind !== 'word' || !isPlain || isCall) return false;
  return statements.every((other) => other === statement || other.every(({ text }) => text !== name.text));
}
