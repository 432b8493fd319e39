import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import type { Group, User } from '#tests/support/factories.ts';
import { makeSpam, wrongCounters, rowsOf, spamCounts } from '#tests/support/spam.ts';
import { users } from '#features/base/accounts/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { removedRows } from './tables.ts';

const app = await startTestApp();
const { make, clock, db } = app;
const adminClient = await app.as(await make.admin());

const cleanUp = 'POST /api/admin/users/:id/cleanup';
const undo = 'DELETE /api/admin/users/:id/cleanup';
const of = ({ id }: Pick<User, 'id'>) => ({ params: { id } });
const cleanUpOf = (person: User) => adminClient.call(cleanUp, { ...of(person), body: {} });

const spam = () => makeSpam(make);

const sumOf = (counts: Record<string, number>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const touched = [
  'groups',
  'memberships',
  'series',
  'events',
  'rsvps',
  'comments',
  'held_comments',
  'users',
];

/** Reads every row that a purge can touch. */
async function everything() {
  const found: Record<string, unknown> = {};
  for (const name of touched) {
    const { rows } = await db.execute<{ row: unknown }>(
      sql`select to_jsonb(each) as row from ${sql.identifier(name)} each order by to_jsonb(each)::text`,
    );
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

const isActive = async ({ id }: User) =>
  (await db.select({ isActive: users.isActive }).from(users).where(eq(users.id, id)))[0]?.isActive;

describe('an undo within a day', () => {
  it('restores everything, and lifts the ban', async () => {
    const { spammer, neighbour, sharedEvent } = await spam();
    await (
      await app.as(neighbour)
    ).call('PUT /api/events/:id/answer', {
      params: { id: sharedEvent.id },
      body: { answer: 'going', note: 'I’ll be late' },
    });
    const before = await everything();
    await cleanUpOf(spammer);
    expect(await everything()).not.toEqual(before);
    clock.advanceHours(23.9);
    const { body } = await adminClient.call(undo, of(spammer));
    clock.reset();
    expect(body).toEqual({ restored: sumOf(spamCounts), lost: 0 });
    expect(await everything()).toEqual(before);
    expect(await wrongCounters(db)).toEqual([]);
    expect(await db.$count(removedRows, eq(removedRows.purgeId, spammer.id))).toBe(0);
    expect(await adminClient.outcome(undo, of(spammer))).toBe('not_found');
  });

  it('restores series with their dates, in a removed group and in a remaining one', async () => {
    const spammer = await make.user();
    const led = await make.group({ owner: spammer });
    const shared = await make.group();
    await make.membership(shared, spammer, { isOrganizer: true });
    for (const group of [led, shared]) await make.series({ group, createdById: spammer.id });
    const before = await everything();
    await cleanUpOf(spammer);
    expect(await rowsOf(db, spammer, 'series', 'created_by_id')).toBe(0);
    const { body } = await adminClient.call(undo, of(spammer));
    expect(body).toMatchObject({ lost: 0 });
    expect(await everything()).toEqual(before);
  });

  it('gives rows from before an update its new columns, and drops those it has removed', async () => {
    const spammer = await make.user();
    const group = await make.group({ owner: spammer });
    await make.event({ group, createdById: spammer.id });
    await make.event({ group, createdById: spammer.id });
    const before = await everything();
    await cleanUpOf(spammer);
    for (const kind of ['group', 'event'] as const) {
      const [{ id } = { id: 0 }] = await db
        .select({ id: removedRows.id })
        .from(removedRows)
        .where(and(eq(removedRows.purgeId, spammer.id), eq(removedRows.kind, kind)));
      const newer = ['audience', 'revision', 'field_revisions', 'waitlist_enabled', 'join_policy'];
      const older = newer.reduce((content, name) => sql`${content} - ${name}::text`, sql`content`);
      const content = sql`${older} || '{"dropped_since": true}'`;
      await db.update(removedRows).set({ content }).where(eq(removedRows.id, id));
    }
    await adminClient.call(undo, of(spammer));
    expect(await everything()).toEqual(before);
  });

  it('closes events to guests in a group that has become one for under 18s since', async () => {
    const spammer = await make.user();
    const young = await make.group();
    const other = await make.group();
    const made = { createdById: spammer.id, openTo: 'anyone' } as const;
    const closed = await make.event({ ...made, group: young });
    const open = await make.event({ ...made, group: other });
    await cleanUpOf(spammer);
    await db.update(groups).set({ audience: 'under18' }).where(eq(groups.id, young.id));
    await adminClient.call(undo, of(spammer));
    const back = await db
      .select({ id: events.id, openTo: events.openTo })
      .from(events)
      .where(eq(events.createdById, spammer.id))
      .orderBy(events.id);
    expect(back).toEqual([
      { id: closed.id, openTo: 'members' },
      { id: open.id, openTo: 'anyone' },
    ]);
  });

  it('keeps an earlier ban', async () => {
    const spammer = await make.banned();
    await make.comment(await make.event(), spammer);
    await cleanUpOf(spammer);
    await adminClient.call(undo, of(spammer));
    expect(await isActive(spammer)).toBe(false);
    expect(await rowsOf(db, spammer, 'comments')).toBe(1);
  });

  it('lifts the ban of the first of two purges, and restores both', async () => {
    const spammer = await make.user();
    const event = await make.event();
    await make.comment(event, spammer);
    await cleanUpOf(spammer);
    await make.comment(event, spammer);
    await cleanUpOf(spammer);
    const { body } = await adminClient.call(undo, of(spammer));
    expect(body).toEqual({ restored: 2, lost: 0 });
    expect(await isActive(spammer)).toBe(true);
  });

  it('is too late after that', async () => {
    const { spammer } = await spam();
    await cleanUpOf(spammer);
    clock.advanceHours(24);
    expect(await adminClient.refusal(undo, of(spammer))).toMatchObject({
      status: 409,
      code: 'conflict',
      message: 'It’s too late to undo this: what was removed is deleted for good after a day',
    });
    clock.reset();
  });

  it('restores what still has its place, and counts the rest', async () => {
    const { spammer, neighbour, joined, meeting, shared, led } = await spam();
    await cleanUpOf(spammer);
    await adminClient.call('DELETE /api/admin/events/:id', { params: { id: meeting.id } });
    await adminClient.call('DELETE /api/admin/groups/:id', { params: { id: shared.id } });
    const { status, body } = await adminClient.call(undo, of(spammer));
    expect(status).toBe(200);
    expect(body.lost).toBeGreaterThan(0);
    const inGroup = async (person: User, { id }: Group) => {
      const params = { id };
      const { body: members } = await adminClient.call('GET /api/groups/:id/members', { params });
      return members.approved.some(({ userId }) => userId === person.id);
    };
    expect(await inGroup(spammer, joined)).toBe(true);
    expect(await inGroup(neighbour, led)).toBe(true);
    expect(await wrongCounters(db)).toEqual([]);
  });

  it('restores nothing of somebody who has since left the site or the group', async () => {
    const { spammer, neighbour, led, sharedEvent, shared } = await spam();
    const leaver = await make.member(shared);
    await make.rsvp(sharedEvent, leaver);
    await cleanUpOf(spammer);
    expect(await rowsOf(db, neighbour, 'removed_rows', 'member_id')).toBeGreaterThan(0);
    await (
      await app.as(leaver)
    ).call('DELETE /api/groups/:id/members', { params: { id: shared.id } });
    await adminClient.call('DELETE /api/admin/users/:id', of(neighbour));
    expect(await rowsOf(db, neighbour, 'removed_rows', 'member_id')).toBe(0);
    await adminClient.call(undo, of(spammer));
    const { body: event } = await adminClient.call('GET /api/events/:id', {
      params: { id: sharedEvent.id },
    });
    expect(event.attendeeCount).toBe(1);
    const { body: group } = await adminClient.call('GET /api/groups/:id', {
      params: { id: led.id },
    });
    expect(group.memberCount).toBe(1);
    expect(await wrongCounters(db)).toEqual([]);
  });

  it('leaves a group with its new owner', async () => {
    const { spammer, shared } = await spam();
    await cleanUpOf(spammer);
    const next = await make.member(shared);
    const params = { id: shared.id };
    await adminClient.call('PUT /api/groups/:id/owner', { params, body: { userId: next.id } });
    await adminClient.call(undo, of(spammer));
    expect(await rowsOf(db, next, 'groups', 'created_by_id')).toBe(1);
  });
});
