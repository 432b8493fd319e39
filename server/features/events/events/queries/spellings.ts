import { desc, sql } from 'drizzle-orm';
import { minute } from '#contract/platform/durations.ts';
import { cleanText } from '#contract/platform/clean-text.ts';
import { spellingsSuggested } from '#contract/platform/limits.ts';
import type { Database } from '#platform/db/database.ts';
import { statement } from '#platform/db/fast/statements.ts';
import { memoizeFor } from '#platform/db/memoize.ts';
import { foldWord, isJoining, mostWords, splitSearch, writtenWords } from '#platform/db/words.ts';
import { editDistance } from '#platform/edit-distance.ts';
import type { Viewer } from '#platform/viewer.ts';
import { allCategories } from '#features/community/groups/queries/categories.ts';
import { groups } from '#features/community/groups/tables.ts';
import { events } from '../tables.ts';
import { findEvents, isInPublicGroup, nowParam, pageOfIds, type EventFilter } from './list.ts';

/** How many events and groups the words are read from: the next ones, and the largest. */
const maxRead = 3_000;
/** Comparing a word with so many takes some milliseconds, in which nobody else is served. */
const maxKnown = 5_000;
/** In letters. */
const [shortestWord, longestWord] = [3, 40];
/** How many unknown words of a search are corrected; with more it was something else. */
const maxSlips = 3;
/** How many spellings of a word, and how many corrected searches, are tried. */
const most = { spellings: 4, searches: 8 };

type Filter = Omit<EventFilter, 'limit' | 'cursor'>;

/** Words as they are written, by their folded form. */
type Vocabulary = ReadonlyMap<string, string>;

/** The words that visitors may see. What is hidden later is offered no more: it isn't found. */
const vocabulary = memoizeFor(10 * minute, async (db, now) => {
  const [titles, names, categories] = await Promise.all([
    nextTitles(db).execute({ now }),
    largestGroups(db).execute(),
    allCategories(db, now),
  ]);
  return wordsIn([...titles, ...names, ...categories].map(({ name }) => name));
});

const nextTitles = (db: Database) =>
  statement(db, 'spelling_titles', (sqlDb) => {
    const ids = pageOfIds({
      begins: nowParam,
      within: undefined,
      match: isInPublicGroup,
      size: maxRead,
    });
    return sqlDb
      .select({ name: sql<string>`concat_ws(' ', ${events.title}, ${events.town})` })
      .from(events)
      .where(sql`${events.id} = any (array(${ids}))`);
  });

const largestGroups = (db: Database) =>
  statement(db, 'spelling_groups', (sqlDb) =>
    sqlDb
      .select({ name: groups.name })
      .from(groups)
      .where(sql`${groups.status} = 'approved'`)
      .orderBy(desc(groups.memberCount), desc(groups.id))
      .limit(maxRead),
  );

function wordsIn(texts: string[]): Vocabulary {
  const words = new Map<string, string>();
  for (const written of texts.flatMap(writtenWords)) {
    if (words.size === maxKnown) break;
    const folded = foldWord(written);
    if (!isCorrectable(folded)) continue;
    const before = words.get(folded);
    // A title's first word has a capital, whatever the word.
    if (before === undefined || isSmaller(written, before)) words.set(folded, written);
  }
  return words;
}

const isSmaller = (one: string, other: string) =>
  one === one.toLowerCase() && other !== other.toLowerCase();

/** Shorter words resemble too many others. */
const isCorrectable = (folded: string) =>
  folded.length <= longestWord &&
  !folded.includes(' ') &&
  (folded.match(/\p{L}/gu)?.length ?? 0) >= shortestWord;

/**
 * Corrects the words of a search that nothing is found by. Each suggestion is a whole search that
 * finds an event by the same filters; those with the fewest changes come, and no others.
 */
export async function searchesSpeltLike(
  db: Database,
  viewer: Viewer | null,
  filter: Filter,
  now: Date,
): Promise<string[]> {
  const finds = async (searched: Filter) =>
    (await findEvents(db, viewer, { ...searched, limit: 1 }, now)).items.length > 0;
  const parts = splitSearch(filter.q ?? '');
  const slips = await misspellingsIn(parts, await vocabulary(db, now), (word) =>
    finds({ q: cleanText(word), when: filter.when }),
  );
  const offered: string[] = [];
  let fewest = Infinity;
  for (const { changes, mistakes } of corrections(slips)) {
    if (offered.length === spellingsSuggested || mistakes > fewest) break;
    const q = cleanText(parts.map((part, place) => changes.get(place) ?? part).join(''));
    if (!(await finds({ ...filter, q }))) continue;
    offered.push(q);
    fewest = mistakes;
  }
  return offered;
}

