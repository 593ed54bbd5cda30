import { tokenAt } from '../tokens/flat-code.js';
import type { Source } from '../tokens/source.js';

export interface Tolerance {
  readonly width: number;
  readonly line: number;
}

const NUMBER = '(?<width>[\\d.]+(?:e-?\\d+|_f32|_f64|f|d|F|D|m)?)';
const NAMES = 'TOLERANCE|EPSILON|DELTA|EPS|MARGIN';
/** Forms in which a tolerance is written; a number of digits is turned into the width it leaves. */
const FORMS: readonly (readonly [pattern: RegExp, isDigits: boolean])[] = [
  [
    new RegExp(
      `(?<=\\s)(?:delta|abs|rel|atol|rtol|abs_tol|rel_tol|tolerance|epsilon|eps|within|margin|tol)\\s(?:=|:|:=)\\s${NUMBER}`,
      'gi',
    ),
    false,
  ],
  [new RegExp(`(?:${NAMES})(?:(?!${NAMES})\\w)*(?:[^=\\n]{0,20}=)?\\s${NUMBER}`, 'gi'), false],
  [
    new RegExp(
      `\\. (?:within|Within|closeTo|isCloseTo|margin|epsilon) \\((?:[^()\\n]{0,60},)?\\s${NUMBER}`,
      'g',
    ),
    false,
  ],
  [
    new RegExp(
      `(?<=\\s)\\w*(?:NEAR|FLOAT_WITHIN|DOUBLE_WITHIN|assert_in_delta|assertEqualsWithDelta|InDelta|InEpsilon|approxEqual|closeTo|assert_approx_eq|assert_abs_diff_eq)\\b[^\\n;,]{1,80},[^\\n;]{0,120}?,\\s(?:epsilon = )?${NUMBER}(?=\\s[),;]|\\n| $)`,
      'g',
    ),
    false,
  ],
  [new RegExp(`\\. abs \\( \\) [<>]=? ${NUMBER}`, 'g'), false],
  [
    new RegExp(
      `(?<=\\s)(?:f?abs|Math \\. abs|Math \\. Abs|math \\. Abs|labs) \\([^\\n;]{0,120}?\\) [<>]=? ${NUMBER}`,
      'g',
    ),
    false,
  ],
  [new RegExp(`\\. toBeCloseTo \\([^\\n;]{0,120}?, ${NUMBER}\\s\\)`, 'g'), true],
  [new RegExp(`(?<=\\s)(?:places|precision|decimal) = ${NUMBER}`, 'g'), true],
];

/** Widths within which comparisons of a test take two numbers for the same. */
export function findTolerances(source: Source): readonly Tolerance[] {
  const { flat, code } = source;
  return [
    ...lastArguments(source),
    ...FORMS.flatMap(([pattern, isDigits]) =>
      [...flat.text.matchAll(pattern)].flatMap((match) => {
        const value = Number.parseFloat(match.groups?.width ?? '');
        const line = code[tokenAt(flat, match.index + match[0].trimEnd().length - 1)]?.line ?? 1;
        return Number.isNaN(value) ? [] : [{ width: isDigits ? 0.5 * 10 ** -value : value, line }];
      }),
    ),
  ];
}

/** `assertEquals(a, f(b), 0.1)`: a number behind two other arguments. */
function lastArguments({ code, partner }: Source): readonly Tolerance[] {
  return code.flatMap(({ text, line }, at): readonly Tolerance[] => {
    const open = at + 1;
    const close = code[open]?.text === '(' ? (partner[open] ?? -1) : -1;
    const last = code[close - 1];
    if (close === -1 || !/^(?:assertEquals|AreEqual|Equal)$/.test(text) || last?.kind !== 'number') return [];
    let commas = 0;
    for (let next = open + 1; next < close; next = Math.max(next, partner[next] ?? -1) + 1)
      if (code[next]?.text === ',') commas += 1;
    const width = Number.parseFloat(last.text);
    return commas < 2 || code[close - 2]?.text !== ',' || Number.isNaN(width) ? [] : [{ width, line }];
  });
}
