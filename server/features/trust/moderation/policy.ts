import { createHash } from 'node:crypto';
import { fullName } from '#contract/base/names.ts';
import { hasLink } from '#contract/platform/links.ts';
import { newAccountDays } from '#contract/platform/limits.ts';
import type { Viewer } from '#platform/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import { skeletonOf } from '#platform/skeleton.ts';
import { day, hour } from '#contract/platform/durations.ts';

/** Limits that slow down spam. They never apply to admins, nor if limits are off. */
export const spamLimits = {
  /**
   * The days an account counts as new; if the site sends email, also until its address is
   * confirmed.
   */
  newDays: 3,
  /** A new account's limits: comments with a link in an hour, and groups in a day. */
  linksAnHour: 5,
  groupsADay: 10,
  /** How many copies of a text within this many days make the next one wait for an admin. */
  copies: 3,
  copyDays: 7,
  /** In letters and digits. Shorter texts are common phrases, unless they contain a link. */
  shortestCopy: 80,
  /**
   * A member's own text waits for review at this many copies: under one event, or under several if
   * it has this many letters.
   */
  ownCopies: 3,
  shortestOwnCopy: 25,
} as const;

interface Fingerprint {
  /** A hash of how the text looks, without separators and in any alphabet. */
  print: string;
  /** Two near-identical texts share some of these; see `leastBandsShared`. */
  bands: number[];
}

/**
 * Returns a fingerprint that identifies a text; undefined for common phrases such as 'See you
 * there'.
 */
export function fingerprintOf(text: string): Fingerprint | undefined {
  const letters = skeletonOf(text);
  if (letters.length < spamLimits.shortestCopy && !hasLink(text)) return undefined;
  const print = createHash('sha256').update(letters).digest('base64url').slice(0, 22);
  return { print, bands: bandsOf(letters) };
}

/** Texts are compared by their runs of this many letters. */
const shingleLength = 5;
const bandCount = 20;
const rowsPerBand = 3;

/**
 * Two texts share three or more of the 20 bands if about 60 in 100 of their shingles are equal.
 * This tolerates a word or line added anywhere: texts with 70 in 100 equal shingles match 995 times
 * in 1,000, those with 30 only 17 times.
 */
export const minSharedBands = 3;

/**
 * A different odd number for each row: multiplying by it puts all 32-bit numbers in another order.
 */
const multiplierOf = (row: number) => mixBits(row + 1) | 1;

/**
 * MinHash in bands (Broder 1997): each row hashes all shingles of a text and takes the least; three
 * rows form a band.
 */
function bandsOf(letters: string): number[] {
  const shingles = shinglesOf(letters);
  return Array.from({ length: bandCount }, (_, band) => {
    let mixed = band;
    for (let row = 0; row < rowsPerBand; row += 1) {
      mixed = mixBits(mixed ^ minHash(shingles, multiplierOf(band * rowsPerBand + row)));
    }
    return mixed;
  });
}

function shinglesOf(letters: string): Uint32Array {
  const count = Math.max(1, letters.length - shingleLength + 1);
  return Uint32Array.from({ length: count }, (_, start) => {
    let hash = 0x811c9dc5;
    for (let at = start; at < start + shingleLength; at += 1) {
      hash = Math.imul(hash ^ (letters.charCodeAt(at) || 0), 0x01000193);
    }
    return mixBits(hash);
  });
}

function minHash(shingles: Uint32Array, multiplier: number): number {
  let least = 0xffffffff;
  for (const shingle of shingles) {
    const hash = Math.imul(shingle, multiplier) >>> 0;
    if (hash < least) least = hash;
  }
  return least;
}

/**
 * Spreads the bits of a number (the end of MurmurHash3); returns a signed number, as the database
 * stores it.
 */