/** A word that nothing is found by, at its place in the search, and words that resemble it. */
interface Misspelling {
  place: number;
  spellings: Spelling[];
}

interface Spelling {
  written: string;
  mistakes: number;
}

/** Finds the words to correct; none if one of them resembles no other, or if they are too many. */
async function misspellingsIn(
  parts: string[],
  known: Vocabulary,
  isFound: (word: string) => Promise<boolean>,
): Promise<Misspelling[]> {
  const slips: Misspelling[] = [];
  for (const [place, part] of parts.slice(0, 2 * mostWords).entries()) {
    const folded = foldWord(part);
    if (folded === '' || isJoining(part) || known.has(folded) || (await isFound(part))) continue;
    const spellings = spellingsOf(folded, known);
    if (spellings.length === 0 || slips.length === maxSlips) return [];
    slips.push({ place, spellings });
  }
  return slips;
}

/** The number of letters that may be wrong: one in 'chses', two in 'liberry'. */
const mistakesIn = (word: string) => (word.length <= 5 ? 1 : 2);

/** Finds the words that a word resembles most, or is made of. */
function spellingsOf(word: string, known: Vocabulary): Spelling[] {
  const forms = formsOf(word).filter(isCorrectable);
  return [...known]
    .map(([folded, written]) => ({
      written,
      mistakes: Math.min(...forms.map((form) => mistakesBetween(form, folded))),
    }))
    .concat(forms.flatMap((form) => twoWordsIn(form, known)))
    .filter(({ mistakes }) => mistakes < Infinity)
    .toSorted((one, other) => one.mistakes - other.mistakes)
    .slice(0, most.spellings);
}

/** Two known words without the space between them, as in 'bookclub'. */
const twoWordsIn = (word: string, known: Vocabulary): Spelling[] =>
  cutsOf(word).flatMap((halves) => {
    const [one, other] = halves.map((half) => known.get(half));
    return one && other ? [{ written: `${one} ${other}`, mistakes: 1 }] : [];
  });

const cutsOf = (word: string) =>
  Array.from({ length: word.length }, (_, cut) => [word.slice(0, cut), word.slice(cut)]);

/** The fewest letters of two words: with shorter ones `folded` has both as one. */
const fewestOfTwo = 8;

/**
 * Puts a hyphen between two words that occur here and that a search has as one: 'book-club' finds
 * 'bookclub' as well as 'book club'.
 */
export async function hyphenated<F extends Pick<Filter, 'q'>>(
  db: Database,
  filter: F,
  now: Date,
): Promise<F> {
  const parts = splitSearch(filter.q ?? '');
  const words = parts.map(foldWord);
  if (words.every((word) => word.length < fewestOfTwo)) return filter;
  const known = await vocabulary(db, now);
  const isKnown = (half: string) => known.has(half) || known.has(`${half}s`);
  const q = parts.map((part, place) => {
    const halves = formsOf(words[place] ?? '')
      .flatMap(cutsOf)
      .find((cut) => cut.every(isKnown));
    return halves?.join('-') ?? part;
  });
  return { ...filter, q: cleanText(q.join('')) };
}

/** A word, and the singular of a plural. */
const formsOf = (word: string) => [...new Set([word, word.replace(/s$/, '')])];

function mistakesBetween(word: string, known: string): number {
  const allowed = mistakesIn(word);
  const mistakes = editDistance(word, known, allowed);
  return mistakes <= allowed ? mistakes : Infinity;
}

/** A word for each place of a slip, and the number of mistakes that they mend. */
interface Correction {
  changes: ReadonlyMap<number, string>;
  mistakes: number;
}

/** Combines the spellings of all slips, those with the fewest mistakes first. */
function corrections(slips: Misspelling[]): Correction[] {
  if (slips.length === 0) return [];
  const none: Correction = { changes: new Map(), mistakes: 0 };
  return slips
    .reduce(
      (all, { place, spellings }) =>
        all.flatMap(({ changes, mistakes }) =>
          spellings.map((spelling) => ({
            changes: new Map([...changes, [place, spelling.written]]),
            mistakes: mistakes + spelling.mistakes,
          })),
        ),
      [none],
    )
    .toSorted((one, other) => one.mistakes - other.mistakes)
    .slice(0, most.searches);
}
