import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { events } from '#features/events/events/tables.ts';
import { rsvps } from '#features/events/attendance/tables.ts';
import { startTestApp } from '#tests/support/app.ts';
import { withdrawFormerMembers } from './former-members.ts';

const { db, make, clock } = await startTestApp();
const deps = { db, config: readConfig({}), clock: clock.read, log: pino({ level: 'silent' }) };

it('the job removes RSVPs of former members only, from upcoming events, and corrects the counts', async () => {
  const group = await make.group();
  const [event, full] = [await make.event({ group }), await make.event({ group })];
  const past = await make.event({
    group,
    startTime: clock.inHours(-3),
    endTime: clock.inHours(-1),
  });
  const [former, member] = [await make.user(), await make.member(group)];
  const pending = await make.pendingMember(group);
  for (const person of [former, member, pending]) await make.rsvp(event, person, clock.read(), 1);
  await make.rsvp(past, former);
  await make.waiting(full, former);

  expect(await withdrawFormerMembers(deps)).toEqual({ withdrawn: 1 });
  const going = await db.select().from(rsvps).where(eq(rsvps.eventId, event.id));
  expect(new Set(going.map(({ userId }) => userId))).toEqual(new Set([member.id, pending.id]));
  const [counted] = await db.select().from(events).where(eq(events.id, event.id));
  expect(counted).toMatchObject({ attendeeCount: 2, placesTaken: 4 });
  expect(await db.select().from(rsvps).where(eq(rsvps.eventId, full.id))).toEqual([]);
  expect(await db.select().from(rsvps).where(eq(rsvps.eventId, past.id))).toHaveLength(1);
  expect(await withdrawFormerMembers(deps)).toEqual({ withdrawn: 0 });
});
