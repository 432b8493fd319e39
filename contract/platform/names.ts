import type { z } from 'zod';
import { hasLink } from './links.ts';
import { normalise, type CleanText } from './clean-text.ts';
import { bounded, line, type TextRule } from './values.ts';

/**
 * Takes up no room: characters that Unicode says to ignore if they can't be displayed, and a
 * Braille pattern without dots. What makes a flag of England, Scotland or Wales, or draws a sign in
 * colour, is in the first group.
 */
const invisibleCharacters =
  /((?<=\u{1f3f4})\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}|(?<=\p{ExtPict})\ufe0f)|(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{DI}\p{NChar}\u2800]/gu;

/**
 * Joiners. In the first group are those in their proper place: between letters of Persian or of
 * India's languages, or between the signs of one emoji, such as a family.
 */
const joiners =
  /((?<=[\p{L}\p{M}])[\u200c\u200d](?=\p{L})|(?<=[\p{ExtPict}\p{EMod}\ufe0f])\u200d(?=\p{ExtPict}))|[\u200c\u200d]/gu;

const asName = (text: string) =>
  normalise(text, 'NFC')
    .replace(/\s+/g, ' ')
    .replace(invisibleCharacters, '$1')
    .replace(joiners, '$1')
    .replace(/\s+/g, ' ')
    .trim();

/** 'evil.example', 'x://y'; but 'J.R.' and 'St.John' are names. */
const addressPattern = /:\/\/|[\p{L}\p{N}-]{3}\.\p{Ll}{2}|\.\p{L}{2,20}\//u;

/**
 * Full stops that a browser reads as the dot of an address (UTS #46), and one that NFKC doesn't
 * change.
 */
export const idnaDots = /[\u3002\uff61\u06d4]/g;

/** Dots that only people read as one: Catalan has one in 'Gal·la'. */
export const dotLookalikes = /[\u00b7\u2022\u2027\u2219\u22c5\u30fb\u0701\u0702\ua4f8]/g;

/** An address in words: 'www evil com', 'evil dot com', 'evil . com'. */
const spokenAddress =
  /(?:^|\P{L})(?:www|https?)(?:\P{L}|$)|\P{L}dot\P{L}{1,3}(?:com|net|org|info|co|uk)(?:\P{L}|$)/iu;

const isAddress = (text: string) => {
  const plain = normalise(text, 'NFKC').replace(idnaDots, '.').replace(/ \./g, '.');
  return [
    hasLink(plain),
    hasLink(plain.replace(dotLookalikes, '.')),
    hasLink(plain.replace(/\. /g, '.')) && / \./.test(text),
    addressPattern.test(plain),
    spokenAddress.test(plain),
  ].some(Boolean);
};

/**
 * Marks stacked on one letter until they cover the lines around it. Burmese has up to five, and
 * other scripts fewer.
 */
const piledMarks = /\p{M}{6}|(?:(?=\p{M})\p{Script=Inherited}){4}/u;

/** Refuses a name whose stacked marks would cover the lines above and below it. */
const withoutPiles = <Schema extends z.ZodType<CleanText>>(schema: Schema, what: string) =>
  schema.refine(
    (text) => !piledMarks.test(normalise(text, 'NFC')),
    `${what} has too many accents on one letter`,
  );

interface NameRule extends TextRule {
  /** The name of the field in error messages. */
  what: string;
}

/**
 * A person's name, as shown beside their comments and in emails: one line, at least one letter, no
 * invisible characters, and no address that an email program would turn into a link. Empty where
 * the rule allows it.
 */
export const personName = (rule: NameRule) =>
  withoutPiles(bounded(rule, asName), rule.what)
    .refine((text) => text === '' || /\p{L}/u.test(text), `${rule.what} must have a letter in it`)
    .refine((text) => !isAddress(text), `${rule.what} cannot have a web address in it`);

const somethingToRead = /(?!\p{DI})[\p{L}\p{N}]/u;

/** The name of a group or an event: one line with a letter or a digit. */
export const readableLine = (rule: NameRule) =>
  withoutPiles(line(rule), rule.what).refine(
    (text) => text === '' || somethingToRead.test(text),
    `${rule.what} must have a letter or a digit in it`,
  );
