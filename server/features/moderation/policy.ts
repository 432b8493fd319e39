import { createHash } from 'node:crypto';
import unhomoglyph from 'unhomoglyph';
import { hasLink } from '../../../contract/links.ts';
import { Refusal } from '../../platform/refusal.ts';
import { day, hour } from '../../../contract/durations.ts';

/** What keeps spam slow. Admins are held back by none of it, nor is anybody where limits are off. */
export const spamLimits = {
  /** How long an account counts as new; where mail is sent, also until its address is confirmed. */
  newDays: 3,
  /** What a new account may write: comments with a link in an hour, and groups in a day. */
  linksAnHour: 5,
  groupsADay: 10,
  /** How often the same text may be there within so many days before an admin has to look at one more. */
  copies: 3,
  copyDays: 7,
  /** In letters and digits: shorter ones are what people say anyway, unless there is a link in them. */
  shortestCopy: 80,
} as const;

/** Letters and digits alone: a text is the same whatever stands between its words, and in whatever script-like letters. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** What a text is known again by; undefined for what people say anyway, such as 'See you there'. */
export function printOf(text: string): string | undefined {
  const letters = plain(text);
  if (letters.length < spamLimits.shortestCopy && !hasLink(text)) return undefined;
  return createHash('sha256').update(letters).digest('base64url').slice(0, 22);
}

/** So many copies are there already. */
export const isRepeated = (copies: number): boolean => copies >= spamLimits.copies;

interface Hideable<Status extends string> {
  status: Status | 'hidden';
  hiddenFrom: Status | null;
}

/** What is hidden is answered as what it was before, with a mark: to who may see it at all, it is that still. */
export function shownAs<Status extends string>({
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

/** Young, or not yet shown to be reached by mail where mail is sent at all. */
export function isNew(account: AccountFacts, sendsMail: boolean, now: Date) {
  if (account.role === 'admin') return false;
  const age = now.getTime() - account.createdAt.getTime();
  return age < spamLimits.newDays * day || (sendsMail && !account.emailVerified);
}

/** `recent` are the moments of a new account's latest, the last first, no older than the time they count for. */
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

/** An event says what it is about in words of its own. */
export const copiedEventRefusal = (copies: number): Refusal | null => {
  if (!isRepeated(copies)) return null;
  const message =
    'Several other members have posted the same description this week. Please describe this event in its own words.';
  return new Refusal('invalid', message, { fields: { description: message } });
};

export interface Named {
  id: string;
  firstName: string;
  lastName: string | null;
}

const fullName = ({ firstName, lastName }: Named) =>
  [firstName, lastName].filter(Boolean).join(' ');

/**
 * What a name looks like: the skeleton of UTS #39, whose letters stand for all that are taken for them ('I', 'l' and
 * '1'; 'Α', 'А' and 'A'), whatever the case, the accents, and what stands between the words.
 */
function looksOf(name: string): string {
  const bare = unhomoglyph(name.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '')).toLowerCase();
  return unhomoglyph(bare)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('i', 'l');
}

/** The name of the first of `others` that a name is taken for. A first name alone is anybody's. */
export function readsLike(person: Named, others: readonly Named[]): string | null {
  const looks = looksOf(fullName(person));
  const found = others.find(
    (other) => other.id !== person.id && other.lastName && looksOf(fullName(other)) === looks,
  );
  return found ? fullName(found) : null;
}
