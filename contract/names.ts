import { hasLink } from './links.ts';
import { bounded, line, type TextRule } from './values.ts';

/** Takes up no room: what is told to be passed over where it can't be shown, and a pattern of Braille without a dot. */
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{DI}\u2800]/gu;

/** Joiners, which belong between letters of Persian or of India's languages, where they stand anywhere else. */
const strayJoiner = /(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?!\p{L})/gu;

const asName = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(unseen, '')
    .replace(strayJoiner, '')
    .replace(/\s+/g, ' ')
    .trim();

/** 'evil.example', 'x://y'; but 'J.R.' and 'St.John' are names. */
const address = /:\/\/|[\p{L}\p{N}-]{3}\.\p{Ll}{2}|\.\p{L}{2,20}\//u;

const isAddress = (text: string) => {
  const plain = text.normalize('NFKC');
  return hasLink(plain) || address.test(plain);
};

interface NameRule extends TextRule {
  /** What the field is called. */
  what: string;
}

/**
 * What a person goes by, as it is shown beside what they write and in mails: on one line, with a letter, without what
 * nobody sees, and no address for a mail program to make a link of. Empty where the rule lets it be.
 */
export const personName = (rule: NameRule) =>
  bounded(rule, asName)
    .refine((text) => text === '' || /\p{L}/u.test(text), `${rule.what} must have a letter in it`)
    .refine((text) => !isAddress(text), `${rule.what} cannot have a web address in it`);

const somethingToRead = /(?!\p{DI})[\p{L}\p{N}]/u;

/** What a group or an event goes by: a line with a letter or a digit. */
export const title = (rule: NameRule) =>
  line(rule).refine(
    (text) => text === '' || somethingToRead.test(text),
    `${rule.what} must have a letter or a digit in it`,
  );
