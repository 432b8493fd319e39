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
  const patterns = search.split(betweenWords).flatMap(patternOf);
  return [...new Set(patterns)].slice(0, mostWords);
}

function patternOf(said: string): string[] {
  const word = foldWord(said);
  if (word === '') return [];
  const parts = said.split(hyphens).map(foldWord);
  const apart = parts.filter((part) => part !== '').map(escapePattern);
  const others = otherNumbers(word);
  const alternatives = [
    escapePattern(word),
    ...(apart.length > 1 ? [String.raw`\m${apart.join(' ')}`] : []),
    ...(others.length > 0 ? [String.raw`\m${anyOf(others)}s?\M`] : []),
    String.raw`=${anyOf([word, ...others].map((form) => form.toUpperCase()))}S?\M`,
  ];
  return [alternatives.join('|')];
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

/** Punctuation around a word is no part of it, unless there is nothing else. */
const withoutMarks = (word: string) =>
  word.replace(/^\p{P}+(?=[^\p{P}])|(?<=[^\p{P}])\p{P}+$/gu, '');

const anyOf = (forms: string[]) => `(${forms.map(escapePattern).join('|')})`;

const escapePattern = (word: string) => word.replace(/[^\p{L}\p{N} ]/gu, String.raw`\$&`);

/** English plurals that no ending tells. */
const irregular = [
  ['person', 'people'],
  ['child', 'children'],
  ['mouse', 'mice'],
  ['foot', 'feet'],
  ['tooth', 'teeth'],
  ['goose', 'geese'],
  ['die', 'dice'],
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

/** Returns the plurals of a singular, and the singulars of a plural, that don't contain the word itself. */
function otherNumbers(word: string): string[] {
  const known = irregular.flatMap(([one, many]) =>
    word === one ? [many] : word === many ? [one] : [],
  );
  const [plural, endings = []] = plurals.find(([ending]) => ending.test(word)) ?? [];
  const ones = plural ? endings.map((ending) => word.replace(plural, ending)) : [];
  const many = singulars.flatMap(([ending, end]) =>
    ending.test(word) ? [word.replace(ending, end)] : [],
  );
  return [...known, ...ones, ...many].filter((form) => form.length > 1);
}
