import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { broken } from '#tests/races/invariants.ts';
import { startTestApp } from '#tests/support/app.ts';
import { events } from '#features/events/events/tables.ts';
import { rsvps } from '#features/events/attendance/tables.ts';
import { series } from './tables.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const admin = await app.as(await make.admin());

beforeEach(() => clock.reset());

/** Creates a series by an organiser, its group's owner, and a member who attends every date. */
async function weekly() {
  const group = await make.group();
  const organiser = await make.organiser(group);
  const { id, events: dates } = await make.series({
    group,
    dates: 4,
    createdById: organiser.id,
    capacity: 3,
  });
  await db.update(series).set({ createdById: organiser.id }).where(eq(series.id, id));
  const person = await make.member(group);
  for (const date of dates) await make.rsvp(date, person);
  return { id, group, organiser, person, ids: dates.map((date) => date.id) };
}

const datesOf = (id: number) =>
  db
    .select({ id: events.id, position: events.seriesPosition, count: events.seriesCount })
    .from(events)
    .where(eq(events.seriesId, id))
    .orderBy(events.seriesDate);

const numbered = (ids: number[]) =>
  ids.map((id, index) => ({ id, position: index + 1, count: ids.length }));

describe('a series', () => {
  it('has the right count after an admin deletes one of its dates', async () => {
    const { id, ids } = await weekly();
    await admin.call('DELETE /api/admin/events/:id', { params: { id: ids[1]! } });
    expect(await datesOf(id)).toEqual(numbered(ids.filter((each) => each !== ids[1])));
  });

  it('has the right count after a purge of the author of some dates', async () => {
    const { id, ids, group, organiser } = await weekly();
    await db
      .update(events)
      .set({ createdById: group.owner.id })
      .where(sql`${events.id} in (${ids[0]}, ${ids[3]})`);
    const params = { id: organiser.id };
    await admin.call('POST /api/admin/users/:id/cleanup', { params, body: {} });
    expect(await datesOf(id)).toEqual(numbered([ids[0]!, ids[3]!]));
    await admin.call('DELETE /api/admin/users/:id/cleanup', { params });
    expect(await datesOf(id)).toEqual(numbered(ids));
  });

  it('loses a person who leaves the group, is banned or leaves the site, on every upcoming date', async () => {
    const leaves = async (
      leave: (fixture: Awaited<ReturnType<typeof weekly>>) => Promise<unknown>,
    ) => {
      const fixture = await weekly();
      await leave(fixture);
      const left = await db.select().from(rsvps).where(eq(rsvps.userId, fixture.person.id));
      expect(left).toEqual([]);
    };
    await leaves(async ({ group, person }) =>
      (await app.as(person)).call('DELETE /api/groups/:id/members', { params: { id: group.id } }),
    );
    await leaves(({ person }) =>
      admin.call('PATCH /api/admin/users/:id/status', {
        params: { id: person.id },
        body: { isActive: false },
      }),
    );
    await leaves(({ person }) =>
      admin.call('DELETE /api/admin/users/:id', { params: { id: person.id } }),
    );
    expect(await broken(db)).toEqual({});
  });

  it('stays when its author’s account is deleted, and is deleted with its group', async () => {
    const { id, ids, group, organiser } = await weekly();
    await admin.call('DELETE /api/admin/users/:id', { params: { id: organiser.id } });
    expect(await datesOf(id)).toEqual(numbered(ids));
    await admin.call('DELETE /api/admin/groups/:id', { params: { id: group.id } });
    expect(await db.select().from(series).where(eq(series.id, id))).toEqual([]);
  });
});
