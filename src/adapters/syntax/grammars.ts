/** How declarations look in the syntax tree of a language. Node names are those of its tree-sitter grammar. */
export interface Grammar {
  /** Of the file `grammars/tree-sitter-<name>.wasm.gz` beside the bundle. */
  readonly name: string;
  readonly declarations: readonly string[];
  /** Calls such as `describe('name', ...)` or `it 'name' do`, with the functions that make a test of their first text. */
  readonly testCalls: { readonly node: string; readonly functions: RegExp } | null;
}

const SCRIPT = [
  ...['function_declaration', 'generator_function_declaration', 'class_declaration', 'method_definition'],
  ...['variable_declarator', 'field_definition'],
];
const TYPED_SCRIPT = [
  ...SCRIPT,
  ...['abstract_class_declaration', 'interface_declaration', 'type_alias_declaration', 'enum_declaration'],
  ...['public_field_definition', 'internal_module'],
];
const SCRIPT_TESTS = { node: 'call_expression', functions: /^(?:describe|context|suite|test|it|specify)\b/ };

const javascript: Grammar = { name: 'javascript', declarations: SCRIPT, testCalls: SCRIPT_TESTS };
const typescript: Grammar = { name: 'typescript', declarations: TYPED_SCRIPT, testCalls: SCRIPT_TESTS };
const tsx: Grammar = { ...typescript, name: 'tsx' };
const cpp: Grammar = {
  name: 'cpp',
  declarations: [
    ...['function_definition', 'class_specifier', 'struct_specifier', 'union_specifier', 'enum_specifier'],
    ...[
      'namespace_definition',
      'preproc_function_def',
      'preproc_def',
      'alias_declaration',
      'type_definition',
    ],
  ],
  testCalls: null,
};

const plain = (name: string, ...declarations: readonly string[]): Grammar => ({
  name,
  declarations,
  testCalls: null,
});

const python = plain('python', 'function_definition', 'class_definition');
const ruby: Grammar = {
  name: 'ruby',
  declarations: ['method', 'singleton_method', 'class', 'module'],
  testCalls: { node: 'call', functions: /^(?:describe|context|it|specify|test|feature|scenario)$/ },
};
const go = plain('go', 'function_declaration', 'method_declaration', 'type_spec', 'const_spec', 'var_spec');
const java = plain(
  'java',
  ...['class_declaration', 'interface_declaration', 'enum_declaration', 'record_declaration'],
  ...['annotation_type_declaration', 'method_declaration', 'constructor_declaration', 'variable_declarator'],
);
const rust = plain(
  'rust',
  ...['function_item', 'struct_item', 'enum_item', 'trait_item', 'impl_item', 'mod_item'],
  ...['const_item', 'static_item', 'type_item', 'macro_definition'],
);
const csharp = plain(
  'c-sharp',
  ...['class_declaration', 'interface_declaration', 'struct_declaration', 'record_declaration'],
  ...['enum_declaration', 'method_declaration', 'constructor_declaration', 'property_declaration'],
);
const php = plain(
  'php',
  ...['function_definition', 'method_declaration', 'class_declaration', 'interface_declaration'],
  ...['trait_declaration', 'enum_declaration'],
);
const bash = plain('bash', 'function_definition');

const BY_EXTENSION: ReadonlyMap<string, Grammar> = new Map(
  (
    [
      [javascript, 'js cjs mjs jsx'],
      [typescript, 'ts cts mts'],
      [tsx, 'tsx'],
      [python, 'py pyi'],
      [go, 'go'],
      [java, 'java'],
      [rust, 'rs'],
      [cpp, 'c h cc cpp cxx hh hpp hxx'],
      [csharp, 'cs'],
      [ruby, 'rb rake'],
      [php, 'php'],
      [bash, 'sh bash'],
    ] as const
  ).flatMap(([grammar, extensions]) =>
    extensions.split(' ').map((extension) => [extension, grammar] as const),
  ),
);

/** The grammar for a path by its extension, null when there is none. */
export function grammarFor(path: string): Grammar | null {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return BY_EXTENSION.get(extension) ?? null;
}
