import { and, asc, eq, gt, or, sql } from 'drizzle-orm';
import { users } from '#features/base/accounts/tables.ts';
import { auditLog } from '#features/base/audit/tables.ts';
import { purges, removedRows } from '#features/safety/purge/tables.ts';
import { contacts } from '#features/events/contact/tables.ts';
import { messages } from '#features/events/messages/tables.ts';
import { comments, heldComments } from '#features/events/comments/tables.ts';
import type { Database } from '#platform/db/database.ts';
import { donations } from '#features/base/donations/tables.ts';
import { description } from '#features/events/events/queries/text.ts';
import { events } from '#features/events/events/tables.ts';
import { calendarFeeds, accessTokens } from '#features/base/tokens/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { mails, outbox, suppressions } from '#platform/mail/tables.ts';
import { media, mediaUploads } from '#features/base/media/tables.ts';
import { textPrints } from '#features/trust/moderation/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import {
  addedAttendees,
  answers,
  guestRsvps,
  rsvps,
  waitlist,
} from '#features/events/attendance/tables.ts';
import { series } from '#features/events/series/tables.ts';
import { invitations } from '#features/base/settings/tables.ts';
import {
  identities,
  mailTokens,
  sessions,
  signIns,
  recoveryCodes,
  twoSteps,
} from '#features/base/sign-in/tables.ts';
import type { Row } from '#platform/archive/archive.ts';
import { mailPreferences } from '#features/base/mail/tables.ts';
import { type Holding, without } from './holding.ts';
import { importHoldingsOf } from './import-holdings.ts';
import { householdHoldingsOf } from './household-holdings.ts';
import { safetyHoldingsOf } from './safety-holdings.ts';

/**
 * All data about a member. Of other people it has only names of groups and events, and the ids of
 * those the member has blocked; never who has blocked them.
 */
