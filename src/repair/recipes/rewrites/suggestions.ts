/**
 * A tool's own suggestion for a wrong name. Both patterns have the groups `wrong` and `right` between them, or instead of
 * `right` the group `shown`: the whole line as it should be.
 */
export interface Suggestion {
  readonly tools: readonly string[];
  /** In the finding's message. */
  readonly message: RegExp;
  /** In the lines of the log that follow, as far as the next finding; null when the message says it all. */
  readonly help: RegExp | null;
}

const NAME = String.raw`[\w$]+`;

/** "Did you mean" of the tools that name exactly one thing. */
export const SUGGESTIONS: readonly Suggestion[] = [
  {
    tools: ['tsc', 'tsd', 'vite', 'webpack', 'next build'],
    message: new RegExp(
      String.raw`'(?<wrong>${NAME})'(?: does not exist (?:on|in) type .*)?\. Did you mean (?:to write )?'(?<right>${NAME})'\?$`,
    ),
    help: null,
  },
  {
    tools: ['python', 'pytest', 'unittest', 'doctest'],
    message: /(?:name|attribute|keyword argument) '(?<wrong>\w+)'.*\. Did you mean:? '(?<right>\w+)'\?$/,
    help: null,
  },
  {
    tools: ['cc', 'clang-tidy'],
    message: /['‘](?<wrong>\w+)['’][^'‘’]*; did you mean ['‘](?<right>\w+)['’]\??/,
    help: null,
  },
  {
    tools: ['go build', 'go vet'],
    message: /has no field or method (?<wrong>\w+), but does have (?:method|field) (?<right>\w+)\)?$/,
    help: null,
  },
  {
    tools: ['rustc', 'clippy'],
    message: /`(?<wrong>\w+)`/,
    // The old form names it, the newer ones show the whole line as it should be.
    help: /help: an? [\w -]+ with a similar name exists(?:: `(?<right>\w+)`|\n[\s|]*\n(?:\s*\d+ - .*\n)?\s*\d+ [|+] (?<shown>.*))/,
  },
  {
    tools: ['ruby', 'rspec', 'minitest'],
    message: /undefined (?:local variable or )?method [`'](?<wrong>\w+[?!]?)'/,
    help: /^[ \t]{0,20}Did you mean\?[ \t]{1,20}(?<right>\w+[?!]?)$/m,
  },
];
