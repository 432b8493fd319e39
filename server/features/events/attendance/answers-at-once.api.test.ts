import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { broken } from '#tests/races/invariants.ts';

const app = await startTestApp();
const { make, db } = app;

const rounds = 200;

/** Each round: a full event, two who wait, and everything that moves its places at one moment. */
it.skipIf(app.engine === 'embedded')(
  'simultaneous answers, offers, capacities and households lose no place and no offer in 200 rounds',
  { timeout: 300_000 },
  async () => {
    const group = await make.group();
    const host = await app.as(group.owner);
    const [ana, ben] = [await make.member(group), await make.member(group)];
    const [cy, dee] = [await make.member(group), await make.member(group)];
    const child = await make.child(ana);
    await make.secondAdult(child, ben);
    const [asAna, asBen, asCy] = await Promise.all([app.as(ana), app.as(ben), app.as(cy)]);
    const who = { self: false, household: [child.id] };
    for (let round = 0; round < rounds; round += 1) {
      const event = await make.event({ group, capacity: 2 });
      const params = { id: event.id };
      await make.rsvp(event, ana, undefined, 0, child);
      await make.waiting(event, cy);
      await make.waiting(event, dee);
      const answer = 'PUT /api/events/:id/answer';
      const changes = [
        () => asAna.outcome(answer, { params, body: { answer: 'cant' } }),
        () => asBen.outcome(answer, { params, body: { answer: 'going', who } }),
        () => host.outcome('PATCH /api/events/:id', { params, body: { capacity: 3 } }),
        () => asCy.outcome(answer, { params, body: { answer: 'cant' } }),
      ];
      const start = round % changes.length;
      const outcomes = await Promise.all(
        [...changes.slice(start), ...changes.slice(0, start)].map((change) => change()),
      );
      expect(outcomes.filter((each) => typeof each !== 'number' && each !== 'full')).toEqual([]);
      const { rows } = await db.execute(sql`
        select places_taken as taken, capacity,
          (select count(*)::int from rsvps where event_id = e.id and status = 'waiting') as waiting
        from events e where id = ${event.id} and places_taken < capacity
          and exists (select from rsvps w where w.event_id = e.id and w.status = 'waiting'
            and self::int + children + companions <= e.capacity - e.places_taken)`);
      // A place is free while somebody who fits still waits for it.
      expect(rows).toEqual([]);
    }
    const wrong = Object.entries(await broken(db)).filter(([name]) =>
      / places|RSVPs|room|child/.test(name),
    );
    expect(wrong).toEqual([]);
  },
);