export const holdingsOf = (userId: string): Holding[] => [
  {
    name: 'account',
    about: 'your account and your profile',
    from: users,
    own: eq(users.id, userId),
    key: users.id,
    columns: without(users, 'passwordHash'),
  },
  {
    name: 'sessions',
    about: 'where you are signed in',
    from: sessions,
    own: eq(sessions.userId, userId),
    key: sessions.id,
    columns: without(sessions, 'id', 'userId'),
  },
  {
    name: 'sign-ins',
    about:
      'when and from which network somebody signed in to your account, or tried to, and tokens were made or ended',
    from: signIns,
    own: eq(signIns.userId, userId),
    key: signIns.id,
    columns: without(signIns, 'id', 'userId'),
  },
  {
    name: 'tokens',
    about: 'the tokens for scripts you made, but not what they are',
    from: accessTokens,
    own: eq(accessTokens.userId, userId),
    key: accessTokens.id,
    columns: without(accessTokens, 'id', 'hash', 'userId'),
  },
  {
    name: 'identities',
    about: 'accounts elsewhere by which you sign in here',
    from: identities,
    own: eq(identities.userId, userId),
    key: identities.subject,
    columns: without(identities, 'userId'),
  },
  {
    name: 'two-step-sign-in',
    about: 'since when we ask you for a code when you log in, but not its key',
    from: twoSteps,
    own: eq(twoSteps.userId, userId),
    key: twoSteps.userId,
    columns: { createdAt: twoSteps.createdAt },
  },
  {
    name: 'recovery-codes',
    about: 'the recovery codes you have left, but not what they are',
    from: recoveryCodes,
    own: eq(recoveryCodes.userId, userId),
    key: recoveryCodes.id,
    columns: { createdAt: recoveryCodes.createdAt },
  },
  {
    name: 'links',
    about: 'links sent to you by mail that still work',
    from: mailTokens,
    own: eq(mailTokens.userId, userId),
    key: mailTokens.id,
    columns: without(mailTokens, 'id', 'userId'),
  },
  {
    name: 'memberships',
    about: 'the groups you are in, whether you have muted them, and came by an invitation link',
    from: memberships,
    join: { table: groups, on: eq(groups.id, memberships.groupId) },
    own: eq(memberships.userId, userId),
    key: memberships.groupId,
    columns: { group: nameOfGroup(userId), ...without(memberships, 'userId') },
  },
  {
    name: 'groups',
    about: 'the groups you own',
    from: groups,
    own: eq(groups.createdById, userId),
    key: groups.id,
    columns: without(groups, 'createdById'),
  },
  {
    name: 'events',
    about: 'the events you made',
    from: events,
    own: eq(events.createdById, userId),
    key: events.id,
    columns: { ...without(events, 'createdById', 'textId'), description },
  },
  {
    name: 'series',
    about: 'how events you made repeat',
    from: series,
    own: eq(series.createdById, userId),
    key: series.id,
    columns: without(series, 'createdById'),
  },
  ...importHoldingsOf(userId),
  {
    name: 'rsvps',
    about: 'the events you said you would come to',
    from: rsvps,
    join: { table: events, on: eq(events.id, rsvps.eventId) },
    own: eq(rsvps.userId, userId),
    key: rsvps.eventId,
    columns: {
      event: titleOfEvent(userId),
      startTime: events.startTime,
      ...without(rsvps, 'userId'),
    },
  },
  {
    name: 'waiting-lists',
    about: 'the events you wait for a place at, or are offered one',
    from: waitlist,
    join: { table: events, on: eq(events.id, waitlist.eventId) },
    own: eq(waitlist.userId, userId),
    key: waitlist.eventId,
    columns: {
      event: titleOfEvent(userId),
      startTime: events.startTime,
      ...without(waitlist, 'userId'),
    },
  },
  {
    name: 'answers',
    about: 'the events you said you can’t come to, and your notes to organisers',
    from: answers,
    join: { table: events, on: eq(events.id, answers.eventId) },
    own: eq(answers.userId, userId),
    key: answers.eventId,
    columns: {
      event: titleOfEvent(userId),
      startTime: events.startTime,
      ...without(answers, 'userId'),
    },
  },
  ...householdHoldingsOf(userId),
  {
    name: 'guest-rsvps',
    about: 'the events you asked to come to without your account',
    from: guestRsvps,
    join: { table: events, on: eq(events.id, guestRsvps.eventId) },
    own: sql`${guestRsvps.email} = (select ${users.email} from ${users}
      where ${users.id} = ${userId} and ${users.emailVerifiedAt} is not null)`,
    key: guestRsvps.eventId,
    columns: {
      event: titleOfEvent(userId),
      startTime: events.startTime,
      ...without(guestRsvps, 'email', 'emailHash'),
    },
  },
  {
    name: 'added-attendees',
    about: 'the people you put on the list of an event by hand',
    from: addedAttendees,
    join: { table: events, on: eq(events.id, addedAttendees.eventId) },
    own: eq(addedAttendees.addedById, userId),
    key: addedAttendees.id,
    columns: {
      event: titleOfEvent(userId),
      ...without(addedAttendees, 'addedById', 'name', 'note'),
    },
  },
  {
    name: 'calendar-feed',
    about: 'since when your own calendar has an address, and when it was last read there',
    from: calendarFeeds,
    own: eq(calendarFeeds.userId, userId),
    key: calendarFeeds.userId,
    columns: without(calendarFeeds, 'userId', 'tokenHash'),
  },
  {
    name: 'comments',
    about: 'what you wrote under events',
    from: comments,
    join: { table: events, on: eq(events.id, comments.eventId) },
    own: eq(comments.userId, userId),
    key: comments.id,
    columns: { event: titleOfEvent(userId), ...without(comments, 'userId') },
  },
  {
    name: 'held-comments',
    about: 'what you wrote that an admin has yet to look at, or has hidden',
    from: heldComments,
    join: { table: events, on: eq(events.id, heldComments.eventId) },
    own: eq(heldComments.userId, userId),
    key: heldComments.id,
    columns: { event: titleOfEvent(userId), ...without(heldComments, 'userId', 'print') },
  },
  {
    name: 'messages',
    about: 'what you wrote to the members of groups and to the people of events',
    from: messages,
    join: { table: groups, on: eq(groups.id, messages.groupId) },
    own: eq(messages.sentById, userId),
    key: messages.id,
    columns: { group: nameOfGroup(userId), ...without(messages, 'sentById', 'print') },
  },
  {
    name: 'letters-to-organisers',
    about: 'what you wrote to the organisers of groups, as long as we keep letters',
    from: contacts,
    join: { table: groups, on: eq(groups.id, contacts.groupId) },
    own: eq(contacts.userId, userId),
    key: contacts.id,
    columns: { group: nameOfGroup(userId), ...without(contacts, 'userId') },
  },
  ...safetyHoldingsOf(userId),
  {
    name: 'removed',
    about: 'what an admin removed in the last day, and can still put back',
    from: removedRows,
    own: or(eq(removedRows.memberId, userId), eq(removedRows.creatorId, userId)),
    key: removedRows.id,
    columns: {
      kind: removedRows.kind,
      content: sql`${removedRows.content} - 'print'`,
      removedAt: removedRows.removedAt,
    },
  },
  {
    name: 'clean-up',
    about: 'when an admin last removed what you wrote',
    from: purges,
    own: eq(purges.userId, userId),
    key: purges.userId,
    columns: { createdAt: purges.createdAt },
  },
  {
    name: 'text-prints',
    about:
      'fingerprints of what you wrote in the last days, to know a text again that is posted everywhere',
    from: textPrints,
    own: eq(textPrints.userId, userId),
    key: textPrints.id,
    columns: without(textPrints, 'id', 'userId', 'bands'),
  },
  {
    name: 'donations',
    about: 'what you gave; amounts in pence',
    from: donations,
    own: eq(donations.userId, userId),
    key: donations.id,
    columns: without(donations, 'id', 'userId'),
  },
  {
    name: 'notices',
    about: 'what you are told by mail',
    from: outbox,
    own: eq(outbox.recipientId, userId),
    key: outbox.id,
    columns: { kind: outbox.kind, createdAt: outbox.createdAt, doneAt: outbox.doneAt },
  },
  {
    name: 'mails',
    about: 'the mails to you, with their text as long as it is kept',
    from: mails,
    own: eq(mails.recipientId, userId),
    key: mails.id,
    columns: without(mails, 'id', 'effectId', 'recipientId', 'aboutId', 'html', 'lastError'),
  },
  {
    name: 'email-suppression',
    about: 'whether a mail server has refused your address',
    from: suppressions,
    own: sql`${suppressions.address} = (select lower(email) from users where id = ${userId} and email_verified_at is not null)`,
    key: suppressions.id,
    columns: without(suppressions, 'id'),
  },
  {
    name: 'mail-preferences',
    about: 'the mails you turned off, or chose',
    from: mailPreferences,
    own: eq(mailPreferences.userId, userId),
    key: mailPreferences.userId,
    columns: without(mailPreferences, 'userId'),
  },
  {
    name: 'invitations',
    about: 'the invitations you made',
    from: invitations,
    own: eq(invitations.createdById, userId),
    key: invitations.id,
    columns: without(invitations, 'createdById'),
  },
  {
    name: 'administration',
    about: 'what admins did with your account, and what you did as one',
    from: auditLog,
    own: or(eq(auditLog.actorId, userId), aboutUser(userId)),
    key: auditLog.id,
    columns: {
      byYou: sql`${eq(auditLog.actorId, userId)}`,
      ...without(auditLog, 'id', 'actorId', 'before', 'after'),
    },
  },
  {
    name: 'pictures',
    about: 'the pictures you added; they are in the folder of this name',
    from: media,
    own: or(eq(media.ownerId, userId), shownBy(userId), uploadedBy(userId)),
    key: media.id,
    columns: {
      file: sql`'pictures/' || ${media.id} || '.webp'`,
      ...without(media, 'id', 'bytes', 'ownerId'),
    },
  },
];

