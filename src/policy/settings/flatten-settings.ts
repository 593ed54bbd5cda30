import { posix } from 'node:path';
import { parseDocument } from 'yaml';
import type { Source } from '../tokens/source.js';
import { codeEntries } from './code-entries.js';

/** One value of a configuration. Elements of a list stand under the list's own key. */
export interface Entry {
  /** Keys from the outermost, with dots between. */
  readonly key: string;
  readonly value: string;
  readonly line: number | null;
}

/** Deeper documents configure nothing. */
const DEEPEST = 20;

/** The values of a configuration file, whatever its format; empty for one that cannot be read. */
export function flattenSettings(source: Source): readonly Entry[] {
  const { path, text } = source;
  const name = posix.basename(path);
  if (/\.ya?ml$/.test(name)) return withLines(yamlEntries(text), text);
  // NEON is YAML that may be indented with tabs.
  if (/\.neon(?:\.dist)?$/.test(name)) return withLines(yamlEntries(text.replaceAll('\t', '    ')), text);
  if (
    /\.(?:toml|ini|cfg|properties|conf|editorconfig|coveragerc|flake8|pylintrc)$|^\.(?:coveragerc|flake8|pylintrc|shellcheckrc)$/.test(
      name,
    )
  )
    return lineEntries(text);
  if (/\.(?:xml|dist|csproj|fsproj|props)$/.test(name)) return xmlEntries(text);
  if (/ignore$/.test(name)) return listEntries(text);
  return codeEntries(source);
}

function yamlEntries(text: string): readonly Omit<Entry, 'line'>[] {
  // To compare each key with all before it takes quadratic time; of two the last counts.
  const document = parseDocument(text, { logLevel: 'silent', uniqueKeys: false });
  if (document.errors.length > 0) return [];
  const entries: Omit<Entry, 'line'>[] = [];
  const walk = (value: unknown, key: string, depth: number): void => {
    if (depth > DEEPEST) return;
    if (Array.isArray(value)) for (const each of value) walk(each, key, depth + 1);
    else if (typeof value === 'object' && value !== null)
      for (const [name, each] of Object.entries(value))
        walk(each, key === '' ? name : `${key}.${name}`, depth + 1);
    else entries.push({ key, value: String(value) });
  };
  try {
    walk(document.toJS(), '', 0);
  } catch {
    // More aliases than a configuration needs.
    return [];
  }
  return entries;
}

/** Lines that may stand between a value and the one before it: comments, and values that YAML writes otherwise. */
const FARTHEST = 500;

function withLines(entries: readonly Omit<Entry, 'line'>[], text: string): readonly Entry[] {
  const lines = text.split('\n');
  let from = 0;
  return entries.map((entry) => {
    const first = entry.value.split('\n', 1)[0] ?? '';
    let at = from;
    while (at < Math.min(lines.length, from + FARTHEST) && !lines[at]?.includes(first)) at += 1;
    const isFound = lines[at]?.includes(first) === true;
    if (isFound) from = at;
    return { ...entry, line: isFound ? at + 1 : null };
  });
}

/** TOML, INI and properties: sections, `key = value`, and lists over several lines. */
function lineEntries(text: string): readonly Entry[] {
  const entries: Entry[] = [];
  let section = '';
  let key = '';
  let isOpen = false;
  for (const [at, raw] of text.split('\n').entries()) {
    const line = raw.replace(/(?:^|\s)[#;].*$/, '').trimEnd();
    const header = /^\s*\[\[?([^\]]+)\]\]?\s*$/.exec(line)?.[1];
    const assigned =
      isOpen || (/^\s/.test(line) && key !== '' && !/^\s+[\w."'/*-]+\s*[=:]\s/.test(line))
        ? null
        : /^\s*(?<name>["']?[\w.@/*?:\\-]+?["']?)\s*(?:=|:(?=\s|$))\s*(?<value>.*)$/.exec(line)?.groups;
    if (header !== undefined && !isOpen) [section, key] = [header.trim(), ''];
    else if (line.trim() === '') continue;
    else if (assigned === null || assigned === undefined) push(line, at);
    else {
      key = (assigned.name ?? '').replaceAll(/["']/g, '');
      push(assigned.value ?? '', at);
    }
    isOpen = isOpen ? !line.includes(']') : /=\s*\[/.test(line.slice(line.lastIndexOf(']') + 1));
  }
  return entries;

  function push(value: string, at: number): void {
    const name = section === '' ? key : `${section}.${key}`;
    const inner = value.replace(/^[[\s]+/, '').replace(/(?<![\]\s])[\]\s]+$/, '');
    for (const part of inner.split(',')) {
      const plain = part.replace(/^["'[{\s]+/, '').replace(/(?<!["'\]}\s])["'\]}\s]+$/, '');
      if (plain !== '') entries.push({ key: name, value: plain, line: at + 1 });
    }
  }
}

const XML = /<(?<close>\/)?(?<tag>[\w.:-]+)(?![\w.:-])(?<attributes>[^<>]*)>(?<value>[^<]*)/g;
const ATTRIBUTE = /(?<![\w.:-])(?<name>[\w.:-]+)\s*=\s*"(?<said>[^"]*)"/g;

/** Elements by the names around them; attributes stand under the name of their element. */
function xmlEntries(text: string): readonly Entry[] {
  const entries: Entry[] = [];
  const open: string[] = [];
  let line = 1;
  let from = 0;
  for (const { index, groups } of text.matchAll(XML)) {
    line += text.slice(from, index).split('\n').length - 1;
    from = index;
    const { close, tag = '', attributes = '', value = '' } = groups ?? {};
    if (close !== undefined) open.splice(Math.max(0, open.lastIndexOf(tag)));
    else {
      const key = [...open.slice(-DEEPEST), tag].join('.');
      if (!attributes.endsWith('/')) open.push(tag);
      if (value.trim() !== '') entries.push({ key, value: value.trim(), line });
      for (const { groups: pair } of attributes.matchAll(ATTRIBUTE))
        entries.push({ key: `${key}.${pair?.name ?? ''}`, value: pair?.said ?? '', line });
    }
  }
  return entries;
}

function listEntries(text: string): readonly Entry[] {
  return text
    .split('\n')
    .flatMap((line, at) =>
      /^\s*(?:#|$)/.test(line) ? [] : [{ key: 'ignore', value: line.trim(), line: at + 1 }],
    );
}
