import { test } from '@jest/globals';
import {
  linkModules,
  linkOwnModules,
  nodeTool,
  pathTool,
  proveRecipe,
  standIn,
} from '../support/prove-recipe.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { toolchain } from '../support/toolchain.js';

const folder = temporaryFolder('linters');
const eslint = toolchain(nodeTool('eslint'));
const oxlint = toolchain(nodeTool('oxlint'));
const stylelint = toolchain(nodeTool('stylelint'));
const markdownlint = toolchain(nodeTool('markdownlint'));
const markdownlint2 = toolchain(nodeTool('markdownlint-cli2').replace('--version', '--help | grep -q fix'));
const ruff = toolchain(pathTool('ruff'));
const clippy = toolchain('cargo clippy --version');
const rubocop = toolchain('rubocop --version');
const preCommit = toolchain(pathTool('pre-commit'));

const PACKAGE = { '.gitignore': 'node_modules\n', 'package.json': '{"type":"module"}\n' };
const CARGO = {
  'Cargo.toml': '[package]\nname = "sum"\nversion = "0.1.0"\nedition = "2021"\n',
  '.gitignore': 'target\nCargo.lock\n',
};

eslint.test('eslint mends what its rules can, in a test as well', async () => {
  await proveRecipe(folder, {
    files: {
      ...PACKAGE,
      'eslint.config.js': "export default [{ rules: { 'prefer-const': 'error', 'no-var': 'error' } }];\n",
      'src/a.js': 'let a = 1;\nexport const b = a;\n',
      'test/a.test.js': 'var c = 2;\nexport const d = c;\n',
    },
    setup: linkModules('eslint'),
    gate: 'npx eslint .',
    recipes: ['eslint'],
    after: {
      'src/a.js': 'const a = 1;\nexport const b = a;\n',
      'test/a.test.js': 'const c = 2;\nexport const d = c;\n',
    },
  });
});

test('biome mends what it holds to be safe', async () => {
  await proveRecipe(folder, {
    files: {
      ...PACKAGE,
      'biome.json': '{ "formatter": { "indentStyle": "space" } }\n',
      'src/a.js': "import { z } from './z.js';\nimport { b } from './b.js';\n\nexport const a = [b, z];\n",
    },
    setup: linkOwnModules('@biomejs/biome'),
    gate: 'npx biome check src',
    recipes: ['biome'],
    after: {
      'src/a.js': 'import { b } from "./b.js";\nimport { z } from "./z.js";\n\nexport const a = [b, z];\n',
    },
  });
});

oxlint.test('oxlint mends what it can', async () => {
  await proveRecipe(folder, {
    files: {
      ...PACKAGE,
      '.oxlintrc.json': '{ "rules": { "prefer-const": "error" } }\n',
      'src/a.js': 'let a = 1;\nexport const b = a;\n',
    },
    setup: linkModules('oxlint'),
    gate: 'npx oxlint src',
    recipes: ['oxlint'],
    after: { 'src/a.js': 'const a = 1;\nexport const b = a;\n' },
  });
});

stylelint.test('stylelint mends what it can', async () => {
  await proveRecipe(folder, {
    files: {
      ...PACKAGE,
      '.stylelintrc.json': '{ "rules": { "color-hex-length": "short" } }\n',
      'src/a.css': 'a { color: #ffffff; }\n',
    },
    setup: linkModules('stylelint'),
    gate: 'npx stylelint "src/**/*.css"',
    recipes: ['stylelint'],
    after: { 'src/a.css': 'a { color: #fff; }\n' },
  });
});

markdownlint.test('markdownlint mends what it can', async () => {
  await proveRecipe(folder, {
    files: { ...PACKAGE, 'docs/a.md': '# Title\nText   \n\n\n\n* one\n' },
    setup: linkModules('markdownlint-cli').replace(
      /$/,
      ` && ln -s '${process.env.SMART_FIX_TEST_TOOLS}/node_modules/.bin/markdownlint' node_modules/.bin/`,
    ),
    gate: 'npx markdownlint docs',
    recipes: ['markdownlint'],
    after: { 'docs/a.md': '# Title\n\nText\n\n* one\n' },
  });
});

markdownlint2.test('markdownlint-cli2 mends what it can', async () => {
  await proveRecipe(folder, {
    files: { ...PACKAGE, 'docs/a.md': '# Title\n\nText\n\n\n\nMore\n' },
    setup: linkModules('markdownlint-cli2'),
    gate: 'npx markdownlint-cli2 "docs/*.md"',
    recipes: ['markdownlint-cli2'],
    after: { 'docs/a.md': '# Title\n\nText\n\nMore\n' },
  });
});

ruff.test('ruff mends what it holds to be safe', async () => {
  await proveRecipe(folder, {
    files: { 'shop/a.py': 'import os\nimport sys\n\nprint(sys.argv)\n' },
    gate: 'ruff check .',
    recipes: ['ruff check'],
    after: { 'shop/a.py': 'import sys\n\nprint(sys.argv)\n' },
  });
});

