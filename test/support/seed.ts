import fc from 'fast-check';

/** Random cases are the same in every run, so that a run that fails has been failed by its change. */
const FIRST = 20_261_122;

const given = process.env.KINODEX_TEST_SEED;
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: given === 'random' ? Date.now() | 0 : Number(given ?? FIRST) });
