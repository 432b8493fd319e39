export interface Strength {
  /** 0 to 4. */
  score: number;
  label: string;
}

const labels = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'];

/**
 * The passwords that attackers try first, on any site or this one; digits and signs are read as the
 * letters they resemble.
 */
const common =
  /pass ?word|qwerty|azerty|asdf|zxcv|letmein|welcome|admin|login|iloveyou|monkey|dragon|football|liverpool|arsenal|chelsea|sunshine|princess|charlie|villagehall|abc123|secret/g;

const plain: Record<string, string> = {
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
 * How long a password would hold out, roughly: its length counted in characters that can't be foreseen. A hint,
 * not a rule: contract/base/password-rules.ts alone decides.
 */
export function passwordStrength(password: string, known: readonly string[] = []): Strength {
  const unforeseen = lengthOf(withoutKnown(password.toLowerCase(), known));
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password));
  const worth = unforeseen * (1 + 0.1 * (kinds.length - 1));
  const score = [6, 9, 12, 16].filter((enough) => worth >= enough).length;
  return { score, label: labels[score] ?? '' };
}

function withoutKnown(password: string, known: readonly string[]): string {
  const words = known.map((word) => word.toLowerCase()).filter((word) => word.length >= 3);
  let rest = password.replace(/[0134578@$!]/g, (sign) => plain[sign] ?? sign).replace(common, '*');
  if (!rest.includes('*')) rest = password;
  for (const word of words) rest = rest.replaceAll(word, '*');
  return rest;
}

/** Characters that repeat the last one or follow it, as in 'aaa' or '123', count for little. */
function lengthOf(text: string): number {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  return codes.reduce((length, code, index) => {
    const step = code - (codes[index - 1] ?? Number.NaN);
    return length + (Math.abs(step) <= 1 ? 0.25 : 1);
  }, 0);
}
