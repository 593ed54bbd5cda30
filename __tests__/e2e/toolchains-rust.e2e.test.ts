import { proveRepair, type RepairCase, replaceText } from '../support/prove-repair.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { toolchain } from '../support/toolchain.js';

const folder = temporaryFolder('rust');
const model = scriptedModel();
const cargo = toolchain('cargo --version');
const BUILD_MS = 240_000;

const PACKAGE = {
  'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
};

const REPAIRS: readonly (readonly [rule: string, repair: RepairCase])[] = [
  [
    'a failed assertion of cargo test is found at its line; the target folder is not ignored and does no harm',
    {
      files: {
        ...PACKAGE,
        'src/lib.rs': [
          'pub fn median(values: &[i32]) -> i32 {',
          '    let mut sorted = values.to_vec();',
          '    sorted.sort();',
          '    sorted[sorted.len() / 3]',
          '}',
          '',
        ].join('\n'),
        'tests/median.rs': [
          'use shop::median;',
          '',
          '#[test]',
          'fn of_one() {',
          '    assert_eq!(median(&[7]), 7);',
          '}',
          '',
          '#[test]',
          'fn of_five() {',
          '    assert_eq!(median(&[9, 1, 5, 3, 7]), 5, "the one in the middle");',
          '}',
          '',
        ].join('\n'),
      },
      gate: 'cargo test --offline --quiet',
      finding: { file: 'tests/median.rs', line: 10 },
      quoted: 'assert_eq!(median(&[9, 1, 5, 3, 7]), 5',
      replies: [
        replaceText('src/lib.rs', 'len() / 3', 'len() / 4'),
        replaceText('src/lib.rs', 'len() / 4', 'len() / 2'),
      ],
      tests: [
        [1, 1],
        [2, 0],
      ],
    },
  ],
  [
    'a compile error of rustc is found at its line',
    {
      files: {
        ...PACKAGE,
        '.gitignore': 'target\n',
        'src/lib.rs': [
          'mod label;',
          '',
          'pub use label::label;',
          '',
          '#[cfg(test)]',
          'mod tests {',
          '    #[test]',
          '    fn has_both_parts() {',
          '        assert_eq!(super::label("a", 2), "a2");',
          '    }',
          '}',
          '',
        ].join('\n'),
        'src/label.rs': [
          '/// Name and number in one word.',
          'pub fn label(name: &str, number: u32) -> String {',
          '    let mut text = String::from(name);',
          '    text.push_str(number);',
          '    text',
          '}',
          '',
        ].join('\n'),
      },
      gate: ['cargo build --offline', 'cargo test --offline'],
      finding: { file: 'src/label.rs', line: 4 },
      quoted: 'text.push_str(number);',
      replies: [replaceText('src/label.rs', 'push_str(number)', 'push_str(&number.to_string())')],
      tests: [null, [1, 0]],
    },
  ],
];

cargo.test.each(REPAIRS)(
  '%s',
  async (_, repair) => {
    await proveRepair(folder, model, repair);
  },
  BUILD_MS,
);
