import { dotLookalikes, idnaDots } from '#contract/platform/names.ts';
import { normalise } from '#contract/platform/clean-text.ts';

/**
 * Top-level domains; those that are common words (it, is, to, so, no, at, in, me) need a path after
 * them.
 */
const topLevelDomains = new Set(
  (
    'com net org biz info xyz io co uk eu gov edu app dev shop store online site website top club live tech blog ' +
    'casino bet bingo poker win bid loan loans link click icu vip pro fun games money cash crypto finance trade trading ' +
    'market markets exchange deals sale cloud digital agency email chat dating sexy porn xxx adult cam company ltd mobi ' +
    'ru su cn tk ml ga cf gq cc tv gg ai ly pw ua de fr nl pl se dk fi ch ie cz hu ro bg lt lv ee gr tr ir br jp kr vn ' +
    'th hk sg nz au ca za ng ke scot wales cymru london рф'
  ).split(' '),
);

const invisibleCharacters = /[\p{Cf}\p{DI}]/gu;

/** The last four bits of each are the digit. */
const arabicDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;

const foldText = (text: string) =>
  normalise(text, 'NFKC')
    .replace(invisibleCharacters, '')
    .replace(idnaDots, '.')
    .replace(dotLookalikes, '.')
    .replace(arabicDigits, (digit) => String((digit.codePointAt(0) ?? 0) & 15));

