import { eq } from 'drizzle-orm';
import pg from 'pg';
import { expect, inject, it, vi } from 'vitest';
import { events } from '#features/events/events/tables.ts';
import { startTestApp } from '#tests/support/app.ts';

const app = await startTestApp();
const { db, make } = app;

/** Resolves once another session waits for a row lock. */
const untilSomebodyWaits = (client: pg.Client) =>
  vi.waitFor(async () => {
    const { rows } = await client.query(`SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    expect(rows).toHaveLength(1);
  });

it.runIf(inject('databases').engine === 'postgres')(
  'a request that lapses while its button is pressed takes no place',
  async () => {
    const event = await make.event({ openTo: 'anyone', capacity: 5 });
    const { id, token } = await make.guestRsvp(event, { status: 'unconfirmed' });
    const job = new pg.Client(String(db.$client.options.connectionString));
    await job.connect();
    try {
      await job.query('BEGIN');
      await job.query('DELETE FROM rsvps WHERE id = $1', [id]);
      const pressed = app.visitor().outcome('POST /api/guest-rsvps/confirm', { body: { token } });
      await untilSomebodyWaits(job);
      await job.query('COMMIT');
      expect(await pressed).toBe('not_found');
    } finally {
      await job.end();
    }
    const [row] = await db.select().from(events).where(eq(events.id, event.id));
    expect(row).toMatchObject({ attendeeCount: 0, placesTaken: 0 });
  },
);
