/**
 * The seed of generated tests: fixed, so that no change fails for another one's bug. `npm run
 * test:long` sets the variables to other numbers, and so explores new cases.
 */
export const fuzzSeed = Number(process.env.FUZZ_SEED ?? 20_261_121);
export const raceSeed = Number(process.env.RACE_SEED ?? 20_261_121);
