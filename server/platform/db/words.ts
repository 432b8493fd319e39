import { normalise } from '#contract/platform/clean-text.ts';

/** The most words of a search that are compared; what follows them is not. */
export const mostWords = 10;

const accents = /[\u0300-\u036f\ufe00-\ufe0f]/gu;
const invisible = /[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\u200d/gu;
const hyphens = /[-‐‑‒–—―−]+/u;
const betweenWords = /[\s/⁄∕]+/u;

/** Folds a text like the SQL function `folded`, without the joined neighbours at its end. */
export function foldText(text: string): string {
  const letters = normalise(text.toLowerCase().replaceAll('´', "'"), 'NFKD')
    .toLowerCase()
    .replace(accents, '')
    .replace(invisible, '')
    .normalize('NFC')
    .replace(/[øłđðıħς⁄∕ßæœþ]/gu, (letter) => plainLetters[letter] ?? letter);
  return letters
    .replace(/['`\-.‘’‛ʹʻʼʽ′‐‒–—―−]/gu, '')
    .replaceAll('&', ' and ')
    .replace(/[\s/=]+/gu, ' ')
    .trim();
}

const plainLetters: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ħ: 'h',
  ς: 'σ',
  '⁄': '/',
  '∕': '/',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/**
 * Returns a regular expression for each word of a search: every match has one of each somewhere in
 * its folded texts. A word is found as a part of another, too, in its other number as a whole word
 * only. In capitals are the neighbours that `folded` joins: people write them apart or together.
 */
export function wordPatterns(search: string): string[] {
  const said = search.replace(joinedLetters, '$1&$2').split(betweenWords);
  const words = said.filter((word) => foldWord(word) !== '');
  const named = words.filter((word) => !isJoining(word));
  const patterns = (named.length > 0 ? named : words).map(patternOf);
  return [...new Set(patterns)].slice(0, mostWords);
}

/** 'D & D' is one word, as 'D&D' is. */
const joinedLetters = /(?<!\S)(\p{L})\s+(?:&|and|n)\s+(\p{L})(?!\S)/giu;

/** Tells whether a word joins two others, which people also do by another one or none. */
export const isJoining = (word: string): boolean => joining.has(foldWord(word));
const joining = new Set(['and', 'n', '+']);

function patternOf(said: string, place: number, all: string[]): string {
  const word = foldWord(said);
  const [before, after] = [all[place - 1], all[place + 1]].map((next) =>
    escapePattern(foldWord(next ?? '')),
  );
  const others = otherNumbers(word);
  const forms = anyOf([word, ...others].map((form) => form.toUpperCase()));
  const alternatives = [
    escapePattern(word),
    ...partsOf(said, word),
    ...(others.length > 0 ? [otherPattern(others, before)] : []),
    // An index finds no shorter words.
    ...(word === 'saint' && after && after.length > 2 ? [String.raw`\mst ${after}`] : []),
    String.raw`=${forms}(S|Z?ES)?\M`,
  ];
  return alternatives.join('|');
}

/** A whole word, alone or behind the one before: 'Quiz-night' is folded to 'quiznight'. */
function otherPattern(others: string[], before?: string): string {
  // An index finds two letters only behind a sign.
  const begin = others.some((form) => form.length < 3) ? '(^|[ ("])' : String.raw`\m`;
  return String.raw`${begin}${before ? `(${before})?` : ''}${anyOf(others)}s?\M`;
}

const joinedByN = /(?<=\p{L})['’‘´`]n['’‘´`](?=\p{L})/giu;

/** Finds a word with a hyphen or a joining word in it ('rock’n’roll', 'd&d', 'dnd') as several. */
function partsOf(said: string, word: string): string[] {
  const apart = /^[b-df-hj-np-tv-z]n\p{L}$/u.test(word) ? [...word] : [];
  const parts = said.replace(joinedByN, '-n-').replaceAll('&', '-&-').split(hyphens).map(foldWord);
  const found = parts.filter((part) => part !== '').length > 1 ? parts : apart;
  const written = found
    .filter((part) => part !== '')
    .map((part) => (joining.has(part) ? '(and|n)' : escapePattern(part)));
  return written.length > 1 ? [String.raw`\m${written.join(' ?')}`] : [];
}

/** Folds a word without the punctuation around it. */
export const foldWord = (word: string): string => withoutMarks(foldText(word));

/** Lists the words of a text as they are written, and the parts of those with a hyphen. */
export const writtenWords = (text: string): string[] =>
  text
    .split(betweenWords)
    .flatMap((word) => [word, ...word.split(hyphens)])
    .map(withoutMarks);

/** Splits a search into its words, at even places, and what stands between them. */
export const splitSearch = (search: string): string[] => search.split(/([\s/⁄∕]+)/u);

/**
 * Punctuation around a word is no part of it, unless there is nothing else, nor is the plus of
 * 'LGBTQ+' and '50+'.
 */
const withoutMarks = (word: string) =>
  word
    .replace(/^\p{P}+(?=[^\p{P}])|(?<=[^\p{P}])\p{P}+$/gu, '')
    .replace(/(?<=[\p{L}\p{N}]{2})\+$/u, '');

const anyOf = (forms: string[]) => `(${forms.map(escapePattern).join('|')})`;

const escapePattern = (word: string) => word.replace(/[^\p{L}\p{N} ]/gu, String.raw`\$&`);

/** Ends of words whose plural no rule tells: 'grandchildren', 'dormice'. */
const irregular = [
  ['person', 'people'],
  ['child', 'children'],
  ['mouse', 'mice'],
  ['foot', 'feet'],
  ['tooth', 'teeth'],
  ['goose', 'geese'],
  ['die', 'dice'],
  ['fungus', 'fungi'],
  ['cactus', 'cacti'],
  ['gateau', 'gateaux'],
] as const;

/** Endings of the plural and what the singular may have in their place. */
const plurals: [plural: RegExp, singulars: string[]][] = [
  [/men$/, ['man']],
  [/zzes$/, ['z', 'zz']],
  [/ies$/, ['y', 'ie']],
  [/ves$/, ['f', 'fe', 've']],
  [/([sxz]|[cs]h|o)es$/, ['$1', '$1e']],
  [/([^s])s$/, ['$1']],
];

/** Endings of the singular whose plural doesn't begin with it. */
const singulars: [singular: RegExp, plural: string][] = [
  [/man$/, 'men'],
  [/([^aeiou])y$/, '$1ies'],
  [/(l|r|ea|oa)f$/, '$1ves'],
  [/ife$/, 'ives'],
];

const swapEnd = (word: string, end: string, other: string) => word.slice(0, -end.length) + other;

/** Returns the plurals of a singular, and the singulars of a plural, that don't contain the word itself. */
function otherNumbers(word: string): string[] {
  if (word.length < 3) return [];
  const known = irregular.flatMap(([one, many]) =>
    word.endsWith(many)
      ? [swapEnd(word, many, one)]
      : word.endsWith(one)
        ? [swapEnd(word, one, many)]
        : [],
  );
  const [plural, endings = []] = plurals.find(([ending]) => ending.test(word)) ?? [];
  const ones = plural ? endings.map((ending) => word.replace(plural, ending)) : [];
  const many = singulars.flatMap(([ending, end]) =>
    ending.test(word) ? [word.replace(ending, end)] : [],
  );
  return [...known, ...ones, ...many].filter((form) => form.length > 1);
}
