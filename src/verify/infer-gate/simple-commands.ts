/** Words before a command that leave it what it is. */
const WRAPPERS =
  /^(?:(?:time|exec|command|env|nice|then|do|else|!|\{|\(|if|xvfb-run(?: -a)?|timeout \S+|npm exec(?: --)?|npx(?: -p [^\s-]\S*| -\S+)*|bunx|pnpm (?:exec|dlx)|yarn (?:exec|dlx)|bundle exec|poetry run|uv run|pdm run|pipenv run|hatch run|rye run|python3? -m) +|[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|[^\s;&|"']*) +)+/;

/** A subshell, or a script that another shell is given as one word. */
const OPENING = /^(?:(?:(?:ba|z)?sh(?: -\w+){0,5} -\w*c|eval) +["']|\$?\(|`)\s*/;
const CLOSING = /[)"'`]\s*$/;

/** More than enough to tell what a command is. */
const LONGEST = 1000;

/**
 * The commands of a script in their order, without comments, wrappers and variables in front. It is no shell: quoted text
 * with operators in it may be cut, which is good enough to tell what a step is for.
 */
export function simpleCommands(script: string): readonly string[] {
  return script
    .replace(/\\\r?\n/g, ' ')
    .split(/\r?\n|&&|\|\||;|\|/)
    .map((part) => part.replace(/(^|\s)#.*$/, '').trim())
    .map((part) => part.replace(OPENING, '').replace(CLOSING, ''))
    .map((part) => part.replace(WRAPPERS, '').slice(0, LONGEST).replace(/\s+/g, ' '))
    .filter((part) => part !== '' && !/^(?:fi|done|esac|\}|\))$/.test(part));
}
