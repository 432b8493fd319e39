import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Role } from '#contract/base/accounts.ts';
import type { Reader } from '#platform/db/database.ts';
import { cursorOf, cutPage, TimeAndId, type Paging } from '#platform/http/cursor.ts';
import type { Viewer } from '#platform/viewer.ts';
import { users } from '#features/base/accounts/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { canPurge } from '#features/trust/moderation/policy.ts';
import { copiesOf, copiesSince } from '#features/trust/moderation/queries.ts';
import { heldComments } from '#features/events/comments/tables.ts';
import { contacts } from '#features/events/contact/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { hasEnded } from '#features/events/messages/queries.ts';
import { messages } from '#features/events/messages/tables.ts';

/** Selects the rows that await review, in the words of their partial indexes. */
export const isPending = {
  comment: sql`${heldComments.hiddenAt} is null`,
  message: sql`${messages.state} = 'held'`,
  contact: sql`${contacts.heldAt} is not null`,
};

/** The rows that counts of pending comments, and of pending messages of both kinds, go through. */
export const pendingComments = sql`${heldComments} where ${isPending.comment}`;
export const pendingMessages = sql`(select from ${messages} where ${isPending.message}
  union all select from ${contacts} where ${isPending.contact}
    and exists (select from ${users} where ${users.id} = ${contacts.userId} and ${users.isActive})) pending`;

interface Row {
  id: number;
  userId: string | null;
  firstName: string | null;
  lastName: string | null;
  role: Role | null;
  createdAt: Date;
}

const author = {
  firstName: users.firstName,
  lastName: users.lastName,
  userEmail: users.email,
  role: users.role,
};

const queueCursor = cursorOf(TimeAndId);

/** Reads a page of the rows that await review, oldest first. */
async function pageOf<R extends Row>(
  viewer: Viewer,
  table: typeof heldComments | typeof messages | typeof contacts,
  { limit, cursor }: Paging,
  read: (isAfter: SQL | undefined, order: SQL, limit: number) => Promise<R[]>,
) {
  const after = queueCursor.decode(cursor);
  const isAfter = after && sql`(${table.createdAt}, ${table.id}) > (${after[0]}, ${after[1]})`;
  const rows = await read(isAfter, sql`${table.createdAt}, ${table.id}`, limit + 1);
  const { items, next } = cutPage(rows, limit, (last) =>
    queueCursor.encode([last.createdAt.getTime(), last.id]),
  );
  return {
    items: items.map(({ firstName, lastName, role, createdAt, ...item }) => ({
      ...item,
      userName: [firstName, lastName].filter(Boolean).join(' '),
      can: { cleanUp: canPurge(viewer, role && item.userId ? { id: item.userId, role } : null) },
      createdAt: createdAt.toISOString(),
    })),
    next,
  };
}

export function findPendingComments(db: Reader, viewer: Viewer, paging: Paging, now: Date) {
  return pageOf(viewer, heldComments, paging, (isAfter, order, limit) =>
    db
      .select({
        id: heldComments.id,
        content: heldComments.content,
        userId: heldComments.userId,
        ...author,
        eventId: heldComments.eventId,
        eventTitle: events.title,
        createdAt: heldComments.createdAt,
        copies: copiesOf(heldComments.print, copiesSince(now), null),
      })
      .from(heldComments)
      .innerJoin(events, eq(events.id, heldComments.eventId))
      .innerJoin(users, eq(users.id, heldComments.userId))
      .where(and(isPending.comment, isAfter))
      .orderBy(order)
      .limit(limit),
  );
}

export async function findPendingMessages(db: Reader, viewer: Viewer, paging: Paging, now: Date) {
  const { items, next } = await pageOf(viewer, messages, paging, (isAfter, order, limit) =>
    db
      .select({
        id: messages.id,
        subject: messages.subject,
        text: messages.text,
        audience: messages.audience,
        recipients: messages.recipients,
        groupId: messages.groupId,
        groupName: groups.name,
        event: { id: events.id, title: events.title },
        eventEnd: events.endTime,
        userId: users.id,
        ...author,
        createdAt: messages.createdAt,
        copies: copiesOf(messages.print, copiesSince(now), null),
      })
      .from(messages)
      .innerJoin(groups, eq(groups.id, messages.groupId))
      .leftJoin(events, eq(events.id, messages.eventId))
      .leftJoin(users, eq(users.id, messages.sentById))
      .where(and(isPending.message, isAfter))
      .orderBy(order)
      .limit(limit),
  );
  return {
    items: items.map(({ eventEnd, ...each }) => ({
      ...each,
      event: each.event && { ...each.event, ended: hasEnded(eventEnd, new Date(each.createdAt)) },
      userName: each.userId && each.userName,
    })),
    next,
  };
}

/** Leaves out messages of banned members. */
export function findPendingContacts(db: Reader, viewer: Viewer, paging: Paging) {
  return pageOf(viewer, contacts, paging, (isAfter, order, limit) =>
    db
      .select({
        id: contacts.id,
        subject: contacts.subject,
        text: contacts.text,
        userId: contacts.userId,
        ...author,
        groupId: contacts.groupId,
        groupName: groups.name,
        createdAt: contacts.createdAt,
      })
      .from(contacts)
      .innerJoin(groups, eq(groups.id, contacts.groupId))
      .innerJoin(users, eq(users.id, contacts.userId))
      .where(and(isPending.contact, users.isActive, isAfter))
      .orderBy(order)
      .limit(limit),
  );
}
