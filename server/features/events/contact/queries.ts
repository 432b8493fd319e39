import { and, desc, eq, gt, ne } from 'drizzle-orm';
import type { Reader } from '#platform/db/database.ts';
import { users } from '#features/base/accounts/tables.ts';
import type { OwnText } from '#features/trust/moderation/policy.ts';
import { groups } from '#features/community/groups/tables.ts';
import { copiesSince } from '#features/trust/moderation/queries.ts';
import { limitSpan, maxPerDay } from './policy.ts';
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
    .limit(maxPerDay);
  return found.map(({ at }) => at);
}

/** Returns the texts that a member has recently sent to organisers, to detect repeats. */
export const recentTexts = (db: Reader, userId: string, now: Date): Promise<OwnText[]> =>
  db
    .select({ placeId: contacts.groupId, text: contacts.text })
    .from(contacts)
    .where(and(eq(contacts.userId, userId), gt(contacts.createdAt, copiesSince(now))));

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
