export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/__tests__'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': '<rootDir>/scripts/jest-esbuild.mjs' },
  modulePathIgnorePatterns: ['<rootDir>/__tests__/fixtures'],
  coverageProvider: 'v8',
  maxWorkers: 2,
  testTimeout: 60_000,
};
