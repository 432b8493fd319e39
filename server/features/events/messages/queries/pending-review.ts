import { and, eq, sql } from 'drizzle-orm';
import { fullName } from '#contract/base/names.ts';
import type { PendingMessage } from '#contract/events/pending-review.ts';
import type { Reader } from '#platform/db/database.ts';
import { cursorOf, cutPage, TimeAndId } from '#platform/http/cursor.ts';
import type { Viewer } from '#platform/viewer.ts';
import { users } from '#features/base/accounts/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { mayCleanUp } from '#features/trust/moderation/policy.ts';
import { copiesOf, copiesSince } from '#features/trust/moderation/queries.ts';
import { messages } from '../tables.ts';

const queueCursor = cursorOf(TimeAndId);

/** The messages of the same queue. */
export async function findPendingMessages(
  db: Reader,
  viewer: Viewer,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  now: Date,
) {
  const after = queueCursor.decode(cursor);
  const rows = await db
    .select({
      id: messages.id,
      subject: messages.subject,
      text: messages.text,
      audience: messages.audience,
      recipients: messages.recipients,
      groupId: messages.groupId,
      groupName: groups.name,
      event: { id: events.id, title: events.title },
      sender: {
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        email: users.email,
        role: users.role,
      },
      createdAt: messages.createdAt,
      copies: copiesOf(messages.print, copiesSince(now), null),
    })
    .from(messages)
    .innerJoin(groups, eq(groups.id, messages.groupId))
    .leftJoin(events, eq(events.id, messages.eventId))
    .leftJoin(users, eq(users.id, messages.sentById))
    .where(
      and(
        sql`${messages.state} = 'held'`,
        after && sql`(${messages.createdAt}, ${messages.id}) > (${after[0]}, ${after[1]})`,
      ),
    )
    .orderBy(messages.createdAt, messages.id)
    .limit(limit + 1);
  const { items, next } = cutPage(rows, limit, (last) =>
    queueCursor.encode([last.createdAt.getTime(), last.id]),
  );
  return {
    items: items.map(({ sender, createdAt, ...message }): PendingMessage => ({
      ...message,
      userId: sender?.id ?? null,
      userName: sender && fullName(sender),
      userEmail: sender?.email ?? null,
      can: { cleanUp: mayCleanUp(viewer, sender) },
      createdAt: createdAt.toISOString(),
    })),
    next,
  };
}
