const JOINER = '\u2060';

/**
 * Outside words that notify nobody, close nothing and link nowhere (PUB-01 to PUB-03, PUB-06): an invisible word joiner
 * breaks mentions, issue references, URLs and slash commands. For plain text such as a commit message; Markdown needs
 * its own escapes as well.
 */
export function neutralWords(text: string): string {
  return text
    .replace(/@(?=\w)/g, `@${JOINER}`)
    .replace(/#(?=\d)/g, `#${JOINER}`)
    .replace(/\bGH-(?=\d)/gi, (match) => `${match}${JOINER}`)
    .replace(/:\/\//g, `:${JOINER}//`)
    .replace(/\bwww\./gi, (match) => `${match.slice(0, 3)}${JOINER}.`)
    .replace(/^([^\S\n]*)\/(?=\w)/gm, `$1${JOINER}/`);
}
