/**
 * `npm test` runs each behaviour once (`core`), `npm run test:wide` the rest (`wide`); a test named
 * on the command line runs in full.
 */
export const breadth = (process.env['TEST_BREADTH'] ?? 'all') as 'core' | 'wide' | 'all';

/** Marks a test for the wide run only: the same behaviour in another size, theme or place. */
export const wide = { tag: '@wide' };

/** Marks a loop of which `npm test` runs a part. */
export const wideExcept = (core: boolean) => (core ? {} : wide);

/** Marks a test that uses `looksFor`: both runs have it, with different looks. */
export const inLooks = { tag: '@looks' };

/** The browser tests of each run. */
export const selected = {
  core: { grepInvert: /@wide/ },
  wide: { grep: /@wide|@looks/ },
  all: {},
}[breadth];

/** Whether this run includes the tests of `npm test`, and those of the wide run. */
export const [hasCore, hasWide] = [breadth !== 'wide', breadth !== 'core'];

/** Picks one in a number of similar cases for `npm test`; the wide run has the others. */
export function oneIn<Case>(number: number, cases: readonly Case[]): Case[] {
  return cases.filter((_, at) => breadth === 'all' || (at % number === 0) === hasCore);
}

/**
 * Picks one of the first two looks for `npm test`, alternating by place; the wide run has the
 * others. Without a place, all looks are for the wide run.
 */
export function looksFor<Look>(looks: readonly Look[], at: number | undefined): readonly Look[] {
  if (breadth === 'all' || at === undefined) return looks;
  return looks.filter((_, index) => (index === at % 2) === hasCore);
}
