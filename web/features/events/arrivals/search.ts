interface Named {
  firstName: string;
  lastInitial?: string | undefined;
  children: readonly string[];
}

/** A party with the words of its names, prepared once for all searches. */
export interface Searchable<Party> {
  party: Party;
  /** The words of each name: the party's own, then each child's. */
  names: string[][];
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

export const searchable = <Party extends Named>(parties: readonly Party[]): Searchable<Party>[] =>
  parties.map((party) => ({
    party,
    names: [
      wordsOf(`${party.firstName} ${party.lastInitial ?? ''}`),
      ...party.children.map((child) => wordsOf(child)),
    ],
  }));

/** A word of this length may have a slip. */
const slipLength = 4;

const [exact, begins, slip, none] = [0, 1, 2, 3];

/** Tells how well a typed word fits one of a name: 0 is best. */
function fit(typed: string, word: string): number {
  if (word === typed) return exact;
  if (word.startsWith(typed)) return begins;
  // A name of which only the initial is known.
  if (word.length === 1) return typed.startsWith(word) ? begins : none;
  if (typed.length < slipLength || word.length < typed.length - 1) return none;
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

/** Tells how badly all typed words fit different words of one name; undefined where one doesn't. */
function misfit(typed: readonly string[], name: readonly string[]): number | undefined {
  const left = [...name];
  let total = 0;
  for (const word of typed) {
    const fits = left.map((each) => fit(word, each));
    const best = Math.min(...fits, none);
    if (best === none) return undefined;
    left.splice(fits.indexOf(best), 1);
    total += best;
  }
  return total;
}

/** 'tb' for 'Tom B', which people type without a space. */
const initialsOf = (name: readonly string[]) => name.map((word) => word[0]).join('');

/**
 * Finds parties by what somebody types in a hurry: without accents, in any order, by initials, with
 * one slip. The best fit comes first, and otherwise the order stays.
 */
export function search<Party>(parties: readonly Searchable<Party>[], typed: string): Party[] {
  const words = wordsOf(typed).toSorted((one, other) => other.length - one.length);
  if (words.length === 0) return parties.map(({ party }) => party);
  const [only = ''] = words;
  const found = parties.flatMap(({ party, names }) => {
    const fits = names.flatMap((name) => misfit(words, name) ?? []);
    if (fits.length > 0) return [{ party, misfit: Math.min(...fits) }];
    const hasInitials = words.length === 1 && names.some((name) => initialsOf(name) === only);
    return hasInitials && only.length > 1 ? [{ party, misfit: begins }] : [];
  });
  return found.toSorted((one, other) => one.misfit - other.misfit).map(({ party }) => party);
}
