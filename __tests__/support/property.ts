import fc from 'fast-check';

/**
 * Properties on values of chance. `SMART_FIX_TEST_SEED` (a whole number) makes them the same in every run: CI sets it
 * from the commit, so that each commit meets other values and a red one is red again.
 */
const { SMART_FIX_TEST_SEED: seed } = process.env;
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });

export { fc };
