import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { ErrorCode } from '#contract/platform/errors.ts';
import { broken } from '#tests/races/invariants.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { AnyInput, Client } from '#tests/support/client.ts';
import { Random } from '#tests/crash/random.ts';
import { readPages } from '#tests/support/paging.ts';
import { raceSeed as seed } from '#tests/support/seed.ts';

const app = await startTestApp();
const { db, make } = app;

/** A caller who gets 503, as on a busy machine, tries again. */
async function outcomeOf(
  client: Client,
  key: Parameters<Client['outcome']>[0],
  input: AnyInput,
): Promise<number | ErrorCode> {
  const outcome = await client.outcome(key, input);
  return outcome === 'unavailable' ? outcomeOf(client, key, input) : outcome;
}

it(`200 guests confirm while 50 members RSVP to 20 places (seed ${seed})`, async () => {
  await make.admin();
  const group = await make.group();
  const event = await make.event({ group, capacity: 20, openTo: 'anyone' });
  const params = { id: event.id };
  const members = await Promise.all(
    Array.from({ length: 50 }, async () => app.as(await make.member(group))),
  );
  const tokens: string[] = [];
  for (let guest = 0; guest < 200; guest += 1) {
    tokens.push((await make.guestRsvp(event, { status: 'unconfirmed' })).token);
  }
  const visitor = app.visitor();
  const asGuests = tokens.map(
    (token) => () => outcomeOf(visitor, 'POST /api/guest-rsvps/confirm', { body: { token } }),
  );
  const asMembers = members.map((client) => async () => {
    const outcome = await outcomeOf(client, 'POST /api/events/:id/rsvps', { params });
    return outcome === 'full'
      ? outcomeOf(client, 'PUT /api/events/:id/waitlist', { params })
      : outcome;
  });
  const random = new Random(seed);
  const inAnyOrder = [...asGuests, ...asMembers]
    .map((run) => ({ run, at: random.next() }))
    .toSorted((one, other) => one.at - other.at);
  const outcomes = await Promise.all(inAnyOrder.map(({ run }) => run()));
  expect(outcomes.filter((outcome) => typeof outcome !== 'number')).toEqual([]);

  const { rows } = await db.execute<
    Record<'attendees' | 'taken' | 'going' | 'waiting', number>
  >(sql`
    select attendee_count as attendees, places_taken as taken,
      (select count(*)::int from rsvps where event_id = e.id and status = 'going') as going,
      (select count(*)::int from rsvps where event_id = e.id and turn is not null) as waiting
    from events e where id = ${event.id}`);
  expect(rows).toEqual([{ attendees: 20, taken: 20, going: 20, waiting: 230 }]);
  expect(await broken(db)).toEqual({});
  await expectListInOrder(group.owner, event.id);
});

/**
 * The list has everybody once, in the order of their emails, which are enqueued under the same lock
 * as they join.
 */
async function expectListInOrder(owner: { id: string }, eventId: number): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select coalesce(recipient_id, payload ->> 'guestId') as id from outbox
    where kind = 'waitlist_joined' order by outbox.id`);
  const key = 'GET /api/events/:id/waitlist';
  const input = { params: { id: eventId }, query: { limit: 100 } };
  const organiser = await app.as(owner);
  const listed = (await readPages(organiser, key, input)).flat();
  expect(listed.map(String)).toEqual(rows.map(({ id }) => id));
  const positions = (await readPages(organiser, key, input, 'position')).flat();
  expect(positions).toEqual(listed.map((_, at) => at + 1));
}
