import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, inject, it, vi } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { transaction } from '#platform/db/database.ts';
import { events } from '#features/events/events/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { withdrawFromGroup } from './mutations/withdrawal.ts';
import { rsvps } from './tables.ts';

const app = await startTestApp();
const { db, make, clock } = app;

const onPostgres = inject('databases').engine === 'postgres';

/** Resolves once another session waits for a row lock. */
const untilSomebodyWaits = (client: pg.Client) =>
  vi.waitFor(async () => {
    const { rows } = await client.query(`SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    expect(rows).toHaveLength(1);
  });

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
    const other = new pg.Client(String(app.db.$client.options.connectionString));
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query(`UPDATE events SET title = 'Changed meanwhile' WHERE id = ${event.id}`);
      const leaving = transaction(db, async (tx) => {
        for (const plan of leaveOtherPlans)
          await tx.execute(sql.raw(`SET LOCAL enable_${plan} = off`));
        await tx.delete(memberships).where(eq(memberships.userId, member.id));
        await withdrawFromGroup(tx, group.id, member.id, clock.read());
      });
      await untilSomebodyWaits(other);
      await other.query('COMMIT');
      await leaving;
    } finally {
      await other.end();
    }
    expect(await db.select().from(rsvps).where(eq(rsvps.eventId, event.id))).toEqual([]);
  });
});