function mixBits(number: number): number {
  let mixed = number;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** True once enough copies exist. */
export const isRepeated = (copies: number): boolean => copies >= spamLimits.copies;

interface Hideable<Status extends string> {
  status: Status | 'hidden';
  hiddenFrom: Status | null;
}

/** For viewers who may see hidden content, returns its former status with a mark. */
export function publicStatus<Status extends string>({
  status,
  hiddenFrom,
}: Hideable<Status>): {
  status: Status;
  hidden?: true;
} {
  if (status !== 'hidden') return { status };
  if (!hiddenFrom) throw new Error('something is hidden, and nobody knows what it was');
  return { status: hiddenFrom, hidden: true };
}

interface AccountFacts {
  role: 'user' | 'admin';
  emailVerified: boolean;
  createdAt: Date;
}

/** The account is young, or, if the site sends email, its address is unconfirmed. */
export function isNew(account: AccountFacts, sendsMail: boolean, now: Date) {
  if (account.role === 'admin') return false;
  const age = now.getTime() - account.createdAt.getTime();
  return age < spamLimits.newDays * day || (sendsMail && !account.emailVerified);
}

interface TrustFacts {
  createdAt: Date;
  trustedAt: Date | null;
  organisesApproved: boolean;
}

/** The account is young, and nobody has approved a group or released a text of theirs. */
export const isUntrusted = (account: TrustFacts, now: Date): boolean =>
  !account.trustedAt &&
  !account.organisesApproved &&
  now.getTime() - account.createdAt.getTime() < newAccountDays * day;

export interface OwnText {
  /** The event or group that the text belongs to. */
  placeId: number;
  text: string;
}

/** Tells whether a member repeats the same text; `recent` are their texts within `copyDays`. */
export function isOwnRepeat({ placeId, text }: OwnText, recent: readonly OwnText[]): boolean {
  const lookOf = (words: string) => skeletonOf(words) || words.trim();
  const look = lookOf(text);
  const same = recent.filter((other) => lookOf(other.text) === look);
  const here = same.filter((other) => other.placeId === placeId);
  const counted = look.length < spamLimits.shortestOwnCopy ? here : same;
  return counted.length + 1 >= spamLimits.ownCopies;
}

/** `recent` has the times of a new account's links or groups within `span`, latest first. */
const slowRefusal = (recent: Date[], most: number, span: number, now: Date, message: string) => {
  const oldest = recent[most - 1];
  if (!oldest) return null;
  const retryAfter = Math.max(1, Math.ceil((oldest.getTime() + span - now.getTime()) / 1000));
  return new Refusal('too_many_requests', message, { retryAfter });
};

export const linkSpan = hour;
export const linkRefusal = (recent: Date[], now: Date): Refusal | null =>
  slowRefusal(
    recent,
    spamLimits.linksAnHour,
    linkSpan,
    now,
    `New members can post ${spamLimits.linksAnHour} comments with a link in an hour. Please wait a while, or leave the link out.`,
  );

export const groupSpan = day;
export const groupRefusal = (recent: Date[], now: Date): Refusal | null =>
  slowRefusal(
    recent,
    spamLimits.groupsADay,
    groupSpan,
    now,
    `New members can start ${spamLimits.groupsADay} groups in a day. Please try again tomorrow.`,
  );

/** Refuses an event whose description several other members have posted. */
export const copiedEventRefusal = (copies: number): Refusal | null => {
  if (!isRepeated(copies)) return null;
  const message =
    'Several other members have posted the same description this week. Please describe this event in its own words.';
  return new Refusal('invalid', message, { fields: { description: message } });
};

export interface NamedPerson {
  id: string;
  firstName: string;
  lastName: string | null;
}

/** Returns the first of `others` that a name resembles. A first name alone is never enough. */
export function findLookalike(person: NamedPerson, others: readonly NamedPerson[]): string | null {
  const looks = skeletonOf(fullName(person));
  const found = others.find(
    (other) => other.id !== person.id && other.lastName && skeletonOf(fullName(other)) === looks,
  );
  return found ? fullName(found) : null;
}

/** Admins can't purge themselves or another admin, who must be made a member first. */
export function purgeRefusal(
  viewer: Pick<Viewer, 'id'>,
  target: Pick<Viewer, 'id' | 'role'>,
): Refusal | null {
  if (viewer.id === target.id) {
    return new Refusal('conflict', 'You can’t ban yourself and remove what you wrote');
  }
  return target.role === 'admin'
    ? new Refusal('conflict', 'This person is an admin. Remove their admin role first.')
    : null;
}

/** The viewer's ability to purge the author of an event or a comment: admins only. */
export const canPurge = (
  viewer: Pick<Viewer, 'id' | 'role'> | null,
  author: Pick<Viewer, 'id' | 'role'> | null,
): boolean => viewer?.role === 'admin' && author !== null && purgeRefusal(viewer, author) === null;