/** A hidden group's name is exported only to its creator. */
const nameOfGroup = (userId: string) =>
  sql`case when ${groups.status} <> 'hidden' or ${groups.createdById} = ${userId} then ${groups.name} end`;

const titleOfEvent = (userId: string) => sql`case
  when ${events.status} = 'hidden' and ${events.createdById} is distinct from ${userId} then null
  when exists (select from ${groups} where ${groups.id} = ${events.groupId}
    and ${groups.status} = 'hidden' and ${groups.createdById} is distinct from ${userId}) then null
  else ${events.title} end`;

const aboutUser = (userId: string) =>
  and(eq(auditLog.targetType, 'user'), eq(auditLog.targetId, userId));

const uploadedBy = (userId: string) =>
  sql`exists (select from ${mediaUploads} where media_id = ${media.id} and owner_id = ${userId})`;

/** Somebody else may have uploaded the picture first. */
const shownBy = (userId: string) =>
  sql`${media.id} = (select substring(${users.profileImageUrl} from '^/media/([0-9a-f]{64})[.]webp$') from ${users} where ${eq(users.id, userId)})`;

const pageSize = 500;

/** Reads the rows of a holding in pages. */
export async function* pagesOf(
  db: Database,
  { from, join, own, key, columns }: Holding,
): AsyncGenerator<{ key: string; row: Row }[], void, undefined> {
  for (let last: unknown; ;) {
    const position = sql<unknown>`${key}`;
    const query = db.select({ key: position, row: columns }).from(from).$dynamic();
    if (join) query.innerJoin(join.table, join.on);
    const rows = await query
      .where(last === undefined ? own : and(own, gt(position, last)))
      .orderBy(asc(position))
      .limit(pageSize);
    if (rows.length > 0) {
      yield rows.map((each) => ({ key: String(each.key), row: each.row as Row }));
    }
    if (rows.length < pageSize) return;
    last = rows.at(-1)?.key;
  }
}
