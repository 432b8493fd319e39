/**
 * What made-up tests begin from: the same in every run, so that a change is never refused for what another one broke.
 * `npm run test:long` sets the variables to numbers of its own, and so looks where nobody looked yet.
 */
export const fuzzSeed = Number(process.env.FUZZ_SEED ?? 20_261_121);
export const raceSeed = Number(process.env.RACE_SEED ?? 20_261_121);
