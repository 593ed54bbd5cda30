export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/__tests__'],
  globalSetup: '<rootDir>/__tests__/support/build-bundle.mjs',
  globalTeardown: '<rootDir>/__tests__/support/remove-bundle.mjs',
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': '<rootDir>/scripts/jest-esbuild.mjs' },
  modulePathIgnorePatterns: ['<rootDir>/__tests__/fixtures'],
  coverageProvider: 'v8',
  maxWorkers: 2,
  // A guard against what hangs, for a slow and busy machine too; no measure of speed.
  testTimeout: 240_000,
};
