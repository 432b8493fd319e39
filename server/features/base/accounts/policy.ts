import { suspendedWords } from '#contract/base/suspension.ts';
import { invalid, Refusal } from '#platform/refusal.ts';
import { skeletonOf } from '#platform/skeleton.ts';

/** Creating a group, RSVPs and comments need a complete profile; `purpose` ends the sentence. */
export const profileRefusal = (
  person: { profileCompleted: boolean },
  purpose: string,
): Refusal | null =>
  person.profileCompleted
    ? null
    : new Refusal('profile_incomplete', `Please complete your profile to ${purpose}`);

/** `suspendedUntil`: the time at which the suspension ends by itself. */
interface AccountStanding {
  isActive: boolean;
  suspendedUntil?: Date | null;
}

/** Stops a call that is under way when its caller gets banned. */
export function suspendedRefusal(account: AccountStanding | undefined): Refusal | null {
  if (account?.isActive) return null;
  return new Refusal('suspended', suspendedWords(account?.suspendedUntil));
}

/** The site always keeps one admin who can act. */
export const adminsRefusal = (otherAdmins: number): Refusal | null =>
  otherAdmins > 0
    ? null
    : new Refusal('conflict', 'The site needs an admin. Make another member an admin first.');

/** Words that nobody has as a first name, and that make a member look like the site itself. */
const roleWords = [
  'admin',
  'admins',
  'administrator',
  'administrators',
  'moderator',
  'moderators',
  'webmaster',
  'postmaster',
  'hostmaster',
  'sysadmin',
  'noreply',
  'donotreply',
  'mailerdaemon',
  'helpdesk',
].map(skeletonOf);

/** Words that do so together with others of these, or alone as a whole name. */
const titleWords = [
  'accounts',
  'customer',
  'help',
  'official',
  'security',
  'service',
  'services',
  'site',
  'staff',
  'support',
  'system',
  'team',
].map(skeletonOf);

/** Words allowed between them; 'The' and 'Mod' are also names of people. */
const connectorWords = ['the', 'our', 'of', 'mod', 'from', 'and'].map(skeletonOf);

/** A site name of at least this many letters, or of two words, is nobody's own name. */
const longSiteName = 10;

const wordsIn = (text: string) => text.split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean);

/**
 * Returns the most roles that a text can name if it is made of these words alone; undefined if it
 * has any other.
 */
function rolesIn(text: string, counting: readonly string[], others: readonly string[]) {
  const most: (number | undefined)[] = [0];
  for (let end = 1; end <= text.length; end += 1) {
    for (const word of [...counting, ...others]) {
      const before = text.endsWith(word, end) ? most[end - word.length] : undefined;
      if (before === undefined) continue;
      most[end] = Math.max(most[end] ?? 0, before + (counting.includes(word) ? 1 : 0));
    }
  }
  return most[text.length];
}

interface SiteName {
  looks: string;
  isLong: boolean;
}

const siteNameOf = (siteName: string): SiteName => {
  const looks = skeletonOf(siteName);
  return { looks, isLong: wordsIn(siteName).length > 1 || looks.length >= longSiteName };
};

/** Normalises a name to how it looks, without a number at its end: 'Admin 2'. */
const readingsOf = (name: string) => [
  skeletonOf(name),
  skeletonOf(/^.*\p{L}/su.exec(name)?.[0] ?? ''),
];

/** Tells whether a name is the site's own or that of a role there. */
function readsLikeSite(name: string, { looks: siteLooks, isLong }: SiteName, least = 1): boolean {
  const others = siteLooks ? [...connectorWords, siteLooks] : connectorWords;
  return readingsOf(name).some(
    (looks) =>
      (isLong && siteLooks !== '' && looks.includes(siteLooks)) ||
      (rolesIn(looks, [...roleWords, ...titleWords], others) ?? 0) >= least,
  );
}

export interface Names {
  firstName: string;
  lastName?: string | null | undefined;
}

/**
 * Refuses a name under which a member would speak as the site or its staff. 'Admin' may be a last
 * name, and 'Hope' both a person and a site, so each is refused only together with other such
 * words.
 */
export function ownNameRefusal({ firstName, lastName }: Names, siteName: string): Refusal | null {
  const site = siteNameOf(siteName);
  const message = 'Please use your own name: this one reads like the site or its staff';
  const words = wordsIn(firstName).flatMap(readingsOf);
  const hasRole = words.some((word) => roleWords.includes(word));
  if (hasRole || readsLikeSite(firstName, site)) return invalid({ firstName: message });
  if (!lastName) return null;
  const isSites =
    readsLikeSite(lastName, site, 2) || readsLikeSite(`${firstName} ${lastName}`, site);
  return isSites ? invalid({ lastName: message }) : null;
}