ruff.test('ruff is told from flake8 where it prints as flake8 does', async () => {
  await proveRecipe(folder, {
    files: { 'a.py': 'import os\nprint(f"nothing")\n' },
    gate: 'ruff check --output-format concise .',
    recipes: ['ruff check'],
    after: { 'a.py': 'print("nothing")\n' },
  });
});

clippy.test('clippy mends what a machine may', async () => {
  await proveRecipe(folder, {
    files: {
      ...CARGO,
      'src/lib.rs': 'pub fn first(v: &[i32]) -> i32 {\n    return v.len() as i32;\n}\n',
    },
    gate: 'cargo clippy -- -D warnings',
    recipes: ['clippy'],
    after: { 'src/lib.rs': 'pub fn first(v: &[i32]) -> i32 {\n    v.len() as i32\n}\n' },
  });
});

clippy.test('cargo fix takes out what the compiler says is unused', async () => {
  await proveRecipe(folder, {
    files: {
      ...CARGO,
      'src/lib.rs': '#![deny(warnings)]\nuse std::fmt;\n\npub fn one() -> i32 {\n    1\n}\n',
    },
    gate: 'cargo check',
    recipes: ['cargo fix'],
    after: { 'src/lib.rs': '#![deny(warnings)]\n\npub fn one() -> i32 {\n    1\n}\n' },
  });
});

rubocop.test('rubocop mends what is safe', async () => {
  await proveRecipe(folder, {
    files: {
      '.rubocop.yml':
        'AllCops:\n  DisabledByDefault: true\n  SuggestExtensions: false\nStyle/StringLiterals:\n  Enabled: true\n',
      'lib/a.rb': 'puts "one"\n',
    },
    gate: 'rubocop --cache false lib',
    recipes: ['rubocop'],
    after: { 'lib/a.rb': "puts 'one'\n" },
  });
});

test('golangci-lint mends what its linters can', async () => {
  const body = `const text = fs.readFileSync('a.go', 'utf8');
    if (process.argv[2] !== 'run') process.exit(64);
    if (process.argv.includes('--fix')) fs.writeFileSync('a.go', text.replace('x = x + 1', 'x++'));
    else if (text.includes('x = x + 1')) {
      console.log('a.go:5:2: assignOp: replace x = x + 1 with x++ (gocritic)');
      process.exit(1);
    }`;
  await proveRecipe(folder, {
    files: {
      'go.mod': 'module example.com/a\n\ngo 1.21\n',
      'a.go': 'package a\n\nfunc One() int {\n\tx := 0\n\tx = x + 1\n\treturn x\n}\n',
    },
    gate: 'golangci-lint run ./...',
    env: standIn(folder, 'golangci-lint', body),
    recipes: ['golangci-lint'],
    after: { 'a.go': 'package a\n\nfunc One() int {\n\tx := 0\n\tx++\n\treturn x\n}\n' },
  });
});

test('phpcbf mends what phpcs complains about', async () => {
  const bin = standIn(
    folder,
    'phpcbf',
    `for (const file of process.argv.slice(3)) fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('TRUE', 'true'));
    process.exit(1);`,
  );
  await proveRecipe(folder, {
    files: {
      'src/a.php': '<?php\n$a = TRUE;\n',
      // The checker itself, which says what phpcs says.
      'tools/phpcs': [
        '#!/bin/sh',
        'grep -q TRUE src/a.php || exit 0',
        'printf "FILE: src/a.php\\n-----\\n 2 | ERROR | [x] TRUE must be lowercase\\n"',
        'exit 1',
        '',
      ].join('\n'),
    },
    gate: 'sh tools/phpcs --standard=PSR12',
    env: bin,
    recipes: ['phpcbf'],
    after: { 'src/a.php': '<?php\n$a = true;\n' },
  });
});

preCommit.test('hooks of pre-commit mend what they named', async () => {
  await proveRecipe(folder, {
    files: {
      '.pre-commit-config.yaml': [
        'repos:',
        '  - repo: local',
        '    hooks:',
        '      - id: spaces',
        '        name: trim trailing spaces',
        '        entry: python3 tools/trim.py',
        '        language: system',
        '        types: [python]',
        '',
      ].join('\n'),
      'tools/trim.py': [
        'import pathlib',
        'import sys',
        '',
        'for name in sys.argv[1:]:',
        '    path = pathlib.Path(name)',
        '    text = path.read_text()',
        '    mended = "".join(line.rstrip() + "\\n" for line in text.splitlines())',
        '    if mended != text:',
        '        print(f"Fixing {name}")',
        '        path.write_text(mended)',
        '',
      ].join('\n'),
      'a.py': 'x = 1   \n',
    },
    gate: 'pre-commit run --all-files',
    recipes: ['pre-commit'],
    after: { 'a.py': 'x = 1\n' },
  });
});
