import type { RuleFinding } from '../../domain/rule-finding.js';
import type { FilePair, PatchView } from '../patch/patch-view.js';
import { type Entry, flattenSettings } from '../settings/flatten-settings.js';
import type { Source } from '../tokens/source.js';
import { finding } from './rule.js';

const LOCKFILE = /lock(?:file)?(?:\.\w+)?$|go\.sum$|\.lockb?$|npm-shrinkwrap\.json$/i;
const OVERRIDE =
  /(?:^|\.)(?:overrides|resolutions|patch|replace|constraints|override-dependencies|constraint-dependencies|dependencyManagement)\b/;
/**
 * A word such as `gem` or `implementation(`, a name, what stands between, and a version; single blanks, since several
 * parts that take many of them would share them out in every way.
 */
const NAMED =
  /^(?:\w+(?: ?\( ?| ))?["']?([\w./@:[\]-]+?)["']? ?(?:, ?["']|:| |(?=[=<>~!])) ?((?:[=<>~!^v]{0,3} ?)?\d[\w.*+-]*)/;
const VERSION = /^[\^~>=<v!\s]*\d+(?:\.\d+)*/;

/** S-DEP: a dependency goes back, is pinned, replaced or overridden. A new one that was missing is no concern. */
export function changedDependencies({ files }: PatchView): readonly RuleFinding[] {
  const manifests = files.filter(({ fileClass }) => fileClass === 'manifest');
  const hasManifest = manifests.some(({ path }) => !LOCKFILE.test(path));
  return manifests.flatMap((file) => {
    if (LOCKFILE.test(file.path))
      return hasManifest
        ? []
        : [tell(file, [...file.added][0] ?? null, 'The lockfile changes and the manifest does not')];
    const before = versions(file.before);
    return [...versions(file.after)].flatMap(([name, { version, line, isOverride }]) => {
      const was = before.get(name)?.version;
      if (was === version) return [];
      if (isOverride || /^(?:file:|link:|git\+|git:|https?:|npm:|\.{0,2}\/)|=>/.test(version))
        return [tell(file, line, `The dependency ${name} is replaced or overridden`)];
      if (was === undefined) return [];
      if (isOlder(version, was))
        return [tell(file, line, `The dependency ${name} goes back from ${was} to ${version}`)];
      return isPinned(version) && !isPinned(was)
        ? [tell(file, line, `The dependency ${name} is pinned to ${version}`)]
        : [];
    });
  });
}

const tell = ({ path }: FilePair, line: number | null, what: string): RuleFinding =>
  finding('S-DEP', { path, line, verdict: 'escalate', detail: `${what}; a person decides about that.` });

interface Version {
  readonly version: string;
  readonly line: number | null;
  readonly isOverride: boolean;
}

function versions(source: Source | null): ReadonlyMap<string, Version> {
  if (source === null) return new Map();
  const found =
    /(?:^|\/)(?:requirements[^/]*\.txt|go\.mod|Gemfile|pom\.xml)$/.test(source.path) ||
    /\.csproj$|\.gradle(?:\.kts)?$/.test(source.path)
      ? lines(source)
      : entries(flattenSettings(source));
  return new Map(found.map((each) => [each.name, each]));
}

type Named = Version & { readonly name: string };

function entries(settings: readonly Entry[]): readonly Named[] {
  return settings.flatMap(({ key, value, line }): readonly Named[] => {
    const listed = /(?:^|\.)(?:dependencies|requires|install_requires|optional-dependencies\.\w+)$/.test(key)
      ? /^([\w.[\]-]+)\s*(.*)$/.exec(value)
      : null;
    if (listed !== null)
      return [{ name: listed[1] ?? '', version: listed[2] ?? '', line, isOverride: false }];
    if (OVERRIDE.test(key)) return [{ name: key, version: value, line, isOverride: true }];
    return /dependenc|require/i.test(key) && (VERSION.test(value) || /^(?:file|git|link|http|\.)/.test(value))
      ? [{ name: key, version: value, line, isOverride: false }]
      : [];
  });
}

function lines({ text }: Source): readonly Named[] {
  return text.split('\n').flatMap((line, at): readonly Named[] => {
    const replaced = /^\s*(?:replace\s+)?(\S+)(?:\s+v\S+)?\s+=>\s+(.+)$/.exec(line);
    if (replaced !== null)
      return [
        { name: `replace ${replaced[1]}`, version: `=> ${replaced[2]}`, line: at + 1, isOverride: true },
      ];
    const match = NAMED.exec(line.trim().replaceAll(/\s+/g, ' '));
    return match === null
      ? []
      : [{ name: match[1] ?? '', version: match[2] ?? '', line: at + 1, isOverride: false }];
  });
}

function isOlder(version: string, than: string): boolean {
  const parts = (text: string): readonly number[] =>
    (/\d+(?:\.\d+)*/.exec(text)?.[0] ?? '').split('.').map(Number);
  const [a, b] = [parts(version), parts(than)];
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    if ((a[at] ?? 0) !== (b[at] ?? 0)) return (a[at] ?? 0) < (b[at] ?? 0) || /^\s*</.test(version);
  }
  return false;
}

const isPinned = (version: string): boolean => /^\s*(?:==?\s*)?v?\d[\w.-]*$/.test(version);
