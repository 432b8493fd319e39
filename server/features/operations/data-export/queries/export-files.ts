import { and, eq, or, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { users } from '#features/base/accounts/tables.ts';
import { auditLog } from '#features/base/audit/tables.ts';
import { purges, removedRows } from '#features/safety/purge/tables.ts';
import { contacts } from '#features/events/contact/tables.ts';
import { messages } from '#features/events/messages/tables.ts';
import { comments, heldComments } from '#features/events/comments/tables.ts';
import { donations } from '#features/base/donations/tables.ts';
import { eventDescription } from '#features/events/events/queries/text.ts';
import { events } from '#features/events/events/tables.ts';
import { passkeys } from '#features/base/passkeys/tables.ts';
import { calendarFeeds, accessTokens } from '#features/base/tokens/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { mails, outbox, suppressions } from '#platform/mail/tables.ts';
import { pushDevices, pushes } from '#platform/push/tables.ts';
import { media, mediaUploads } from '#features/base/media/tables.ts';
import { textPrints } from '#features/trust/moderation/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { arrivals, doorLinks } from '#features/events/arrivals/tables.ts';
import { childPlaces } from '#features/events/attendance/tables.ts';
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
import { mailPreferences } from '#features/base/mail/tables.ts';
import { childAdults, childInvitations, children } from '#features/events/household/tables.ts';
import { emailInvitations } from '#features/community/email-invitations/tables.ts';
import { followedCalendars, imports } from '#features/events/imports/tables.ts';
import {
  reportAppeals,
  reportCases,
  reportDecisions,
  reports,
} from '#features/safety/reports/tables.ts';
import { blocks } from '#features/trust/blocks/tables.ts';
import { complaints } from '#features/safety/complaints/tables.ts';
import { documentDrafts, documentVersions } from '#features/safety/compliance/tables.ts';
import { rowsBy, without, type ColumnOf, type ExportFile, type ExportRows } from './export-file.ts';
import {
  addedRows,
  answerRows,
  arrivalRows,
  childPlaceRows,
  goingRows,
  guestRows,
  removedColumns,
  waitingRows,
  eventOfRsvp,
} from './rsvps.ts';

/**
 * All data about a member. Of other people it has only names of groups and events, and the ids of
 * those the member has blocked; never who has blocked them.
 */
export function exportFilesOf(userId: string): ExportFile[] {
  const own = <Table extends PgTable>(
    from: Table,
    by: ColumnOf<Table>,
    ...not: ColumnOf<Table>[]
  ) => rowsBy(userId, from, by, ...not);
  const atEvent = (rows: ExportRows, eventId: PgColumn, more: ExportRows['columns'] = {}) => ({
    ...rows,
    join: { table: events, on: eq(events.id, eventId) },
    columns: { event: titleOfEvent(userId), ...more, ...rows.columns },
  });
  const inGroup = (rows: ExportRows, groupId: PgColumn) => ({
    ...rows,
    join: { table: groups, on: eq(groups.id, groupId) },
    columns: { group: nameOfGroup(userId), ...rows.columns },
  });
  return [
    {
      name: 'account',
      about: 'your account and your profile',
      ...own(users, 'id'),
      columns: without(users, 'passwordHash'),
    },
    {
      name: 'sessions',
      about: 'where you are signed in',
      ...own(sessions, 'userId', 'id'),
    },
    {
      name: 'sign-ins',
      about:
        'when and from which network somebody signed in to your account, or tried to, and tokens were made or ended',
      ...own(signIns, 'userId', 'id'),
    },
    {
      name: 'tokens',
      about: 'the tokens for scripts you made, but not what they are',
      ...own(accessTokens, 'userId', 'id', 'hash'),
    },
    {
      name: 'passkeys',
      about: 'the passkeys you sign in with, but not their keys',
      ...own(passkeys, 'userId', 'id'),
      columns: {
        name: passkeys.name,
        createdAt: passkeys.createdAt,
        lastUsedAt: passkeys.lastUsedAt,
      },
    },
    {
      name: 'identities',
      about: 'accounts elsewhere by which you sign in here',
      ...own(identities, 'userId'),
      key: identities.subject,
    },
    {
      name: 'two-step-sign-in',
      about: 'since when we ask you for a code when you log in, but not its key',
      ...own(twoSteps, 'userId'),
      columns: { createdAt: twoSteps.createdAt },
    },
    {
      name: 'recovery-codes',
      about: 'the recovery codes you have left, but not what they are',
      ...own(recoveryCodes, 'userId'),
      columns: { createdAt: recoveryCodes.createdAt },
    },
    {
      name: 'links',
      about: 'links sent to you by mail that still work',
      ...own(mailTokens, 'userId', 'id'),
    },
    {
      name: 'memberships',
      about:
        'the groups you are in, whether you have muted them, came by an invitation link, and what you answered when you asked to join',
      ...inGroup(own(memberships, 'userId', 'foldedName'), memberships.groupId),
      key: memberships.groupId,
    },
    {
      name: 'groups',
      about: 'the groups you own',
      ...own(groups, 'createdById'),
    },
    {
      name: 'events',
      about: 'the events you made',
      ...own(events, 'createdById'),
      columns: { ...without(events, 'createdById', 'textId'), description: eventDescription },
    },
    {
      name: 'series',
      about: 'how events you made repeat',
      ...own(series, 'createdById'),
    },
    {
      name: 'imports',
      about: 'the calendars whose events you looked at for your groups, for 30 days',
      from: imports,
      own: sql`(${imports.createdById} = ${userId} and ${imports.goneAt} is null)`,
      key: imports.id,
      columns: without(imports, 'createdById', 'earlier', 'bytes', 'goneAt', 'datesGone'),
    },
    {
      name: 'followed-calendars',
      about: 'the addresses of calendars you had us look at for your groups',
      ...own(followedCalendars, 'addedById'),
      key: followedCalendars.groupId,
    },
    {
      name: 'email-invitations',
      about: 'the people you invited by email, but not who they are, and invitations to you',
      from: emailInvitations,
      own: sql`(${emailInvitations.invitedById} = ${userId} or ${emailInvitations.email} =
      (select email from users where id = ${userId} and email_verified_at is not null))`,
      key: emailInvitations.id,
      columns: without(emailInvitations, 'id', 'invitedById', 'email', 'emailHash'),
    },
    {
      name: 'rsvps',
      about: 'the events you said you would come to',
      ...atEvent(goingRows(userId), eventOfRsvp, { startTime: events.startTime }),
    },
    {
      name: 'waiting-lists',
      about: 'the events you wait for a place at, or are offered one',
      ...atEvent(waitingRows(userId), eventOfRsvp, { startTime: events.startTime }),
    },
    {
      name: 'attendance',
      about: 'the events where organisers recorded that you came, and how many of you, for a year',
      ...atEvent(arrivalRows(userId), arrivals.eventId),
    },
    {
      name: 'door',
      about: 'when you recorded at the door of an event that somebody came, but not who',
      ...atEvent(own(arrivals, 'byId'), arrivals.eventId),
      columns: { event: titleOfEvent(userId), eventId: arrivals.eventId, at: arrivals.at },
    },
    {
      name: 'door-links',
      about: 'the links you made for helpers at the door, but not what they are',
      ...atEvent(own(doorLinks, 'createdById', 'tokenHash'), doorLinks.eventId),
    },
    {
      name: 'answers',
      about: 'the events you said you can’t come to, and your notes to organisers',
      ...atEvent(answerRows(userId), eventOfRsvp, { startTime: events.startTime }),
    },
    {
      name: 'household',
      about: 'the children you answer for, and what organisers should know about them',
      ...own(childAdults, 'userId'),
      join: { table: children, on: eq(children.id, childAdults.childId) },
      key: childAdults.childId,
      columns: {
        firstName: children.firstName,
        note: children.note,
        ...without(childAdults, 'userId'),
      },
    },
    {
      name: 'household-events',
      about: 'the events you said your children would come to, until 30 days after',
      ...childPlaceRows(userId),
      join: { table: events, on: eq(events.id, childPlaces.eventId) },
    },
    {
      name: 'household-invitations',
      about: 'the links you made for another adult, but not what they are',
      ...own(childInvitations, 'invitedById', 'id'),
    },
    {
      name: 'guest-rsvps',
      about: 'the events you asked to come to without your account',
      ...atEvent(guestRows(userId), eventOfRsvp, { startTime: events.startTime }),
    },
    {
      name: 'added-attendees',
      about: 'the people you put on the list of an event by hand',
      ...atEvent(addedRows(userId), eventOfRsvp),
    },
    {
      name: 'calendar-feed',
      about: 'since when your own calendar has an address, and when it was last read there',
      ...own(calendarFeeds, 'userId', 'tokenHash'),
    },
    {
      name: 'comments',
      about: 'what you wrote under events',
      ...atEvent(own(comments, 'userId'), comments.eventId),
    },
    {
      name: 'held-comments',
      about: 'what you wrote that an admin has yet to look at, or has hidden',
      ...atEvent(own(heldComments, 'userId', 'print'), heldComments.eventId),
    },
    {
      name: 'messages',
      about: 'what you wrote to the members of groups and to the people of events',
      ...inGroup(own(messages, 'sentById', 'print'), messages.groupId),
    },
    {
      name: 'letters-to-organisers',
      about: 'what you wrote to the organisers of groups, as long as we keep letters',
      ...inGroup(own(contacts, 'userId'), contacts.groupId),
    },
    {
      name: 'blocked',
      about: 'whom you have blocked, by their id, and since when',
      ...own(blocks, 'userId'),
      key: blocks.blockedId,
    },
    {
      name: 'complaints',
      about: 'what you complained of to us, and what came of it',
      ...own(complaints, 'userId', 'id', 'warnedOnDay', 'answeredById'),
    },
    {
      name: 'reports',
      about: 'what you reported, and what became of it',
      ...own(reports, 'reporterId'),
      join: { table: reportCases, on: eq(reportCases.id, reports.caseId) },
      columns: {
        about: reportCases.subjectType,
        title: sql`case when ${reportCases.subjectType} in ('event', 'group')
        and coalesce(${reportCases.decision}, '') not in ('hide', 'delete', 'police') then ${reportCases.title} end`,
        state: reportCases.state,
        decision: reportCases.decision,
        authorDecision: reportCases.authorDecision,
        ...without(reports, 'id', 'caseId', 'reporterId', 'email', 'said'),
      },
    },
    {
      name: 'reports-about-you',
      about: 'what others reported of you and of what is yours, but not who',
      from: reportCases,
      own: and(
        eq(reportCases.authorId, userId),
        // Only the police may reveal that they have a case.
        sql`not (${reportCases.subjectType} = 'user' and ${reportCases.decision} is not distinct from 'police')`,
      ),
      key: reportCases.id,
      columns: {
        about: reportCases.subjectType,
        decision: sql`nullif(replace(coalesce(${reportCases.decision}, ''), 'police', 'hide'), '')`,
        authorDecision: reportCases.authorDecision,
        ...without(
          reportCases,
          'id',
          'subjectId',
          'authorId',
          'lookedAtById',
          'subjectType',
          'decision',
        ),
      },
    },
    {
      name: 'report-decisions',
      about: 'what you decided on reports as an admin',
      ...own(reportDecisions, 'byId'),
    },
    {
      name: 'appeals',
      about: 'what you wrote against what was decided on a report',
      from: reportAppeals,
      own: or(
        sql`${reportAppeals.reportId} in (select id from ${reports} where ${eq(reports.reporterId, userId)})`,
        sql`${reportAppeals.side} = 'subject' and ${reportAppeals.caseId} in (select id from ${reportCases} where ${eq(reportCases.authorId, userId)})`,
      ),
      key: reportAppeals.caseId,
      columns: { text: reportAppeals.text, createdAt: reportAppeals.createdAt },
    },
    {
      name: 'papers',
      about: 'the papers of this site that you saved, with your answers',
      ...own(documentVersions, 'savedById', 'id', 'facts', 'markdown'),
    },
    {
      name: 'paper-drafts',
      about: 'the papers of this site that you have begun, with your answers so far',
      ...own(documentDrafts, 'userId'),
      key: documentDrafts.paper,
    },
    {
      name: 'removed',
      about: 'what an admin removed in the last day, and can still put back',
      from: removedRows,
      own: or(eq(removedRows.memberId, userId), eq(removedRows.creatorId, userId)),
      key: removedRows.id,
      columns: removedColumns,
    },
    {
      name: 'clean-up',
      about: 'when an admin last removed what you wrote',
      ...own(purges, 'userId'),
      columns: { createdAt: purges.createdAt },
    },
    {
      name: 'text-prints',
      about:
        'fingerprints of what you wrote in the last days, to know a text again that is posted everywhere',
      ...own(textPrints, 'userId', 'id', 'bands'),
    },
    {
      name: 'donations',
      about: 'what you gave; amounts in pence',
      ...own(donations, 'userId', 'id'),
    },
    {
      name: 'notices',
      about: 'what you are told by mail',
      ...own(outbox, 'recipientId'),
      columns: { kind: outbox.kind, createdAt: outbox.createdAt, doneAt: outbox.doneAt },
    },
    {
      name: 'mails',
      about: 'the mails to you, with their text as long as it is kept',
      ...own(mails, 'recipientId', 'id', 'effectId', 'aboutId', 'html', 'lastError'),
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
      name: 'devices',
      about: 'the devices that get your notifications, but not their keys',
      ...own(pushDevices, 'userId', 'id', 'sessionId', 'endpointHash', 'sealedSubscription'),
    },
    {
      name: 'notifications',
      about: 'news for your devices that waits, or went out within a day',
      from: pushes,
      own: sql`${pushes.deviceId} in (select id from push_devices where user_id = ${userId})`,
      key: pushes.id,
      columns: { kind: pushes.kind, createdAt: pushes.createdAt, doneAt: pushes.doneAt },
    },
    {
      name: 'mail-preferences',
      about: 'the kinds of news you turned off, or chose, by email and on your devices',
      ...own(mailPreferences, 'userId'),
    },
    {
      name: 'invitations',
      about: 'the invitations you made',
      ...own(invitations, 'createdById'),
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
}

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
