import { expect, test } from '@jest/globals';
import { readDoorSettings } from '../../src/config/read-door-settings.js';
import { readRunSettings } from '../../src/config/read-settings.js';
import { UsageError } from '../../src/config/usage-error.js';

const faultsOf = (text: string): readonly string[] => {
  try {
    readDoorSettings(text);
    return [];
  } catch (error) {
    if (error instanceof UsageError) return error.faults;
    throw error;
  }
};

test('without a file the doors are open, and only /smart-fix asks', () => {
  expect(readDoorSettings(null)).toEqual({
    ...{ enabled: true, optOutLabel: 'no-smart-fix', phrases: [], gates: {} },
  });
});

test('one file holds the settings of the doors beside those of a run; each reads its own', () => {
  const text = [
    'gate: npm test',
    'max-attempts: 2',
    'enabled: false',
    'opt-out-label: hands off',
    'phrases: [auto-fix this, self-heal]',
    'gates: { unit: npm test, all: [npm run build, npm test] }',
  ].join('\n');
  expect(readDoorSettings(text)).toEqual({
    enabled: false,
    optOutLabel: 'hands off',
    phrases: ['auto-fix this', 'self-heal'],
    gates: { unit: ['npm test'], all: ['npm run build', 'npm test'] },
  });
  expect(readRunSettings([], text)).toMatchObject({ gate: ['npm test'], maxAttempts: 2 });
});

test.each([
  ['enabeld: false', 'unknown key enabeld (did you mean enabled?)'],
  ['enabled: maybe', '.github/smart-fix.yml: enabled: '],
  ['phrases: [fix]', '.github/smart-fix.yml: phrases.0: '],
  ['gates: { unit: [] }', '.github/smart-fix.yml: gates.unit: '],
  ['gates: { unit: [1] }', '.github/smart-fix.yml: gates.unit'],
  ['gates: npm test', '.github/smart-fix.yml: gates: '],
])('%j is a fault', (text, fault) => {
  expect(faultsOf(text)).toEqual([expect.stringContaining(fault)]);
});
