/**
 * `npm test` runs each behaviour once (`core`), `npm run test:wide` what that leaves out (`wide`); who names a test runs all
 * of it.
 */
const breadth = (process.env['TEST_BREADTH'] ?? 'all') as 'core' | 'wide' | 'all';

/** A test that only the wide run has: the same behaviour once more, in another size, theme or place. */
export const wide = { tag: '@wide' };

/** Where a loop has what `npm test` runs among what it leaves out. */
export const wideUnless = (core: boolean) => (core ? {} : wide);

/** A test that has `looksFor` something: either run has it, with other looks. */
export const inLooks = { tag: '@looks' };

/** Which tests of the browser a run has. */
export const selected = {
  core: { grepInvert: /@wide/ },
  wide: { grep: /@wide|@looks/ },
  all: {},
}[breadth];

/** Whether this run has what `npm test` runs, and what it leaves out. */
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
