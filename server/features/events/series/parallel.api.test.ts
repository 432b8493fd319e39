import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { mostDates } from '#contract/events/series/recurrence.ts';
import { broken } from '#tests/races/invariants.ts';
import { startTestApp } from '#tests/support/app.ts';
import { outbox } from '#platform/mail/tables.ts';
import { projectFile } from '#platform/process/files.ts';
import { events } from '#features/events/events/tables.ts';
import { series } from './tables.ts';

const app = await startTestApp();
const { db, make } = app;
// Some invariants need an admin to exist.
await make.admin();

const onPostgres = inject('databases').engine === 'postgres';

async function weekly(dates: number) {
  const group = await make.group();
  const startTime = new Date('2026-06-17T18:30:00Z');
  const made = await make.series({ group, dates, startTime, capacity: 10 });
  return { id: made.id, group, ids: made.events.map((date) => date.id) };
}

const rowsOf = (id: number) =>
  db.select().from(events).where(eq(events.seriesId, id)).orderBy(events.seriesDate);

describe.runIf(onPostgres)('a series under simultaneous changes', () => {
  it('ends in the state of one order of the changes', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, group, ids } = await weekly(6);
      const [one, other] = [await app.as(group.owner), await app.as(await make.organiser(group))];
      const change = (client: typeof one, from: number, startTime: string) =>
        client.call('PATCH /api/series/:id', {
          params: { id },
          body: { scope: 'following', fromEventId: ids[from]!, startTime, title: `From ${from}` },
        });
      await Promise.all([
        change(one, 1, '2026-06-24T19:00:00Z'),
        change(other, 3, '2026-07-08T19:30:00Z'),
      ]);
      const rows = await rowsOf(id);
      const found = rows.map((row) => `${row.startTime.toISOString().slice(11, 16)} ${row.title}`);
      expect(found.slice(1, 3)).toEqual(['19:00 From 1', '19:00 From 1']);
      expect(new Set(found.slice(3)).size).toBe(1);
      expect(['19:00 From 1', '19:30 From 3']).toContain(found[3]);
      expect(await broken(db)).toEqual({});
    }
  });

  it('is attended in its old or its new state', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, group } = await weekly(8);
      const organiser = await app.as(group.owner);
      const people = await Promise.all(Array.from({ length: 4 }, () => make.member(group)));
      const clients = await Promise.all(people.map((person) => app.as(person)));
      const rrule = 'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE;COUNT=7';
      const [, ...answers] = await Promise.all([
        organiser.call('PATCH /api/series/:id', { params: { id }, body: { scope: 'all', rrule } }),
        ...clients.map((client) => client.call('POST /api/series/:id/rsvps', { params: { id } })),
      ]);
      const rows = await rowsOf(id);
      const added = new Set(rows.slice(8).map((row) => row.id));
      for (const { body } of answers) {
        const ofNew = body.going.filter((going) => added.has(going)).length;
        expect([
          [8, 0],
          [7, 3],
        ]).toContainEqual([body.going.length, ofNew]);
      }
      expect(await broken(db)).toEqual({});
    }
  });

  it('gives no place twice among single RSVPs, edits and departures', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, group, ids } = await weekly(6);
      await db.update(events).set({ capacity: 2 }).where(eq(events.seriesId, id));
      const organiser = await app.as(group.owner);
      const people = await Promise.all(Array.from({ length: 4 }, () => make.member(group)));
      const clients = await Promise.all(people.map((person) => app.as(person)));
      const outcomes = await Promise.all([
        ...clients.map((client) =>
          client.outcome('POST /api/series/:id/rsvps', { params: { id } }),
        ),
        ...clients.map((client, index) =>
          client.outcome('POST /api/events/:id/rsvps', { params: { id: ids[5 - index]! } }),
        ),
        clients[0]!.outcome('DELETE /api/groups/:id/members', { params: { id: group.id } }),
        clients[1]!.outcome('DELETE /api/series/:id/rsvps', { params: { id } }),
        organiser.outcome('PATCH /api/events/:id', {
          params: { id: ids[2]! },
          body: { capacity: 3 },
        }),
      ]);
      expect(outcomes).not.toContain('internal');
      expect(await broken(db)).toEqual({});
    }
  });
});

