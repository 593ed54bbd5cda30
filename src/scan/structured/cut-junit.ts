/** The beginning of a report, which is a whole report again, and how many failures it leaves out. */
export interface CutReport {
  readonly text: string;
  readonly left: number;
}

const MARKUP = /<(?:!--|!\[CDATA\[|\/?testsuites?\b|\/testcase\b|(?:failure|error)\b)/y;
/** `>` may stand in a value, `<` may not (w3.org/TR/xml, section 2.4). */
const SUITE = /<(?<name>testsuites?)(?:[^<>"']|"[^<"]*"|'[^<']*')*>/y;
const ENDS: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>' };

/** Cuts JUnit XML behind the case with the failure that is `most` in number; parsing all of a long report takes minutes. */
export function cutJunit(text: string, most: number): CutReport {
  let failures = 0;
  let cut: string | null = null;
  const open: string[] = [];
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    const markup = matchAt(MARKUP, text, at)?.[0];
    if (markup === undefined) continue;
    const end = ENDS[markup];
    if (end !== undefined) {
      at = text.indexOf(end, at + markup.length);
      if (at === -1) break;
    } else if (markup.startsWith('</testsuite')) open.pop();
    else if (markup.startsWith('<testsuite')) {
      const suite = matchAt(SUITE, text, at);
      if (suite !== null && !suite[0].endsWith('/>')) open.push(suite.groups?.name ?? '');
    } else if (markup !== '</testcase') failures++;
    else if (failures >= most && cut === null)
      cut = [text.slice(0, text.indexOf('>', at) + 1), ...open.toReversed().map((name) => `</${name}>`)].join(
        '',
      );
  }
  return cut === null || failures === most ? { text, left: 0 } : { text: cut, left: failures - most };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
