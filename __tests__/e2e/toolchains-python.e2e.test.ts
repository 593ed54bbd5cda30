import { expect } from '@jest/globals';
import { proveRepair, replaceText } from '../support/prove-repair.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { toolchain } from '../support/toolchain.js';

const folder = temporaryFolder('python');
const model = scriptedModel();
const pytest = toolchain('python3 -m pytest --version');
const python = toolchain('python3 --version');
const GATE = 'python3 -m pytest';

pytest.test('a failed assertion of pytest is found at its line, the module beside it', async () => {
  await proveRepair(folder, model, {
    files: {
      'shop/__init__.py': '',
      'shop/tax.py': 'def with_tax(cents: int) -> int:\n    return cents + cents * 9 // 100\n',
      'tests/test_tax.py': [
        'import pytest',
        '',
        'from shop.tax import with_tax',
        '',
        '',
        '@pytest.mark.parametrize("cents, expected", [(0, 0), (100, 119), (200, 238)])',
        'def test_with_tax(cents, expected):',
        '    assert with_tax(cents) == expected',
        '',
      ].join('\n'),
    },
    gate: GATE,
    finding: { file: 'tests/test_tax.py', line: 8 },
    quoted: 'assert with_tax(cents) == expected',
    replies: [replaceText('shop/tax.py', '* 9', '* 18'), replaceText('shop/tax.py', '* 18', '* 19')],
    tests: [
      [1, 2],
      [3, 0],
    ],
  });
});

pytest.test("an exception is found where the project's own module raised it", async () => {
  await proveRepair(folder, model, {
    files: {
      'setup.cfg': '[tool:pytest]\naddopts = -q --tb=short\n',
      'inventory.py': [
        'class Inventory:',
        '    def __init__(self):',
        '        self._items = {}',
        '',
        '    def add(self, name, count):',
        '        self._items[name] += count',
        '        return self._items[name]',
        '',
      ].join('\n'),
      'test_inventory.py': [
        'from inventory import Inventory',
        '',
        '',
        'class TestInventory:',
        '    def test_counts_up(self):',
        '        inventory = Inventory()',
        '        assert inventory.add("pear", 2) == 2',
        '        assert inventory.add("pear", 1) == 3',
        '',
        '    def test_is_new(self):',
        '        assert Inventory() is not None',
        '',
      ].join('\n'),
    },
    gate: GATE,
    finding: { file: 'inventory.py', line: 6 },
    quoted: 'self._items[name] += count',
    replies: [
      replaceText(
        'inventory.py',
        'self._items[name] += count',
        'self._items[name] = self._items.get(name, 0) + count',
      ),
    ],
    tests: [
      [1, 1],
      [2, 0],
    ],
  });
});

pytest.test('a name that cannot be imported is found where it is asked for', async () => {
  await proveRepair(folder, model, {
    files: {
      'src/words/__init__.py': 'from .plural import pluralise\n\n__all__ = ["pluralise"]\n',
      'src/words/plural.py': 'def pluralize(word: str) -> str:\n    return word + "s"\n',
      'conftest.py':
        'import pathlib\nimport sys\n\nsys.path.insert(0, str(pathlib.Path(__file__).parent / "src"))\n',
      'tests/test_words.py': [
        'from words import pluralise',
        '',
        '',
        'def test_pluralise():',
        '    assert pluralise("pear") == "pears"',
        '',
      ].join('\n'),
    },
    gate: GATE,
    finding: { file: 'src/words/__init__.py', line: 1 },
    quoted: 'from .plural import pluralise',
    replies: [replaceText('src/words/plural.py', 'def pluralize', 'def pluralise')],
    tests: [
      [0, 1],
      [1, 0],
    ],
  });
});

python.test(
  'a failure of unittest, whose run leaves byte code behind, is repaired all the same',
  async () => {
    const { repository, branch } = await proveRepair(folder, model, {
      files: {
        'clock/__init__.py': '',
        'clock/hours.py': 'def twelve_hours(hour):\n    return hour % 12\n',
        'test_hours.py': [
          'import unittest',
          'from clock.hours import twelve_hours',
          '',
          '',
          'class HoursTest(unittest.TestCase):',
          '    def test_midnight(self):',
          '        self.assertEqual(twelve_hours(0), 12)',
          '',
          '    def test_afternoon(self):',
          '        self.assertEqual(twelve_hours(13), 1)',
          '',
        ].join('\n'),
      },
      gate: 'python3 -m unittest && test -d clock/__pycache__',
      finding: { file: 'test_hours.py', line: 7 },
      quoted: 'self.assertEqual(twelve_hours(0), 12)',
      replies: [
        replaceText('clock/hours.py', 'return hour % 12', 'return hour // 12'),
        replaceText('clock/hours.py', 'return hour // 12', 'return hour % 12 or 12'),
      ],
      tests: [
        [1, 1],
        [2, 0],
      ],
    });
    expect(branch).not.toBe('');
    expect(repository.git('status', '--porcelain', '--ignored')).not.toContain('pycache');
  },
);