describe.runIf(onPostgres)(`a change of ${mostDates} dates`, () => {
  it('succeeds completely, like their creation and an RSVP to all', async () => {
    const group = await make.group();
    const organiser = await app.as(group.owner);
    const { body } = await organiser.call('POST /api/series', {
      body: {
        title: 'Evening choir',
        description: 'Come and sing with us, no audition and no talent needed.',
        location: 'The Old Chapel',
        categoryId: 2,
        groupId: group.id,
        startTime: '2026-06-17T18:30:00Z',
        endTime: '2026-06-17T20:30:00Z',
        rrule: `FREQ=WEEKLY;BYDAY=WE;COUNT=${mostDates}`,
      },
    });
    const params = { id: body.id };
    const changed = await organiser.call('PATCH /api/series/:id', {
      params,
      body: { scope: 'all', startTime: '2026-06-17T19:00:00Z', capacity: 20 },
    });
    expect(changed.body.events).toHaveLength(mostDates);
    const member = await app.as(await make.member(group));
    const all = await member.call('POST /api/series/:id/rsvps', { params });
    expect(all.body.going).toHaveLength(mostDates);
  });

  it('leaves all dates as they were when the process is killed midway', async () => {
    const { id, group, ids } = await weekly(mostDates - 1);
    await make.rsvp({ id: ids[0]! }, await make.member(group));
    const before = await rowsOf(id);
    const url = String(app.db.$client.options.connectionString);
    // An uncommitted date on that day blocks the last date that the change adds.
    const blocker = new pg.Client(url);
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query(
      `insert into events (group_id, category_id, title, description, location, start_time, end_time,
         series_id, series_date, series_position, series_count, series_text)
       select group_id, category_id, title, description, location, start_time, end_time,
         series_id, series_date + 7, 0, 0, '' from events where id = $1`,
      [ids.at(-1)],
    );
    const program = projectFile('tests/support/series-change.ts');
    const child = spawn(process.execPath, [program, url, String(id), group.owner.id], {
      stdio: 'inherit',
    });
    const ended = once(child, 'close');
    await written(id);
    child.kill('SIGKILL');
    await ended;
    await blocker.query('rollback');
    await blocker.end();
    await rolledBack(id);
    expect(await rowsOf(id)).toEqual(before);
    const [row] = await db.select().from(series).where(eq(series.id, id));
    expect(row?.rrule).toBe(`FREQ=WEEKLY;COUNT=${mostDates - 1}`);
    expect(
      await db
        .select()
        .from(outbox)
        .where(eq(outbox.throttleKey, `series:${id}`)),
    ).toEqual([]);

    const again = spawn(process.execPath, [program, url, String(id), group.owner.id]);
    expect(await once(again, 'close')).toEqual([0, null]);
    const after = await rowsOf(id);
    expect(after).toHaveLength(mostDates);
    expect(after.filter(({ title }) => title !== 'Killed in the middle')).toEqual([]);
    expect(await broken(db)).toEqual({});
  }, 60_000);
});

/** Resolves once the change waits, with all other dates written but uncommitted. */
const written = (id: number) => waitFor(id, true);
const rolledBack = (id: number) => waitFor(id, false);

async function waitFor(id: number, isHeld: boolean): Promise<void> {
  for (;;) {
    const { rows } = await db.execute<{ waits: boolean }>(sql`
      select exists (select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
          and query ~ '^[[:space:]]*insert into "events"' and state = 'active') as waits`);
    const free = await db.execute(sql`
      select id from series where id = ${id} for no key update skip locked`);
    if (rows[0]?.waits === isHeld && (free.rows.length === 0) === isHeld) return;
    await pause(50);
  }
}
