import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import { fullName } from '#contract/base/names.ts';
import type { PendingContact } from '#contract/events/contact.ts';
import type { Reader } from '#platform/db/database.ts';
import { cursorOf, cutPage, TimeAndId } from '#platform/http/cursor.ts';
import type { Viewer } from '#platform/viewer.ts';
import { users } from '#features/base/accounts/tables.ts';
import { mayCleanUp, type OwnText } from '#features/trust/moderation/policy.ts';
import { groups } from '#features/community/groups/tables.ts';
import { copiesSince } from '#features/trust/moderation/queries.ts';
import { limitSpan, mostADay } from './policy.ts';
import { contacts } from './tables.ts';

/** Returns when the member last wrote to organisers of any group, latest first. */
export async function recentContacts(db: Reader, userId: string, now: Date): Promise<Date[]> {
  const found = await db
    .select({ at: contacts.createdAt })
    .from(contacts)
    .where(
      and(eq(contacts.userId, userId), gt(contacts.createdAt, new Date(now.getTime() - limitSpan))),
    )
    .orderBy(desc(contacts.createdAt))
    .limit(mostADay);
  return found.map(({ at }) => at);
}

/** Returns the texts that a member has recently sent to organisers, to detect repeats. */
export const recentTexts = (db: Reader, userId: string, now: Date): Promise<OwnText[]> =>
  db
    .select({ placeId: contacts.groupId, text: contacts.text })
    .from(contacts)
    .where(and(eq(contacts.userId, userId), gt(contacts.createdAt, copiesSince(now))));

/** Selects messages that await review, without those of banned members. */
export const pendingReviewOf = sql`${contacts.heldAt} is not null
  and exists (select from ${users} where ${users.id} = ${contacts.userId} and ${users.isActive})`;

const queueCursor = cursorOf(TimeAndId);

/** Lists messages that await review, oldest first. */
export async function findPendingContacts(
  db: Reader,
  viewer: Viewer,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const after = queueCursor.decode(cursor);
  const rows = await db
    .select({
      id: contacts.id,
      subject: contacts.subject,
      text: contacts.text,
      userId: contacts.userId,
      firstName: users.firstName,
      lastName: users.lastName,
      userEmail: users.email,
      role: users.role,
      groupId: contacts.groupId,
      groupName: groups.name,
      createdAt: contacts.createdAt,
    })
    .from(contacts)
    .innerJoin(groups, eq(groups.id, contacts.groupId))
    .innerJoin(users, eq(users.id, contacts.userId))
    .where(
      and(
        sql`${contacts.heldAt} is not null and ${users.isActive}`,
        after && sql`(${contacts.createdAt}, ${contacts.id}) > (${after[0]}, ${after[1]})`,
      ),
    )
    .orderBy(contacts.createdAt, contacts.id)
    .limit(limit + 1);
  const { items, next } = cutPage(rows, limit, (last) =>
    queueCursor.encode([last.createdAt.getTime(), last.id]),
  );
  return {
    items: items.map(({ firstName, lastName, role, createdAt, ...contact }): PendingContact => ({
      ...contact,
      can: { cleanUp: mayCleanUp(viewer, { id: contact.userId, role }) },
      userName: fullName({ firstName, lastName }),
      createdAt: createdAt.toISOString(),
    })),
    next,
  };
}

/** Returns the message for an email to an organiser, with its reply address. */
export async function emailedContact(db: Reader, id: number) {
  const [contact] = await db
    .select({
      subject: contacts.subject,
      text: contacts.text,
      groupId: contacts.groupId,
      groupName: groups.name,
      firstName: users.firstName,
      email: users.email,
      isActive: users.isActive,
    })
    .from(contacts)
    .innerJoin(groups, eq(groups.id, contacts.groupId))
    .innerJoin(users, eq(users.id, contacts.userId))
    // No emails go out about a group that was hidden meanwhile.
    .where(and(eq(contacts.id, id), ne(groups.status, 'hidden')));
  return contact;
}
