import { test } from '@jest/globals';
import { proveRepair, replaceText } from '../support/prove-repair.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { toolchain } from '../support/toolchain.js';

const folder = temporaryFolder('native');
const model = scriptedModel();
const make = toolchain('make --version && cc --version');
const cmake = toolchain('cmake --version && ctest --version && cc --version');

make.test('a compile error of C under make is found in the folder that make went into', async () => {
  await proveRepair(folder, model, {
    files: {
      Makefile: 'check:\n\t$(MAKE) -C lib check\n.PHONY: check\n',
      'lib/Makefile':
        'check: area\n\t./area\narea: area.c area.h\n\t$(CC) -Wall -Werror -o $@ area.c\n.PHONY: check\n',
      'lib/area.h': 'int area(int width, int height);\n',
      'lib/area.c': [
        '#include <stdio.h>',
        '#include "area.h"',
        '',
        'int area(int width, int height) {',
        '  int result = width * heigth;',
        '  return result;',
        '}',
        '',
        'int main(void) {',
        '  if (area(2, 3) == 6) return 0;',
        '  printf("lib/area.c:5: area(2, 3) is %d\\n", area(2, 3));',
        '  return 1;',
        '}',
        '',
      ].join('\n'),
    },
    gate: 'make check',
    finding: { file: 'lib/area.c', line: 5 },
    quoted: 'int result = width * heigth;',
    replies: [
      replaceText('lib/area.c', 'width * heigth', 'width + height'),
      replaceText('lib/area.c', 'width + height', 'width * height'),
    ],
    tests: [null, null],
  });
});

cmake.test('a failed assertion under ctest is found at its line, and ctest counts the tests', async () => {
  await proveRepair(folder, model, {
    files: {
      '.gitignore': 'build\n',
      'CMakeLists.txt': [
        'cmake_minimum_required(VERSION 3.10)',
        'project(clamp C)',
        'enable_testing()',
        'add_executable(check test/check.c src/clamp.c)',
        'target_include_directories(check PRIVATE src)',
        'add_test(NAME clamp COMMAND check)',
        '',
      ].join('\n'),
      'src/clamp.h': 'int clamp(int value, int limit);\n',
      'src/clamp.c':
        '#include "clamp.h"\n\nint clamp(int value, int limit) {\n  return value < limit ? limit : value;\n}\n',
      'test/check.c': [
        '#include <assert.h>',
        '#include "clamp.h"',
        '',
        'int main(void) {',
        '  assert(clamp(7, 7) == 7);',
        '  assert(clamp(9, 7) == 7);',
        '  return 0;',
        '}',
        '',
      ].join('\n'),
    },
    gate: 'cmake -S . -B build && cmake --build build && cd build && ctest --output-on-failure',
    finding: { file: 'test/check.c', line: 6 },
    quoted: 'assert(clamp(9, 7) == 7);',
    replies: [replaceText('src/clamp.c', 'value < limit', 'value > limit')],
    tests: [
      [0, 1],
      [1, 0],
    ],
  });
});

test('an unset variable in a shell script is found at its line', async () => {
  await proveRepair(folder, model, {
    files: {
      'scripts/release.sh': '#!/bin/sh\nset -eu\nversion=1.2\necho "release $verison"\n',
      'check.sh': 'test "$(sh scripts/release.sh)" = "release 1.2"\n',
    },
    gate: 'sh check.sh',
    finding: { file: 'scripts/release.sh', line: 4 },
    quoted: 'echo "release $verison"',
    replies: [replaceText('scripts/release.sh', '$verison', '$version')],
    tests: [null, null],
  });
});