const webAddress = /\bhttps?:\/\/[^\s<>"']+/gi;

/** Removes links to the site itself. */
const withoutOwnLinks = (text: string, own: URL) =>
  text.replace(webAddress, (found) => {
    const url = URL.canParse(found) ? new URL(found) : undefined;
    return url?.host === own.host && !url.username && !url.password ? ' ' : found;
  });

const schemePattern =
  /\b(?:h[tx]{2}ps?|ftp):\/\/\S|\b(?:mailto|tel|sms|whatsapp|tg):\s?\S|\bwww\s?\.\s?\S/i;
const spelledWww = /\bwww\s+[\p{L}\p{N}-]+\s+(?:dot\s+)?(?:com|net|org|co|uk|info)\b/iu;

const dottedWords = /[\p{L}\p{N}.-]+/gu;
const unmistakableDomains = /^(?:com|net|org|biz|xyz|uk)$/i;
const domainLetters = /^\p{L}{2,24}$/u;

/**
 * Tells whether an ending makes an address of the text before it: 'The hall.Live music' is two
 * sentences.
 */
function isEnding(part: string, label: string, hasPath: boolean): boolean {
  if (part.startsWith('xn--')) return true;
  const [ending = ''] = part.split('-');
  if (!domainLetters.test(ending)) return false;
  if (unmistakableDomains.test(ending)) return true;
  if (/^\p{Lu}\p{Ll}/u.test(ending) && /\p{Ll}$/u.test(label)) return false;
  return topLevelDomains.has(ending.toLowerCase()) || (hasPath && /^\p{Ll}+$/u.test(ending));
}

/** Finds 'example.com', 'пример.рф', 't.me/name'. */
function hasDomain(text: string, ownHost: string | undefined): boolean {
  return [...text.matchAll(dottedWords)].some(({ 0: found, index }) => {
    const parts = found.split('.');
    if (parts.filter(Boolean).join('.').toLowerCase() === ownHost) return false;
    const hasPath = /^\/\S/.test(text.slice(index + found.length, index + found.length + 2));
    return parts.some((part, at) => {
      const label = parts[at - 1];
      return label ? isEnding(part, label, hasPath && at === parts.length - 1) : false;
    });
  });
}

/** Matches 'example dot com', 'example [.] com', 'example . com'. */
const spelledDot =
  /(?<=[\p{L}\p{N}])(?<!\b(?:the|a|an))(?:\s{0,3}[[({<]\s?(?:dot|d0t|\.)\s?[\])}>]\s{0,3}|\s{1,3}(?:dot|d0t)\s{1,3}|\s{1,3}\.\s{0,3})(?:com|net|org|biz|info|xyz|co\s?\.\s?uk|io|casino|bet|bingo|poker|icu|vip)\b/iu;

const mailAddress = /[\p{L}\p{N}_%+-]@[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.\p{L}{2}/u;
const spelledAt = /[\p{L}\p{N}]\s{0,3}[[({<]\s?(?:at|@)\s?[\])}>]\s{0,3}[\p{L}\p{N}]/iu;
const mailProvider =
  /(?:\bat|@)\s+(?:gmail|googlemail|hotmail|protonmail)\b|@\s?(?:gmail|googlemail|hotmail|outlook|yahoo|icloud|proton)\b/iu;

const walletPattern = /\b(?:0x[0-9a-f]{40}|bc1[a-z0-9]{25,})\b/i;

/** 'c a s i n o . c o m', with one sign between the letters. */
const spacedEnding =
  /(?:\b[a-z0-9][ _*-]){3,24}(?:\.|dot|d o t)[ _*-](?:c[ _*-]o[ _*-]m|n[ _*-]e[ _*-]t|o[ _*-]r[ _*-]g|c[ _*-]o[ _*-]\.?[ _*-]?u[ _*-]k)\b/i;

/** Four numbers with a port or a path after them; otherwise they may be a version. */
const bareIp = /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?::\d{2,5}|\/\S)/;

const spelledFigures = new Set(
  'zero oh one two three four five six seven eight nine double treble triple'.split(' '),
);

/** 'oh seven nine double one…': eight words of figures in a row, the first of them a nought. */
function hasSpelledNumber(text: string): boolean {
  let inRow = 0;
  for (const word of text.toLowerCase().split(/[\s,.-]/)) {
    if (word === '') continue;
    if (!spelledFigures.has(word)) inRow = 0;
    else if (inRow > 0 || word === 'oh' || word === 'zero') inRow += 1;
    if (inRow >= 8) return true;
  }
  return false;
}

/** Matches digits with the separators of a telephone number. */
const phonePattern =
  /(?<![\p{L}\p{N}£$€.,:/-])(?:\+\s?)?\(?\d(?:[\s().–-]{0,3}\d){6,17}(?![\p{L}\p{N}])/gu;
const gridReference = /\b[HNST][A-HJ-Z]\s?$/;
const bookNumber = /\bisbn[\s:]*$/i;

function isPhoneNumber(found: string, before: string): boolean {
  const groups = found.match(/\d+/g) ?? [];
  const number = groups.join('');
  const { length } = number;
  if (found.startsWith('+')) return length >= 8 && length <= 15;
  if (bookNumber.test(before)) return false;
  if (groups.length === 2 && length === 10 && gridReference.test(before)) return false;
  if (isListOfTimes(groups)) return false;
  if (number.startsWith('00')) return length >= 10 && length <= 15;
  if (number.startsWith('0')) return length === 10 || length === 11;
  if (/^(?:44)?7\d{9}$/.test(number)) return true;
  return /^\(?\d{3}\)?[\s.-]{1,2}\d{3}[\s.-]\d{4}$/.test(found);
}

/**
 * '07 08 09 10 11 June' and '09.30 10.30 11.30' are days and times; numbers spaced digit by digit
 * are not.
 */
const isListOfTimes = (groups: string[]) =>
  groups.length > 2 &&
  groups.every((group) => group.length <= 2) &&
  groups.some((group) => group.length === 2);

const hasPhoneNumber = (text: string) =>
  [...text.matchAll(phonePattern)].some(({ 0: found, index }) =>
    isPhoneNumber(found, text.slice(0, index)),
  );

/**
 * Tells whether a text contains contact details: a link, an email address, a phone number or a
 * wallet, also spelled out. Links to the site itself, '@names', prices, dates and times don't
 * count.
 */
export function holdsContact(text: string, ownOrigin?: string): boolean {
  const own = ownOrigin === undefined ? undefined : new URL(ownOrigin);
  const plain = own ? withoutOwnLinks(foldText(text), own) : foldText(text);
  return (
    [
      schemePattern,
      spelledWww,
      spelledDot,
      mailAddress,
      spelledAt,
      mailProvider,
      walletPattern,
      spacedEnding,
      bareIp,
    ].some((pattern) => pattern.test(plain)) ||
    hasDomain(plain, own?.hostname) ||
    hasPhoneNumber(plain) ||
    hasSpelledNumber(plain)
  );
}
