import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { rsvps } from '#features/events/attendance/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { outbox } from '#platform/mail/tables.ts';
import { startTestApp } from '#tests/support/app.ts';
import { eraseGuests } from '#features/events/attendance/mutations/erasure.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const add = 'POST /api/events/:id/added-attendees';
const one = '/api/events/:id/added-attendees/:addedId' as const;

async function hall(columns: Parameters<typeof make.event>[0] = {}) {
  const group = await make.group({ owner: await make.user({ firstName: 'Sam' }) });
  const event = await make.event({ group, capacity: 5, ...columns });
  const organiser = await app.as(group.owner);
  return { group, event, organiser, params: { id: event.id } };
}

const countsOf = async (id: number) => {
  const [row] = await db.select().from(events).where(eq(events.id, id));
  return { attendees: row?.attendeeCount, places: row?.placesTaken };
};

describe('people added by hand', () => {
  it('take places as others do, at an event for members too, and get no email', async () => {
    const { group, event, organiser, params } = await hall();
    const { status, body } = await organiser.call(add, {
      params,
      body: { name: ' Mary  Jones', people: 3, note: 'Phoned on Monday' },
    });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.any(Number),
        name: 'Mary Jones',
        people: 3,
        note: 'Phoned on Monday',
        addedBy: { id: group.owner.id, firstName: 'Sam' },
      },
    });
    expect(await countsOf(event.id)).toEqual({ attendees: 1, places: 3 });
    expect(await db.$count(outbox)).toBe(0);
    const key = { ...params, addedId: body.id };
    const changed = await organiser.call(`PATCH ${one}`, {
      params: key,
      body: { people: 1, note: null },
    });
    expect(changed.body).toMatchObject({ name: 'Mary Jones', people: 1, note: null });
    expect(await countsOf(event.id)).toEqual({ attendees: 1, places: 1 });
    await organiser.call(`DELETE ${one}`, { params: key });
    expect(await countsOf(event.id)).toEqual({ attendees: 0, places: 0 });
    expect((await organiser.refusal(`DELETE ${one}`, { params: key })).status).toBe(404);
  });

  it('are refused where they do not fit', async () => {
    const { event, organiser, params } = await hall({ capacity: 4 });
    const { body } = await organiser.call(add, { params, body: { name: 'Ben', people: 2 } });
    const refused = await organiser.refusal(add, { params, body: { name: 'Cy', people: 3 } });
    expect(refused).toMatchObject({
      status: 409,
      code: 'full',
      message: 'There are only 2 places left',
    });
    const key = { ...params, addedId: body.id };
    const more = await organiser.refusal(`PATCH ${one}`, { params: key, body: { people: 5 } });
    expect(more.code).toBe('full');
    await organiser.call(`PATCH ${one}`, { params: key, body: { people: 4 } });
    expect(await countsOf(event.id)).toEqual({ attendees: 1, places: 4 });
  });

  it('come before the waiting list, which gets the places they leave', async () => {
    const { group, event, organiser, params } = await hall({ capacity: 2 });
    const { body } = await organiser.call(add, { params, body: { name: 'Ben', people: 2 } });
    const waits = await make.member(group);
    await make.waiting(event, waits);
    await organiser.call(`PATCH ${one}`, {
      params: { ...params, addedId: body.id },
      body: { people: 1 },
    });
    const own = await app.as(waits);
    expect((await own.call('GET /api/events/:id', { params })).body.rsvpState).toBe('offered');
    expect(await countsOf(event.id)).toEqual({ attendees: 1, places: 2 });
  });

  it('are put on the list at the door, after the start and after the end', async () => {
    const { event, organiser, params } = await hall({ startTime: clock.inHours(-1) });
    await organiser.call(add, { params, body: { name: 'Ben' } });
    const past = await hall({ startTime: clock.inHours(-30) });
    await past.organiser.call(add, { params: past.params, body: { name: 'Ben' } });
    expect(await countsOf(event.id)).toEqual({ attendees: 1, places: 1 });
    expect(await countsOf(past.event.id)).toEqual({ attendees: 1, places: 1 });
  });

  it('are refused at a cancelled event', async () => {
    const { organiser, params } = await hall({ status: 'cancelled' });
    const refused = await organiser.refusal(add, { params, body: { name: 'Ben' } });
    expect(refused).toMatchObject({ status: 409, code: 'conflict' });
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'a'.repeat(81) }, 'name'],
    [{ name: 'Visit evil.example' }, 'name'],
    [{ name: 'Ben', people: 0 }, 'people'],
    [{ name: 'Ben', people: 21 }, 'people'],
    [{ name: 'Ben', note: 'a'.repeat(141) }, 'note'],
  ])('need a name and people that fit: %o', async (body, field) => {
    const { organiser, params } = await hall();
    const refused = await organiser.refusal(add, { params, body });
    expect(refused).toMatchObject({ status: 400, fields: { [field]: expect.any(String) } });
  });

  it('lose their names 30 days after the event, and still count', async () => {
    const { event, organiser, params } = await hall({ startTime: clock.inHours(24 * 100) });
    const body = { name: 'Mary Jones', people: 2, note: 'Phoned' };
    const added = await organiser.call(add, { params, body });
    clock.advanceHours(24 * 129);
    await eraseGuests(db, clock.read());
    clock.advanceHours(24 * 2);
    expect(await eraseGuests(db, clock.read())).toMatchObject({ added: 1 });
    expect(await eraseGuests(db, clock.read())).toMatchObject({ added: 0 });
    const [row] = await db.select().from(rsvps).where(eq(rsvps.id, added.body.id));
    expect(row).toMatchObject({ name: null, note: null, companions: 1 });
    const late = await app.as(await make.admin());
    const list = await late.call('GET /api/events/:id/rsvps', { params });
    expect(list.body).toMatchObject([{ kind: 'added', firstName: 'Guest', people: 2, note: null }]);
    expect(await countsOf(event.id)).toEqual({ attendees: 1, places: 2 });
    clock.reset();
  });

  it('stay when the account that added them is deleted', async () => {
    const { group, event, params } = await hall();
    const helper = await make.organiser(group);
    const client = await app.as(helper);
    await client.call(add, { params, body: { name: 'Ben' } });
    const admin = await app.as(await make.admin());
    await admin.call('DELETE /api/admin/users/:id', { params: { id: helper.id } });
    const { body } = await admin.call('GET /api/events/:id/rsvps', { params });
    expect(body).toMatchObject([{ kind: 'added', firstName: 'Ben', addedBy: null }]);
    expect(await countsOf(event.id)).toEqual({ attendees: 1, places: 1 });
  });

  it('leave an entry of the audit log where an admin adds them, without their name', async () => {
    const { params } = await hall();
    const admin = await app.as(await make.admin());
    await admin.call(add, { params, body: { name: 'Mary Jones', people: 2 } });
    const { body } = await admin.call('GET /api/admin/audit');
    expect(body[0]).toMatchObject({ action: 'attendee.add', after: { people: 2 } });
    expect(JSON.stringify(body[0])).not.toContain('Mary');
  });
});
