import { eq, sql } from 'drizzle-orm';
import { describe, expect, inject, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { duringOtherSession } from '#tests/support/other-session.ts';
import { transaction } from '#platform/db/database.ts';
import { events } from '#features/events/events/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { withdrawFromGroup } from './mutations/withdrawal.ts';
import { rsvps } from './tables.ts';

const app = await startTestApp();
const { db, make, clock } = app;

const onPostgres = inject('databases').engine === 'postgres';

/** PostgreSQL then keeps the join's first result and doesn't read the events again. */
const leaveOtherPlans = ['hashjoin', 'mergejoin', 'seqscan', 'bitmapscan', 'material'];

describe.runIf(onPostgres)("a member who leaves during an event's change", () => {
  it('loses the RSVP once the change is committed', async () => {
    const group = await make.group();
    const [event, member] = [await make.event({ group }), await make.member(group)];
    await make.rsvp(event, member);
    for (let other = 0; other < 10; other += 1) {
      await make.waiting(await make.event({ group, capacity: 1 }), member);
    }
    for (const table of [events, rsvps]) await db.execute(sql`ANALYZE ${table}`);
    const change = "UPDATE events SET title = 'Changed meanwhile' WHERE id = $1";
    await duringOtherSession(app, [change, [event.id]], () =>
      transaction(db, async (tx) => {
        for (const plan of leaveOtherPlans)
          await tx.execute(sql.raw(`SET LOCAL enable_${plan} = off`));
        await tx.delete(memberships).where(eq(memberships.userId, member.id));
        await withdrawFromGroup(tx, group.id, member.id, clock.read());
      }),
    );
    expect(await db.select().from(rsvps).where(eq(rsvps.eventId, event.id))).toEqual([]);
  });
});
