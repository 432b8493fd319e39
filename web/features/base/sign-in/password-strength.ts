export interface Strength {
  /** 0 to 4. */
  score: number;
  label: string;
}

const strengthLabels = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'];

/**
 * Passwords that attackers try first, on any site or this one. Digits and signs count as the
 * letters they resemble.
 */
const commonWords =
  /pass ?word|qwerty|azerty|asdf|zxcv|letmein|welcome|admin|login|iloveyou|monkey|dragon|football|liverpool|arsenal|chelsea|sunshine|princess|charlie|villagehall|abc123|secret/g;

const lookalikeLetters: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/**
 * Estimates a password's strength from its length in unpredictable characters. It is a hint; only
 * contract/base/password-rules.ts refuses passwords.
 */
export function passwordStrength(
  password: string,
  guessableWords: readonly string[] = [],
): Strength {
  const unpredictable = lengthOf(withoutGuessable(password.toLowerCase(), guessableWords));
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password));
  const strength = unpredictable * (1 + 0.1 * (kinds.length - 1));
  const score = [6, 9, 12, 16].filter((threshold) => strength >= threshold).length;
  return { score, label: strengthLabels[score] ?? '' };
}

function withoutGuessable(password: string, guessableWords: readonly string[]): string {
  const words = guessableWords.map((word) => word.toLowerCase()).filter((word) => word.length >= 3);
  let rest = password
    .replace(/[0134578@$!]/g, (sign) => lookalikeLetters[sign] ?? sign)
    .replace(commonWords, '*');
  if (!rest.includes('*')) rest = password;
  for (const word of words) rest = rest.replaceAll(word, '*');
  return rest;
}

/**
 * Returns a length in which repeated or consecutive characters, as in 'aaa' or '123', count for
 * little.
 */
function lengthOf(text: string): number {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  return codes.reduce((length, code, index) => {
    const step = code - (codes[index - 1] ?? Number.NaN);
    return length + (Math.abs(step) <= 1 ? 0.25 : 1);
  }, 0);
}
