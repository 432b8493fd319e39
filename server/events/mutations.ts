import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { EventForm } from '../../contract/events.ts';
import { transaction, type Database } from '../db/database.ts';
import { createEventRefusal } from '../groups/policy.ts';
import { requireCategory } from '../groups/mutations.ts';
import { groups } from '../groups/tables.ts';
import { demand, invalid } from '../http/refusal.ts';
import type { Viewer } from '../http/route.ts';
import { groupVisible } from '../membership/policy.ts';
import { lockedMembership, standingIn } from '../membership/queries.ts';
import { events } from './tables.ts';

/**
 * Creates an event in a group the viewer organises; without a town it takes the group's, since the venue
 * itself is not for everyone's eyes.
 * @throws Refusal `forbidden`, `invalid`
 */
export async function createEvent(
  db: Database,
  viewer: Viewer,
  form: z.output<typeof EventForm>,
  now: Date,
): Promise<number> {
  return transaction(db, async (tx) => {
    const membership = await lockedMembership(tx, form.groupId, viewer.id);
    const standing = await standingIn(tx, form.groupId, viewer);
    if (!standing || !groupVisible(viewer, standing.group, membership)) {
      throw invalid({ groupId: 'Please select a group' });
    }
    demand(createEventRefusal(membership));
    await requireCategory(tx, form.categoryId);
    const [group] = await tx
      .select({ location: groups.location })
      .from(groups)
      .where(eq(groups.id, form.groupId));
    const [event] = await tx
      .insert(events)
      .values({
        ...form,
        town: form.town || group?.location || null,
        createdById: viewer.id,
        createdAt: now,
      })
      .returning({ id: events.id });
    if (!event) throw new Error('an insert returned no row');
    return event.id;
  });
}
