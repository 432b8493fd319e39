import {
  formatCommentDate,
  formatDay,
  formatMoment,
  formatRange,
} from '#contract/platform/dates.ts';
import { holdsContact } from '#platform/contact-details.ts';

declare const ours: unique symbol;

/**
 * Text that no stranger has typed. Only this file makes it, from literals and from values that are
 * checked here, so an email in `SiteText` can't repeat what somebody typed into a form.
 */
export type SiteText = string & { readonly [ours]: true };

export interface Site {
  name: SiteText;
  /** The public origin; links begin with it. */
  origin: SiteText;
  supportEmail: SiteText;
  logo?: SiteLogo;
}

/** The site's own picture, as emails carry it. */
export interface SiteLogo {
  /** Its path on the site. */
  url: string;
  png: Buffer;
}

/** Accepts a literal or a union of literals, and no type that a typed text could have. */
type Literal<T> = T extends string
  ? Partial<Record<T, unknown>> extends Record<T, unknown>
    ? never
    : T
  : never;

type Value<T> = T extends SiteText | number ? T : Literal<T>;

/** Makes text from a literal template with numbers, literals and other text of ours. */
export const own = <const T extends readonly (string | number)[]>(
  words: TemplateStringsArray,
  ...values: T & { [I in keyof T]: Value<T[I]> }
): SiteText => String.raw({ raw: words }, ...values) as SiteText;

export const joinTexts = (texts: readonly SiteText[], separator: ', ' | ' ' = ', '): SiteText =>
  texts.join(separator) as SiteText;

type When = string | Date;

/** Their output holds no letter of the input, valid or not. */
export const ownDay = (when: When): SiteText => formatDay(when) as SiteText;
export const ownMoment = (when: When): SiteText => formatMoment(when) as SiteText;
export const ownTime = (when: When): SiteText => formatCommentDate(when) as SiteText;
export const ownRange = (start: When, end: When): SiteText => formatRange(start, end) as SiteText;

export const ownPounds = (pence: number): SiteText =>
  `£${(pence / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 })}` as SiteText;

/** A reference that the site has made, such as 'C-3F7K-9QWM'. */
export const ownReference = (text: string): SiteText =>
  checkedText(text, /^(?:C-)?[\dA-Z]{4,5}-[\dA-Z]{4,5}$/);

/** A network, such as '192.0.2.0/24'. */
export const ownNetwork = (text: string): SiteText =>
  checkedText(text, /^[\da-f.:]{2,45}\/\d{1,3}$/);

const checkedText = (text: string, pattern: RegExp): SiteText =>
  (pattern.test(text) ? text : 'unknown') as SiteText;

/** Cleans text for a header or a title: no control character, line or paragraph end remains. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();

const longestTitle = 100;
const picturePattern = /\p{Extended_Pictographic}\ufe0f?/gu;
/**
 * Letters, marks that belong to a script, plain figures, and the signs of a title: none of an
 * address, of money, of another line, or that can't be seen.
 */
const titleSigns =
  /^(?:(?!\p{DI})\p{L}|(?!\p{DI}|\p{Script=Inherited})\p{M}|[0-9 '’‘"“”,.:;!?&()–—-])*$/u;
/** Mail programs make a link of any such word, whatever its ending; people read the spaced one. */
const dottedWords = /[\p{L}\p{N}] ?\.(?=\p{L}{2})|[\p{L}\p{N}] \.|,(?=\p{L})/u;
const spokenSign = /\b(?:dot|slash|https?|www|xn--)/iu;
const spacedLetters = /(?:^|[^\p{L}\p{N}])(?:[\p{L}\p{N}] ){4}/u;
const moneyPattern =
  /\b\d*(?:gbp|eur|usd|pounds?|quid|euros?|dollars?|pence|bucks|bitcoins?|rupees?)\d*\b|\d\s?p\b/i;
const spokenFigures =
  /\b(?:(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|treble|triple)[ ,-]{1,3}){3}/i;

/** Dates and times have few figures; telephone numbers and addresses of machines have more. */
const hasLongNumber = (line: string) =>
  /\d{5}|\d\.\d+\.\d/.test(line) || line.replace(/\D/g, '').length > 8;

/** Parts that no title has, though each of their signs may stand in one. */
const forbiddenPatterns = [dottedWords, spokenSign, spacedLetters, moneyPattern, spokenFigures];

/**
 * Returns a title or a name that somebody chose, if it may stand in an email to anybody: one line
 * of letters, few figures and the signs of a title, without contact details and sums of money.
 * Undefined otherwise.
 */
export function plainTitle(text: string): SiteText | undefined {
  const line = oneLine(text);
  const words = line.replace(picturePattern, ' ');
  const isPlain =
    line !== '' &&
    line.length <= longestTitle &&
    words.normalize('NFKC') === words &&
    titleSigns.test(words) &&
    !holdsContact(words) &&
    !hasLongNumber(words) &&
    !forbiddenPatterns.some((pattern) => pattern.test(words));
  return isPlain ? (line as SiteText) : undefined;
}

/**
 * Text that an admin wrote to the recipient: a reason, an outcome. The structure step lists the
 * files that may call it.
 */
export const adminText = (text: string): SiteText => text as SiteText;

/** The site's own name and addresses, which its operator and admins choose. */
export const ownSite = (
  site: Record<'name' | 'origin' | 'supportEmail', string> & Pick<Site, 'logo'>,
): Site => ({
  ...(site.logo && { logo: site.logo }),
  name: site.name as SiteText,
  origin: site.origin as SiteText,
  supportEmail: site.supportEmail as SiteText,
});
