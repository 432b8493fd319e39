import { normalise } from '#contract/platform/clean-text.ts';

/** The reasons why an attacker would try a password early. */
export type Guessable = 'listed' | 'about its owner';

/**
 * Characters added around a word to satisfy rules: '2024!'. With more than six, the password is no
 * longer that word.
 */
const maxDecoration = 6;
const shortestWord = 4;

/** Signs that people type in place of letters. */
const letterSubstitutes: Partial<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
};

/**
 * Read when somebody first chooses a password: it takes 40 ms of processor time once, and 4.4 MB of
 * memory from then on.
 */
let passwordList: Promise<ReadonlySet<string>> | undefined;

const loadPasswordList = () =>
  (passwordList ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  ));

/**
 * Tells whether a password, without decoration, is one of the 49,000 most common, or one of `words`
 * about its owner or the site (ASVS 6.2.4 and 6.2.11).
 */
export async function guessableAs(
  password: string,
  words: string[],
): Promise<Guessable | undefined> {
  const forms = formsOf(password);
  const about = new Set(words.map(foldPassword).filter((word) => word.length >= shortestWord));
  if (forms.some((form) => about.has(form))) return 'about its owner';
  const list = await loadPasswordList();
  return forms.some((form) => list.has(form)) ? 'listed' : undefined;
}

const foldPassword = (text: string) => normalise(text, 'NFKC').toLowerCase();

/**
 * Reduces a password to a plain word: lower case, no decoration, and signs replaced by their
 * letters.
 */
function formsOf(password: string): string[] {
  const typed = [...foldPassword(password)];
  const bare = [isLetterOrDigit, isLetter]
    .flatMap((belongs) => [withoutEnd(typed, belongs), withoutEnds(typed, belongs)])
    .filter((word) => word.length >= shortestWord && typed.length - word.length <= maxDecoration);
  return [typed, ...bare].flatMap((word) => [
    word.join(''),
    word.map((sign) => letterSubstitutes[sign] ?? sign).join(''),
  ]);
}

const isLetter = (sign: string) => /\p{L}/u.test(sign);
const isLetterOrDigit = (sign: string) => /[\p{L}\p{N}]/u.test(sign);

const withoutEnd = (signs: string[], belongs: (sign: string) => boolean) =>
  signs.slice(0, signs.findLastIndex(belongs) + 1);

const withoutEnds = (signs: string[], belongs: (sign: string) => boolean) => {
  const first = signs.findIndex(belongs);
  return first === -1 ? [] : withoutEnd(signs, belongs).slice(first);
};
