import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Node, Parser, Tree } from 'web-tree-sitter';
import type { Declaration, ReadOutline } from '../../repair/outline.js';
import { type Grammar, grammarFor } from './grammars.js';

/** Generated code and data; parsing more would take longer than it helps. In characters. */
const MAX_LENGTH = 500_000;
const MAX_PARSE_MS = 1000;

/** What stands before a declaration and belongs to it: decorators, `export`, `const`. */
const WRAPPERS = new Set([
  ...['export_statement', 'decorated_definition', 'lexical_declaration', 'variable_declaration'],
  ...['type_declaration', 'template_declaration', 'field_declaration'],
]);

/**
 * Reads outlines by tree-sitter. Runtime and grammars are the files `*.wasm.gz` of `folder`; each is loaded when a file
 * first needs it. Where one cannot be loaded there is no outline, and the reader goes on without.
 */
export function createOutlineReader(folder: string): ReadOutline {
  const parsers = new Map<string, Promise<Parser | null>>();
  const parserOf = ({ name }: Grammar): Promise<Parser | null> => {
    const parser = parsers.get(name) ?? loadParser(folder, name).catch(() => null);
    parsers.set(name, parser);
    return parser;
  };
  return async (path, text) => {
    const grammar = text.length > MAX_LENGTH ? null : grammarFor(path);
    const parser = grammar === null ? null : await parserOf(grammar);
    return grammar === null || parser === null ? null : tryOutline(parser, text, grammar);
  };
}

/** Null also for a text that takes the parser too long, or breaks it: it may be made to. */
function tryOutline(parser: Parser, text: string, grammar: Grammar): readonly Declaration[] | null {
  const endsAt = performance.now() + MAX_PARSE_MS;
  let tree: Tree | null = null;
  try {
    tree = parser.parse(text, null, { progressCallback: () => performance.now() > endsAt });
    if (tree === null) parser.reset();
    return tree === null ? null : outlineOf(tree.rootNode, grammar);
  } catch {
    return null;
  } finally {
    tree?.delete();
  }
}

async function loadParser(folder: string, name: string): Promise<Parser> {
  const read = async (file: string): Promise<Uint8Array> =>
    promisify(gunzip)(await readFile(join(folder, `${file}.wasm.gz`)));
  const { Language, Parser } = await import('web-tree-sitter');
  await Parser.init({ wasmBinary: await read('web-tree-sitter') });
  return new Parser().setLanguage(await Language.load(await read(`tree-sitter-${name}`)));
}

function outlineOf(root: Node, { declarations, testCalls }: Grammar): readonly Declaration[] {
  const types = testCalls === null ? declarations : [...declarations, testCalls.node];
  return root.descendantsOfType([...types]).flatMap((node) => {
    if (isLocalVariable(node)) return [];
    const name = node.type === testCalls?.node ? testName(node, testCalls.functions) : nameOf(node);
    if (name === null) return [];
    const whole = node.parent !== null && WRAPPERS.has(node.parent.type) ? node.parent : node;
    const { row, column } = node.endPosition;
    // Some nodes take in the line end.
    const last = column === 0 ? row : row + 1;
    return [{ name, first: whole.startPosition.row + 1, last }];
  });
}

/** A value within a function; a function that is one counts, whatever holds it. */
function isLocalVariable(node: Node): boolean {
  if (node.type !== 'variable_declarator') return false;
  if (/function|class/.test(node.childForFieldName('value')?.type ?? '')) return false;
  return !/^(?:program|export_statement|class_body)$/.test(node.parent?.parent?.type ?? '');
}

/** The name of a declaration; in C it lies below its declarators, and that of a Rust `impl` is its type. */
function nameOf(node: Node): string | null {
  const named = node.childForFieldName('name') ?? node.childForFieldName('property');
  if (named !== null) return named.text;
  let declarator = node.childForFieldName('declarator');
  while (declarator?.childForFieldName('declarator')) declarator = declarator.childForFieldName('declarator');
  return (declarator ?? node.childForFieldName('type'))?.text ?? null;
}

function testName(node: Node, functions: RegExp): string | null {
  const called = node.childForFieldName('function') ?? node.childForFieldName('method');
  if (called === null || !functions.test(called.text)) return null;
  const first = node.childForFieldName('arguments')?.namedChild(0) ?? null;
  const isText = first !== null && /string/.test(first.type);
  return isText ? first.text.slice(1, -1) : null;
}
