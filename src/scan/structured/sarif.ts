import * as z from 'zod';
import type { Severity } from '../../domain/diagnostic.js';
import type { FailureClass } from '../../domain/failure-class.js';
import type { Place } from '../parser.js';
import { categoryOfTool } from '../tool-category.js';
import { jsonPlace, looseNumber, looseText } from './json-place.js';
import { type DocumentReader, diagnosticOf, readFirst, readingOf } from './structured-format.js';

/** SARIF 2.1.0 (docs.oasis-open.org/sarif): what of it says where and what. */
const messageSchema = z
  .object({ text: looseText, id: looseText, arguments: z.array(z.string()).nullish().catch(null) })
  .nullish()
  .catch(null);
const ruleSchema = z.object({
  id: looseText,
  messageStrings: z
    .record(z.string(), z.object({ text: looseText }))
    .nullish()
    .catch(null),
  defaultConfiguration: z.object({ level: looseText }).nullish().catch(null),
  properties: z
    .object({ tags: z.array(z.string()).nullish().catch(null) })
    .nullish()
    .catch(null),
});
const locationSchema = z.object({
  physicalLocation: z
    .object({
      artifactLocation: z.object({ uri: looseText, index: looseNumber }).nullish().catch(null),
      region: z.object({ startLine: looseNumber, startColumn: looseNumber }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
});
const resultSchema = z.object({
  ruleId: looseText,
  ruleIndex: looseNumber,
  rule: z.object({ id: looseText, index: looseNumber }).nullish().catch(null),
  level: looseText,
  kind: looseText,
  baselineState: looseText,
  suppressions: z
    .array(z.object({ status: looseText }))
    .nullish()
    .catch(null),
  message: messageSchema,
  locations: z.array(locationSchema).nullish().catch(null),
});
const runSchema = z.object({
  tool: z.object({
    driver: z.object({ name: z.string(), rules: z.array(ruleSchema).nullish().catch(null) }),
  }),
  artifacts: z
    .array(z.object({ location: z.object({ uri: looseText }).nullish().catch(null) }))
    .nullish()
    .catch(null),
  results: z.array(resultSchema).nullish(),
});
const documentSchema = z.object({ version: z.string().startsWith('2.1'), runs: z.array(runSchema) });

type Run = z.infer<typeof runSchema>;
type Result = z.infer<typeof resultSchema>;
type Rule = z.infer<typeof ruleSchema>;

export const readSarif: DocumentReader = ({ value, lineCount }) => {
  const document = documentSchema.safeParse(value);
  if (!document.success) return null;
  const parts = document.data.runs.flatMap((run) => {
    const { name, rules } = run.tool.driver;
    const byId = new Map((rules ?? []).toReversed().map((rule) => [rule.id ?? null, rule]));
    return readFirst((run.results ?? []).filter(isOpen), (result) => {
      const rule = ruleOf(run, result, byId);
      const diagnostic = diagnosticOf({
        tool: name.toLowerCase(),
        category: categoryOf(name, rule),
        severity: severityOf(result, rule),
        message: messageOf(result, rule),
        code: result.ruleId ?? result.rule?.id ?? rule?.id ?? null,
        places: placesOf(run, result),
        logEndLine: lineCount,
      });
      return { diagnostics: [diagnostic] };
    });
  });
  return readingOf(parts);
};

/** Not passed, not gone since the baseline, not suppressed (section 3.27.9, 3.27.24, 3.27.23). */
function isOpen({ kind, baselineState, suppressions }: Result): boolean {
  const isSuppressed = (suppressions ?? []).some(({ status }) => (status ?? 'accepted') === 'accepted');
  return (kind ?? 'fail') === 'fail' && baselineState !== 'absent' && !isSuppressed;
}

function ruleOf(
  { tool }: Run,
  { ruleId, ruleIndex, rule }: Result,
  byId: ReadonlyMap<string | null, Rule>,
): Rule | undefined {
  return tool.driver.rules?.[ruleIndex ?? rule?.index ?? -1] ?? byId.get(ruleId ?? rule?.id ?? null);
}

function categoryOf(tool: string, rule: Rule | undefined): FailureClass {
  const tags = rule?.properties?.tags ?? [];
  return tags.some((tag) => tag.toLowerCase() === 'security') ? 'security' : categoryOfTool(tool);
}

/** A result without a level has its rule's, else `warning` (section 3.27.10). */
function severityOf(result: Result, rule: Rule | undefined): Severity {
  const level = result.level ?? rule?.defaultConfiguration?.level ?? 'warning';
  return level === 'error' || level === 'warning' ? level : 'note';
}

/** `{0}` stands for the first argument (section 3.11.5). */
function messageOf({ message }: Result, rule: Rule | undefined): string {
  const text = message?.text ?? rule?.messageStrings?.[message?.id ?? '']?.text ?? '';
  return text.replace(/\{(\d{1,3})\}/g, (mark, index) => message?.arguments?.[Number(index)] ?? mark);
}

function placesOf(run: Run, { locations }: Result): Place[] {
  return (locations ?? []).flatMap(({ physicalLocation }) => {
    const { artifactLocation, region } = physicalLocation ?? {};
    const uri = artifactLocation?.uri ?? run.artifacts?.[artifactLocation?.index ?? -1]?.location?.uri;
    return uri == null ? [] : [jsonPlace(decodeUri(uri), region?.startLine, region?.startColumn)];
  });
}

function decodeUri(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
