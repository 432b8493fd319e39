import { and, desc, eq, gt, ne } from 'drizzle-orm';
import type { Reader } from '../../platform/db/database.ts';
import { users } from '../accounts/tables.ts';
import { groups } from '../groups/tables.ts';
import { limitSpan, mostADay } from './policy.ts';
import { contacts } from './tables.ts';

/** When somebody last wrote to organisers of any group, the last first. */
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

/** What a letter to an organiser says, and whom they answer. */
export async function contactInLetter(db: Reader, id: number) {
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
    // Nobody hears of what has been hidden meanwhile.
    .where(and(eq(contacts.id, id), ne(groups.status, 'hidden')));
  return contact;
}
