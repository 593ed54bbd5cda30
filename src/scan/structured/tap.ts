import type { Place, RawDiagnostic } from '../parser.js';
import { placeOf } from '../read-groups.js';
import { readPart } from './read-part.js';
import { diagnosticOf, MOST_READ, noteOfLeft, readingOf, type TextReader } from './structured-format.js';

/** Test Anything Protocol 13 and 14 (testanything.org). */
const HEAD = /^\s*(?:TAP version 1[34]|1\.\.\d+)[ \t]*\r?\n/;
const POINT = /^(?<indent> *)not ok\b(?: (?<number>\d+))?(?: - | )?(?<name>[^#]*)(?:# ?(?<directive>\w+))?/;
const FIELD =
  /^\s+["']?(?<key>file|fileName|line|lineNumber|column|at|message|error|severity)["']?:\s*(?<value>\S.*)$/;
const PLACE = /(?<![^\s:()'"])(?<file>(?:[A-Za-z]:)?[^\s:()'"]+):(?<line>\d+)(?::(?<column>\d+))?\)?['"]?$/;
const MAX_PLACE = 500;

interface Point {
  readonly start: number;
  readonly name: string;
  readonly indent: number;
  /** Of the YAML block below; the first of a name counts. */
  readonly fields: Map<string, string>;
  end: number;
}

/** What runners print of their own (traces, complaints) is read as in any log; the rest is the protocol's. */
export const readTap: TextReader = (text) => {
  if (!HEAD.test(text) || !/^[ \t]*(?:not )?ok\b/m.test(text)) return null;
  const all = text.split(/\r?\n/);
  const failed = pointsIn(all);
  const points = failed.slice(0, MOST_READ);
  const lines = failed.length > points.length ? all.slice(0, points.at(-1)?.end) : all;
  const log = readPart({ lines, numbers: lines.map((_, index) => index + 1) });
  const pointOf = ({ logLine, logEndLine }: RawDiagnostic) => {
    const point = points[firstIndex(points, ({ end }) => end >= logLine)];
    return point !== undefined && point.start <= logEndLine ? point : undefined;
  };
  const told = log.diagnostics.map((raw) => {
    const { name = null, fields } = pointOf(raw) ?? {};
    return { ...raw, test: raw.test ?? name, places: [...raw.places, ...placesOf(fields)] };
  });
  const toldPoints = new Set(log.diagnostics.map(pointOf));
  const others = points.filter((point) => !toldPoints.has(point)).map(ownWords);
  const { notes } = noteOfLeft(failed.length - points.length);
  const { diagnostics } = readingOf([{ diagnostics: [...told, ...others] }]);
  return { ...log, diagnostics, notes: [...log.notes, ...(notes ?? [])] };
};

/** Of the first for which it holds, when it holds for all that follow. */
function firstIndex(points: readonly Point[], holds: (point: Point) => boolean): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const point = points[middle];
    if (point !== undefined && holds(point)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function ownWords({ name, fields, start, end }: Point): RawDiagnostic {
  return diagnosticOf({
    tool: 'tap',
    category: 'test',
    severity: 'error',
    message: fields.get('message') ?? fields.get('error') ?? name,
    test: name,
    places: placesOf(fields),
    logLine: start,
    logEndLine: end,
  });
}

/** Failed points; one that only sums up its failed subtests, which stand above it, is none. */
function pointsIn(lines: readonly string[]): readonly Point[] {
  const points: Point[] = [];
  /** The newest point of each depth, the deepest last. */
  const levels: Point[] = [];
  let current: Point | null = null;
  lines.forEach((line, index) => {
    const point = POINT.exec(line)?.groups;
    if (point !== undefined) {
      const indent = point.indent?.length ?? 0;
      while ((levels.at(-1)?.indent ?? -1) > indent) levels.pop();
      const before = points.at(-1);
      const sumsUp =
        before !== undefined && before.indent > indent && before.start > (levels.at(-1)?.start ?? 0);
      const expected = /^(?:todo|skip)/i.test(point.directive ?? '');
      current = {
        start: index + 1,
        end: index + 1,
        indent,
        name: (point.name ?? '').trim(),
        fields: new Map(),
      };
      levels.push(current);
      // What follows in braces says what of it failed.
      if (!sumsUp && !expected && !line.endsWith(' {')) points.push(current);
    } else if (/^\s*ok\b/.test(line)) current = null;
    if (current !== null) {
      current.end = index + 1;
      const { key = '', value = '' } = FIELD.exec(line)?.groups ?? {};
      if (!current.fields.has(key)) current.fields.set(key, value.replace(/^(["'])(.*)\1$/, '$2'));
    }
  });
  return points;
}

function placesOf(fields: ReadonlyMap<string, string> = new Map()): readonly Place[] {
  const file = fields.get('file') ?? fields.get('fileName');
  if (file !== undefined) {
    const [line, column] = [fields.get('line') ?? fields.get('lineNumber'), fields.get('column')];
    return [placeOf(file, { line, column })];
  }
  const at = PLACE.exec(fields.get('at')?.slice(-MAX_PLACE) ?? '')?.groups;
  return at?.file === undefined ? [] : [placeOf(at.file, at)];
}
