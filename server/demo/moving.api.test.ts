import { pino } from 'pino';
import { beforeAll, expect, it } from 'vitest';
import { and, asc, eq, gt, lte } from 'drizzle-orm';
import { cleanText, cleanTexts } from '#contract/platform/clean-text.ts';
import { dateOf, daysAfter } from '#contract/platform/days.ts';
import { day, hour } from '#contract/platform/durations.ts';
import { startTestApp } from '#tests/support/app.ts';
import { users } from '#features/base/accounts/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { rsvps } from '#features/events/attendance/tables.ts';
import { series } from '#features/events/series/tables.ts';
import { readConfig } from '#platform/config.ts';
import { runDue } from '#platform/jobs/runner.ts';
import { loadDemo } from './load.ts';
import { demonstrationJob } from './moving.ts';

const app = await startTestApp();
const { db, clock, make } = app;
const log = pino({ level: 'silent' });
const config = readConfig({});

/** Nights at 00:01 UTC, including the clock change. */
const begin = new Date('2026-10-11T20:30:00Z');
const sleepUntil = (time: Date) =>
  clock.advanceHours((time.getTime() - clock.read().getTime()) / hour);
const nightAfter = (nights: number) => new Date(Date.parse('2026-10-11T00:01:00Z') + nights * day);
const run = (demo = true) =>
  runDue([demonstrationJob], { db, config: { ...config, demo }, clock: clock.read, log });

const eventTitled = async (title: string) => {
  const found = await db
    .select()
    .from(events)
    .where(eq(events.title, cleanText(title)))
    .orderBy(asc(events.startTime));
  if (!found[0]) throw new Error(`no event is called ${title}`);
  return found[0];
};
const memberId = async () => {
  const [member] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, cleanText('member@example.com')));
  return member?.id ?? '';
};

beforeAll(async () => {
  sleepUntil(begin);
  await loadDemo(db, begin);
});

async function daysWithEvents(): Promise<Set<string>> {
  const coming = await db
    .select({ startTime: events.startTime })
    .from(events)
    .where(and(eq(events.status, 'scheduled'), gt(events.startTime, clock.read())));
  return new Set(coming.map(({ startTime }) => dateOf(startTime)));
}

it('the demo has events on each day of the next fortnight, however long it has run', async () => {
  const past = await db.$count(events, lte(events.endTime, begin));
  for (let night = 1; night <= 45; night += 1) {
    sleepUntil(nightAfter(night));
    await run();
    const days = await daysWithEvents();
    const missing = Array.from({ length: 14 }, (_, ahead) =>
      daysAfter(dateOf(clock.read()), ahead),
    ).filter((date) => !days.has(date));
    expect([clock.read(), missing]).toEqual([clock.read(), []]);
  }
  expect(await db.$count(events, lte(events.endTime, clock.read()))).toBe(past);
  const weekly = await eventTitled('Session by the stove');
  expect(dateOf(weekly.startTime)).toBe('2026-11-27');
  expect(weekly.startTime.toISOString()).toBe('2026-11-27T20:00:00.000Z');
});

it('the demo’s job keeps the length of a series and the dates of its rule', async () => {
  const { seriesId } = await eventTitled('Tuesday run on the prom');
  const dates = await db
    .select()
    .from(events)
    .where(eq(events.seriesId, seriesId ?? 0))
    .orderBy(asc(events.startTime));
  expect(dates.map(({ seriesPosition }) => seriesPosition)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(dates.map(({ seriesDate }) => seriesDate)).toEqual(
    dates.map(({ startTime }) => dateOf(startTime)),
  );
  expect(dates.filter(({ startTime }) => startTime > clock.read())).toHaveLength(4);
  const [rule] = await db
    .select()
    .from(series)
    .where(eq(series.id, seriesId ?? 0));
  expect(rule).toMatchObject({ firstDate: dates[0]?.seriesDate });
});

it("the demo’s job moves an event with its attendees, and leaves users' own or renamed events alone", async () => {
  const own = await make.event({
    title: 'A visitor’s own supper',
    startTime: new Date(clock.read().getTime() + hour),
    endTime: new Date(clock.read().getTime() + 3 * hour),
  });
  const goer = await memberId();
  const talked = await eventTitled('Sunday sketch club');
  const renamed = await eventTitled('Clipboard evening');
  await db.insert(rsvps).values({ eventId: talked.id, userId: goer }).onConflictDoNothing();
  await db
    .update(events)
    .set(cleanTexts({ title: 'My clipboard' }))
    .where(eq(events.id, renamed.id));
  const going = await db.$count(rsvps, eq(rsvps.eventId, talked.id));
  for (let night = 46; night <= 56; night += 1) {
    sleepUntil(nightAfter(night));
    await run();
  }
  const byId = async (id: number) => (await db.select().from(events).where(eq(events.id, id)))[0];
  expect((await byId(own.id))?.startTime).toEqual(own.startTime);
  expect((await byId(renamed.id))?.startTime).toEqual(renamed.startTime);
  const moved = await byId(talked.id);
  expect(moved?.startTime.getTime()).toBeGreaterThan(clock.read().getTime());
  expect(moved?.revision).toBeGreaterThan(talked.revision);
  expect(await db.$count(rsvps, eq(rsvps.eventId, talked.id))).toBe(going);
});

it('the demo’s job catches up after a month offline', async () => {
  const past = await db.$count(events, lte(events.endTime, clock.read()));
  sleepUntil(nightAfter(90));
  await run();
  expect(await db.$count(events, lte(events.endTime, clock.read()))).toBe(past);
  const days = await daysWithEvents();
  expect(days).toContain(daysAfter(dateOf(clock.read()), 1));
});

it('the demo’s job moves nothing on a site that is not a demonstration', async () => {
  sleepUntil(nightAfter(97));
  const days = await daysWithEvents();
  await run(false);
  expect(await daysWithEvents()).toEqual(days);
});
