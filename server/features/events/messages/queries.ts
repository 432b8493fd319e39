import { and, desc, eq, gt, isNull, ne, sql, type SQL } from 'drizzle-orm';
import { eventAudiences, type Message } from '#contract/events/messages.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import { cursorOf, cutPage, TimeAndId } from '#platform/http/cursor.ts';
import { deliveryCount } from '#platform/mail/throttle.ts';
import { publicColumns } from '#features/base/accounts/queries.ts';
import { users } from '#features/base/accounts/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { wantsNews } from '#features/base/notifications/queries.ts';
import type { Viewer } from '#platform/viewer.ts';
import { memberships } from '#features/community/membership/tables.ts';
import {
  comingOrWaiting,
  countRsvps,
  isMessagedGuestAt,
  memberIdsAt,
} from '#features/events/attendance/queries/rsvps.ts';
import { atDoor, hasArrived } from '#features/events/arrivals/queries/parties.ts';
import { limitSpan, isUndoable, maxPerDay } from './policy.ts';
import { messages } from './tables.ts';

type MessageAudience = Pick<
  typeof messages.$inferSelect,
  'groupId' | 'eventId' | 'sentById' | 'audience' | 'asksForDonations'
>;

/**
 * Selects a message's current recipients by id, each once. It leaves out the sender and banned
 * members. If the site sends email, it leaves out members without a confirmed address; for donation
 * requests also those who have not chosen 'Fundraising'.
 * Members who have turned messages off are left out, unless they come to a device of theirs.
 */
export function audienceOf(message: MessageAudience, sendsMail: boolean): SQL {
  const { sentById, asksForDonations } = message;
  const topic = asksForDonations ? 'fundraising' : 'messages';
  return sql`
    select person.id from ${users} person join (${addressedBy(message)}) addressed on addressed.user_id = person.id
    where person.is_active and person.id is distinct from ${sentById}::text
      ${sendsMail ? sql`and person.email_verified_at is not null` : sql``}
      and ${wantsNews(topic, sql`person.id`)}`;
}

/** The people of an event whom each audience is made of. */
const statusesOf = {
  going: ['going'],
  waiting: ['waiting', 'offered'],
  all: comingOrWaiting,
  came: atDoor,
} as const;

/**
 * Matches guests without an account who get a message to the people of an event. Requests for
 * donations go only to members who chose them.
 */
export const guestAudienceOf = ({ eventId, audience, asksForDonations }: MessageAudience) =>
  eventId === null || audience === 'members' || asksForDonations
    ? sql`false`
    : and(
        isMessagedGuestAt(eventId, ...statusesOf[audience]),
        audience === 'came' ? hasArrived : undefined,
      );

/** Members who muted the group still get messages about events they attend or wait for. */
const addressedBy = ({ groupId, eventId, audience }: MessageAudience): SQL =>
  audience === 'members'
    ? sql`select user_id from ${memberships} where group_id = ${groupId} and status = 'approved' and not muted`
    : sql`${memberIdsAt(eventId ?? 0, ...statusesOf[audience])}
        ${audience === 'came' ? sql`and ${hasArrived}` : sql``}`;

export async function groupOfEvent(db: Reader, eventId: number): Promise<number | undefined> {
  const [event] = await db
    .select({ groupId: events.groupId })
    .from(events)
    .where(eq(events.id, eventId));
  return event?.groupId;
}

export async function countAudience(
  db: Reader,
  message: MessageAudience,
  sendsMail: boolean,
): Promise<number> {
  const { rows } = await db.execute<{ people: number }>(
    sql`select count(*)::int as people from (${audienceOf(message, sendsMail)}) audience`,
  );
  const guests = await countRsvps(db, guestAudienceOf(message));
  return (rows[0]?.people ?? 0) + guests;
}

/**
 * Counts the recipients for each audience of a group or of one of its events, and how many of them
 * chose 'Fundraising'.
 */
export async function audienceSizes(
  db: Reader,
  about: Pick<MessageAudience, 'groupId' | 'eventId' | 'sentById'>,
  sendsMail: boolean,
) {
  const open = about.eventId === null ? (['members'] as const) : eventAudiences;
  return Promise.all(
    open.map(async (audience) => {
      const everybody = audienceOf({ ...about, audience, asksForDonations: false }, sendsMail);
      const { rows } = await db.execute<{ recipients: number; fundraising: number }>(sql`
        select count(*)::int as recipients, (count(*) filter (where ${wantsNews('fundraising', sql`audience.id`)}))::int as fundraising
        from (${everybody}) audience`);
      const [members = { recipients: 0, fundraising: 0 }] = rows;
      const toAll = { ...about, audience, asksForDonations: false };
      const guests = await countRsvps(db, guestAudienceOf(toAll));
      return { audience, ...members, recipients: members.recipients + guests };
    }),
  );
}

