import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { ErrorCode } from '#contract/platform/errors.ts';
import { Random } from '#tests/crash/random.ts';
import { broken } from '#tests/races/invariants.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import { createEventWithPlaces, type EventWithPlaces } from '#tests/support/event-with-places.ts';
import { raceSeed as seed } from '#tests/support/seed.ts';
import { expireOffers } from './features/events/attendance/jobs/expire-offers.ts';

const app = await startTestApp();
const { make } = app;

it(`200 people at once take exactly 20 places, and wait for the rest (seed ${seed})`, async () => {
  const random = new Random(seed);
  await make.admin();
  const hall = await createEventWithPlaces(app, { capacity: 20, guestsAllowed: 3 });
  const people = await Promise.all(
    Array.from({ length: 200 }, async () => ({
      client: await app.as(await make.member(hall.group)),
      body: { guests: random.between(0, 4) },
      changesMind: random.between(0, 4) === 0,
    })),
  );
  const outcomes = await Promise.all(people.map((person) => attendOrWait(hall, person)));
  expect(outcomes.filter((outcome) => outcome !== 201)).toEqual([]);
  // The job offers places to people who joined the list while nobody before them fitted.
  await expireOffers(app.db, app.clock.read());
  expect(await broken(app.db)).toEqual({});
  const { rows } = await app.db.execute<{ taken: number; offers: number; told: number }>(sql`
    select places_taken as taken,
      (select count(*)::int from rsvps where event_id = e.id and status = 'offered') as offers,
      (select count(*)::int from outbox where kind = 'place_offered') as told
    from events e where id = ${hall.event.id}`);
  expect(rows[0]?.taken).toBeGreaterThan(16);
  expect(rows[0]?.told).toBe(rows[0]?.offers);
});

interface Person {
  client: Client;
  body: { guests: number };
  changesMind: boolean;
}

/**
 * RSVPs or joins the waiting list; a place may be free after all if somebody leaves in between. A
 * caller who gets 503, as on a busy machine, tries again.
 */
async function attendOrWait(hall: EventWithPlaces, person: Person): Promise<number | ErrorCode> {
  const { client, body, changesMind } = person;
  const outcome = await client.outcome('POST /api/events/:id/rsvps', { params: hall.params, body });
  if (outcome === 'unavailable') return attendOrWait(hall, person);
  if (outcome === 'full') {
    const waits = await client.outcome('PUT /api/events/:id/waitlist', {
      params: hall.params,
      body,
    });
    return waits === 'conflict' || waits === 'unavailable' ? attendOrWait(hall, person) : waits;
  }
  if (changesMind) await client.call('DELETE /api/events/:id/rsvps', { params: hall.params });
  return outcome;
}
