import { eq } from 'drizzle-orm';
import { expect, inject, it } from 'vitest';
import { events } from '#features/events/events/tables.ts';
import { startTestApp } from '#tests/support/app.ts';
import { duringOtherSession } from '#tests/support/other-session.ts';

const app = await startTestApp();
const { db, make } = app;

it.runIf(inject('databases').engine === 'postgres')(
  'a request that lapses while its button is pressed takes no place',
  async () => {
    const event = await make.event({ openTo: 'anyone', capacity: 5 });
    const { id, token } = await make.guestRsvp(event, { status: 'unconfirmed' });
    const outcome = await duringOtherSession(app, ['DELETE FROM rsvps WHERE id = $1', [id]], () =>
      app.visitor().outcome('POST /api/guest-rsvps/confirm', { body: { token } }),
    );
    expect(outcome).toBe('not_found');
    const [row] = await db.select().from(events).where(eq(events.id, event.id));
    expect(row).toMatchObject({ attendeeCount: 0, placesTaken: 0 });
  },
);
