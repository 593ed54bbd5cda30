import type { FailureClass } from '../domain/failure-class.js';
import { FAMILIES } from './parsers/registry.js';

const CATEGORIES: ReadonlyMap<string, FailureClass> = new Map(
  FAMILIES.flatMap(({ parsers }) => parsers.map(({ tool, category }) => [tool, category] as const)),
);

/** Tools without a parser of their own, by words of their names. */
const BY_NAME: readonly (readonly [RegExp, FailureClass])[] = [
  [
    /codeql|semgrep|opengrep|trivy|snyk|gitleaks|trufflehog|grype|checkov|tfsec|kics|zizmor|scorecard|njsscan|secur/,
    'security',
  ],
  [/^(?:gcc|g\+\+|clang|clang\+\+|msvc|csc|roslyn|swiftc|dotnet)\b/, 'compile'],
  [/\btsc\b|typescript|pyre|sorbet/, 'type'],
  [/fmt|format/, 'format'],
  [/test|junit|spec/, 'test'],
];

/** The class of failure that findings of a tool mean: that of its parser, where it has one. `eslint-stylish` is eslint. */
export function categoryOfTool(name: string): FailureClass {
  const tool = name.toLowerCase();
  const known = CATEGORIES.get(tool) ?? CATEGORIES.get(tool.split(/[-\s(]/)[0] ?? '');
  return known ?? BY_NAME.find(([pattern]) => pattern.test(tool))?.[1] ?? 'lint';
}
