import { type PatternRow, SCRIPT } from './pattern-marks.js';

/** Forms that drop an error without a handler's body. */
export const DROPPING: readonly PatternRow[] = [
  {
    languages: [...SCRIPT, 'java', 'kotlin', 'php', 'csharp'],
    pattern: /(?<=\s)finally \{[^{}]{0,120}\sreturn\b/g,
    detail: 'A return in finally takes the place of any error',
  },
  {
    languages: ['python'],
    pattern: /(?<=\n)finally :\s(?:[^\n]{0,80}\n){0,3}return\b/g,
    detail: 'A return in finally takes the place of any error',
  },
  {
    languages: SCRIPT,
    pattern:
      /\. (?:on|once|addListener|addEventListener) \( "(?:error|unhandledRejection|uncaughtException)" , (?:\( ?[^()]{0,40}\)|\w+) => (?:\{ ?\}|undefined\b|null\b)|(?<=\s)onerror = \( ?\w* ?\) => (?:\{ ?\}|true\b)/g,
    detail: 'An error event is dropped',
  },
  {
    languages: SCRIPT,
    pattern:
      /\. catch \( (?:\( ?[^()]{0,40}\)|\w+|async \( ?\)|function \( ?\w* ?\)) ?(?:=> )?(?:\{\s?\}|(?:null|undefined|false|true|0|\[ ?\]|""|\( \{ \} \))\s)/g,
    detail: 'A rejected promise is dropped',
  },
  {
    languages: SCRIPT,
    pattern:
      /\. then \(\s(?:\( ?\w* ?\)|\w+) => [^;{}]{0,120},\s(?:\( ?\)|_\w*) => (?:\{ ?\}|[\w".]+)\s?,?\s?\)/g,
    detail: 'A rejected promise becomes a value',
  },
  {
    languages: SCRIPT,
    pattern:
      /\. catch \( (?:noop|\(\s?\)|_ => _|Function \. prototype|Boolean) \)|\. then \( [^;\n]{0,80}, \( ?\) => (?:\{ \}|undefined|null) \)/g,
    detail: 'A rejected promise is dropped',
  },
  {
    languages: SCRIPT,
    pattern: /(?<=\s)process \. (?:on|once) \( "(?:uncaughtException|unhandledRejection)"/g,
    detail: 'Errors that nobody handles are taken away',
  },
  { languages: ['go'], pattern: /(?<=\s)_ = err\b/g, detail: 'An error is dropped' },
  {
    languages: ['go'],
    pattern: /(?<=\s)if (?:[^{;\n]{0,80}; )?err != nil \{\s\}/g,
    detail: 'An error is looked at and dropped',
  },
  {
    languages: ['go'],
    pattern:
      /(?<=\s)if (?:[^{;\n]{0,80}; )?(?:err != nil|! ok) \{\sreturn (?:nil|(?:[\w".{}·]+ , )*nil)\s\}/g,
    detail: 'An error is returned as none',
  },
  {
    languages: ['rust'],
    pattern: /(?<=\s)let _ = (?!write|tx|\w+ \. send|\w*(?:out|err) \. (?:write|flush))[^;\n]{0,120}\)\s;/g,
    detail: 'A result is dropped',
    verdict: 'escalate',
  },
  {
    languages: ['rust'],
    pattern:
      /\. (?:parse|from_str|read\w*|open|write\w*|send|recv|lock|from_utf8|try_\w+|into_inner|join(?= \( \))|decode|deserialize|from_reader)(?: :: < \w+ >)? \((?:[^();\n]{0,80}|[^();\n]{0,40}\([^();\n]{0,40}\)[^();\n]{0,40})\)\s\. (?:(?:unwrap_or_default|unwrap_or|map_or) \(|unwrap_or_else \( \| ?(?:_\w* )?\|)/g,
    detail: 'An error becomes a value',
  },
  {
    languages: ['rust'],
    // `.ok()?` hands on that there is none.
    pattern:
      /\. (?:parse|from_str|read\w*|open|write\w*|send|recv|lock|from_utf8|try_\w+|into_inner|join(?= \( \))|decode|deserialize|from_reader)(?: :: < \w+ >)? \((?:[^();\n]{0,80}|[^();\n]{0,40}\([^();\n]{0,40}\)[^();\n]{0,40})\)\s\. ok \( \)(?!\s\?)/g,
    detail: 'An error becomes nothing',
    verdict: 'escalate',
  },
  {
    languages: ['rust'],
    pattern: /\. (?:unwrap_or_default) \(/g,
    detail: 'An error or a missing value becomes a default',
    verdict: 'escalate',
  },
  {
    languages: ['rust'],
    pattern:
      /(?<=\s)Err \( _\w* \) => (?:\{\s\}|\( \)|0|None|Ok \()|(?<=\s)catch_unwind \(|(?<=\s)if let Err \( _\w* \) = [^{\n]{0,100}\{\s\}/g,
    detail: 'An error is matched and dropped',
  },
  {
    languages: ['kotlin'],
    pattern:
      /(?<=\s)runCatching \{[^}]{0,200}\} ?(?:\. (?:getOrNull|getOrDefault|getOrElse)\b|\n)|\. (?:getOrNull|getOrDefault) \(/g,
    detail: 'A failure becomes a value',
    verdict: 'escalate',
  },
  {
    languages: ['kotlin'],
    pattern: /(?<=\s)runCatching \{(?![^}]{0,200}\} ?\. getOrDefault \( false \))/g,
    // What cannot be asked may be a no.
    detail: 'A failure is caught whatever it is',
  },
  {
    languages: ['ruby'],
    pattern: /(?<!\n)(?<=[\w)\]}"] )rescue (?:nil|false|true|""|0|\[ ?\]|\{ ?\}|"[^"]*"|\d+|\w+)(?=\s)/g,
    detail: 'Any error becomes a value',
  },
  {
    languages: ['python'],
    pattern: /(?<=\s)(?:contextlib \. )?suppress \( (?:Exception|BaseException)\b/g,
    detail: 'Every error is suppressed',
  },
  {
    languages: ['python'],
    // What is not there any more may be missed on purpose.
    pattern:
      /(?<=\s)(?:contextlib \. )?suppress \( (?!Exception|BaseException|FileNotFoundError|FileExistsError|ProcessLookupError|(?:asyncio \. )?CancelledError|BrokenPipeError|KeyboardInterrupt)\w/g,
    detail: 'A kind of error is suppressed',
    verdict: 'escalate',
  },
  {
    languages: ['php'],
    pattern: /(?<=[\s(=])@ (?=[a-z_$\\][\w\\$]* ?(?:\(|->|\[))/g,
    detail: 'Errors of a call are silenced',
  },
  {
    languages: ['php'],
    pattern: /(?<=\s)set_(?:error|exception)_handler \( (?:static )?(?:fn|function)/g,
    detail: 'Errors are given to a handler that may drop them',
    verdict: 'escalate',
  },
  {
    languages: ['shell'],
    pattern: /(?<=\s)set \+(?:e|o errexit)\w*(?=\s)|(?<=\s)trap "[^"]*(?:exit·0|true|:)[^"]*" (?:ERR|EXIT)/g,
    detail: 'Failures no longer end the script',
  },
];

/** Where a linter asks for an error to be read, to give it no name is no reading. */
export const UNREAD: readonly PatternRow[] = [
  {
    languages: ['go'],
    pattern: /(?<=\n)_ (?:, _ )?= \w/g,
    detail: 'An error that nobody read is given no name',
    verdict: 'escalate',
  },
  {
    languages: ['rust'],
    pattern: /(?<=\n)let _ = |\. ok \( \) ;/g,
    detail: 'A result that nobody read is given no name',
    verdict: 'escalate',
  },
];
