interface NamedPerson {
  firstName: string;
  lastInitial?: string | undefined;
  children: readonly string[];
}

/** A party with the words of its names, prepared once for all searches. */
export interface Searchable<Party> {
  party: Party;
  /** The party's own name, then each child's. */
  names: { words: string[]; joined: string; initials: string }[];
}

const letters: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ı: 'i',
};

/** The words of a text without case, accents and marks. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[øłđðþæœßı]/g, (letter) => letters[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

export const searchable = <Party extends NamedPerson>(
  parties: readonly Party[],
): Searchable<Party>[] =>
  parties.map((party) => ({
    party,
    names: [`${party.firstName} ${party.lastInitial ?? ''}`, ...party.children].map((name) => {
      const words = wordsOf(name);
      return { words, joined: words.join(''), initials: words.map((word) => word[0]).join('') };
    }),
  }));

/** A word of this length may have a slip. */
const slipLength = 4;

const [exact, begins, slip, none] = [0, 1, 2, 3];

/** Tells how well a typed word fits one of a name: 0 is best. */
function fit(typed: string, word: string): number {
  if (word.startsWith(typed)) return word.length === typed.length ? exact : begins;
  if (typed.length < slipLength || word.length < slipLength - 1) return none;
  return isOneSlip(typed, word) ? slip : none;
}

/**
 * Tells whether the word begins with what was typed but for one slip: another letter, one too many,
 * one too few, or two in each other's place.
 */
function isOneSlip(typed: string, word: string): boolean {
  let at = 0;
  while (typed[at] === word[at]) at++;
  const goesOn = (from: number, onWord: number) => word.startsWith(typed.slice(from), onWord);
  const isSwapped = typed[at] === word[at + 1] && typed[at + 1] === word[at];
  return (
    goesOn(at + 1, at + 1) ||
    goesOn(at + 1, at) ||
    goesOn(at, at + 1) ||
    (isSwapped && goesOn(at + 2, at + 2))
  );
}

/** Tells how well the best of a name's words fits. */
function bestFit(typed: string, words: readonly string[]): number {
  let best = none;
  for (const word of words) best = Math.min(best, fit(typed, word));
  return best;
}

/** Tells how badly what was typed fits a name; `none` if it doesn't. */
function misfit(typed: readonly string[], name: Searchable<unknown>['names'][0]): number {
  const [only = ''] = typed;
  if (typed.length > 1) return misfitOfMany(typed, name.words);
  const isShort = name.joined.startsWith(only) || (only.length > 1 && name.initials === only);
  return Math.min(bestFit(only, name.words), isShort ? begins : none);
}

/** Each typed word fits another word of the name. */
function misfitOfMany(typed: readonly string[], words: readonly string[]): number {
  if (typed.length > words.length) return none;
  let left = words;
  let total = 0;
  for (const word of typed) {
    let best = none;
    let at = -1;
    for (const [index, each] of left.entries()) {
      const next = isInitialOf(each, word) ? begins : fit(word, each);
      if (next < best) [best, at] = [next, index];
    }
    if (best === none) return none;
    left = left.toSpliced(at, 1);
    total += best;
  }
  return total / typed.length;
}

/** The door knows only the initial of a last name. */
const isInitialOf = (initial: string, word: string) =>
  initial.length === 1 && word.length > 1 && word.startsWith(initial);

/**
 * Finds parties by what somebody types in a hurry: without accents, in any order, by initials, with
 * one slip. The best fit comes first, and otherwise the order stays.
 */
export function search<Party>(parties: readonly Searchable<Party>[], typed: string): Party[] {
  const words = wordsOf(typed).toSorted((one, other) => other.length - one.length);
  if (words.length === 0) return parties.map(({ party }) => party);
  const found: { party: Party; rank: number }[] = [];
  for (const { party, names } of parties) {
    let rank = none;
    for (const name of names) rank = Math.min(rank, misfit(words, name));
    if (rank < none) found.push({ party, rank });
  }
  return found.toSorted((one, other) => one.rank - other.rank).map(({ party }) => party);
}