/**
 * Returns when the last messages that count for the limit of a group or event were written, latest
 * first.
 */
export async function recentMessages(
  db: Reader,
  { groupId, eventId }: Pick<MessageAudience, 'groupId' | 'eventId'>,
  now: Date,
): Promise<Date[]> {
  const found = await db
    .select({ at: messages.createdAt })
    .from(messages)
    .where(
      and(
        eq(messages.groupId, groupId),
        eventId === null ? isNull(messages.eventId) : eq(messages.eventId, eventId),
        gt(messages.createdAt, new Date(now.getTime() - limitSpan)),
        ne(messages.state, 'undone'),
      ),
    )
    .orderBy(desc(messages.createdAt))
    .limit(maxPerDay);
  return found.map(({ at }) => at);
}

/** Tells whether the event of a message was over at a moment; false for a group's members. */
export const hasEnded = (endTime: Date | null, at: Date): boolean =>
  endTime !== null && endTime <= at;

const writtenCursor = cursorOf(TimeAndId);

/**
 * Lists the messages to a group and to the people of its events that the viewer may see, newest
 * first.
 */
export async function messagesOf(
  db: Database,
  viewer: Viewer,
  groupId: number,
  paging: { limit: number; cursor?: string | undefined },
) {
  const before = writtenCursor.decode(paging.cursor);
  const cause = sql`'message:' || ${messages.id}`;
  const rows = await db
    .select({
      id: messages.id,
      subject: messages.subject,
      text: messages.text,
      audience: messages.audience,
      event: { id: events.id, title: events.title },
      eventEnd: events.endTime,
      asksForDonations: messages.asksForDonations,
      sentBy: { id: users.id, ...publicColumns },
      createdAt: messages.createdAt,
      sendsAt: messages.sendsAt,
      state: messages.state,
      recipients: messages.recipients,
      delivered: deliveryCount(cause, 'delivered'),
      failed: deliveryCount(cause, 'failed'),
    })
    .from(messages)
    .leftJoin(events, eq(events.id, messages.eventId))
    .leftJoin(users, eq(users.id, messages.sentById))
    .where(
      and(
        eq(messages.groupId, groupId),
        viewer.role === 'admin'
          ? undefined
          : sql`(${events.status} is distinct from 'hidden' or ${events.createdById} = ${viewer.id})`,
        before && sql`(${messages.createdAt}, ${messages.id}) < (${before[0]}, ${before[1]})`,
      ),
    )
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(paging.limit + 1);
  const { items, next } = cutPage(rows, paging.limit, (last) =>
    writtenCursor.encode([last.createdAt.getTime(), last.id]),
  );
  return {
    items: items.map(({ eventEnd, ...row }): Message => ({
      ...row,
      event: row.event && { ...row.event, ended: hasEnded(eventEnd, row.createdAt) },
      createdAt: row.createdAt.toISOString(),
      sendsAt: row.sendsAt.toISOString(),
      can: { undo: isUndoable(row.state) },
    })),
    next,
  };
}

/** Returns a sent message for its email. */
export async function emailedMessage(db: Reader, id: number) {
  const [message] = await db
    .select({
      subject: messages.subject,
      text: messages.text,
      groupId: messages.groupId,
      groupName: groups.name,
      eventId: messages.eventId,
      eventTitle: events.title,
      eventEnd: events.endTime,
      sentById: messages.sentById,
      sender: users.firstName,
      senderOrganises: memberships.isOrganizer,
    })
    .from(messages)
    .innerJoin(groups, eq(groups.id, messages.groupId))
    .leftJoin(events, eq(events.id, messages.eventId))
    .leftJoin(users, eq(users.id, messages.sentById))
    .leftJoin(
      memberships,
      and(eq(memberships.groupId, messages.groupId), eq(memberships.userId, messages.sentById)),
    )
    .where(
      and(
        eq(messages.id, id),
        eq(messages.state, 'sent'),
        // No emails go out about a group that was hidden meanwhile.
        ne(groups.status, 'hidden'),
        sql`${events.status} is distinct from 'hidden'`,
      ),
    );
  return message;
}
