import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { endpoints, type ApiKey } from '#contract/api.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { users } from '#features/base/accounts/tables.ts';
import { startTestApp } from '#tests/support/app.ts';
import { createEventTonight } from '#tests/support/event-with-places.ts';
import { doorLinks } from './tables.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const door = 'GET /api/events/:id/door';
const save = 'PUT /api/events/:id/arrivals';
const links = 'POST /api/events/:id/door-links';

async function tonight(columns: Parameters<typeof make.event>[0] = {}) {
  const hall = await createEventTonight(app, columns);
  const { organiser, params } = hall;
  const link = async (body: { name: string; notes?: boolean } = { name: 'Sam at the door' }) =>
    (await organiser.call(links, { params, body })).body;
  const helper = (url: string) => app.visitor().withDoorLink(url);
  return { ...hall, link, helper };
}

const arrivalOf = (id: string) => ({
  device: 'phone-one',
  arrivals: [{ id, here: 1, at: clock.read().toISOString() }],
});

describe('a helper’s link', () => {
  it('opens the door of its event, and what they record is under their name', async () => {
    const { event, params, organiser, link, helper } = await tonight();
    const ann = await make.user({ firstName: 'Ann', lastName: 'Trevithick' });
    const child = await make.child(ann, { firstName: 'Mo', note: 'Nuts' });
    await make.rsvp(event, ann, clock.read(), 0, child);
    const made = await link();
    expect(made).toMatchObject({
      name: 'Sam at the door',
      notes: false,
      url: expect.stringMatching(/\/door\/[\w-]{43}$/),
      expiresAt: clock.inHours(15).toISOString(),
    });
    const sam = helper(made.url);
    const { body } = await sam.call(door, { params });
    const [party] = body.people;
    expect(party).toMatchObject({ firstName: 'Ann', children: ['Mo'], people: 2 });
    expect(party).not.toHaveProperty('lastInitial');
    expect(party).not.toHaveProperty('note');
    for (const secret of ['revithick', ann.email, ann.id, 'Nuts'])
      expect(JSON.stringify(body)).not.toContain(secret);
    await sam.call(save, { params, body: arrivalOf(party?.id ?? '') });
    const { body: seen } = await organiser.call(door, { params });
    expect(seen.people[0]).toMatchObject({ here: 1, by: 'Sam at the door', note: 'Mo: Nuts' });
    const listed = await organiser.call('GET /api/events/:id/door-links', { params });
    expect(listed.body).toMatchObject([
      { id: made.id, name: made.name, lastUsedAt: clock.read().toISOString() },
    ]);
    expect(JSON.stringify(listed.body)).not.toContain(made.url.split('/').at(-1));
  });

  it('shows notes only where the organiser says so', async () => {
    const { event, params, link, helper } = await tonight();
    await make.addedAttendee(event, { name: 'Ada', note: 'Wheelchair' });
    const { url } = await link({ name: 'Sam', notes: true });
    const { body } = await helper(url).call(door, { params });
    expect(body.people[0]).toMatchObject({ note: 'Wheelchair' });
  });

  it('reaches no other event and no other call', async () => {
    const [here, elsewhere] = [await tonight(), await tonight()];
    const { url } = await here.link();
    const sam = here.helper(url);
    expect(await sam.outcome(door, elsewhere)).toBe('sign_in_required');
    expect(await sam.outcome(save, { ...elsewhere, body: arrivalOf('1') })).toBe(
      'sign_in_required',
    );
    const others = Object.values<Endpoint>(endpoints).filter(
      ({ key, access }) => key !== door && key !== save && access !== 'anyone',
    );
    const opened: string[] = [];
    for (const { key } of others) {
      const params = { id: here.event.id, eventId: here.event.id, groupId: here.group.id };
      const response = await sam.send(key as ApiKey, { params: { ...anyParams, ...params } });
      if (response.statusCode !== 401) opened.push(`${key} ${response.statusCode}`);
    }
    expect(opened).toEqual([]);
  });

  it('opens 12 hours before the start, until 12 hours after the end', async () => {
    const { params, link, helper } = await tonight({
      startTime: clock.inHours(13),
      endTime: clock.inHours(14),
    });
    const { url } = await link();
    const outcome = () => helper(url).outcome(door, { params });
    expect(await outcome()).toBe('sign_in_required');
    clock.advanceHours(1);
    expect(await outcome()).toBe(200);
    clock.advanceHours(24.9);
    expect(await outcome()).toBe(200);
    clock.advanceHours(0.2);
    expect(await outcome()).toBe('sign_in_required');
    clock.reset();
  });

  it('ends by hand, with its event, and with the account that made it', async () => {
    const outcomes = async (
      end: (hall: Awaited<ReturnType<typeof tonight>>, id: number) => unknown,
    ) => {
      const hall = await tonight();
      const { id, url } = await hall.link();
      const before = await hall.helper(url).outcome(door, hall);
      await end(hall, id);
      return [before, await hall.helper(url).outcome(door, hall)];
    };
    const ended = [200, 'sign_in_required'];
    const byHand = await outcomes(({ organiser, params }, linkId) =>
      organiser.call('DELETE /api/events/:id/door-links/:linkId', {
        params: { ...params, linkId },
      }),
    );
    expect(byHand).toEqual(ended);
    const cancelled = await outcomes(({ organiser, params }) =>
      organiser.call('DELETE /api/events/:id', { params }),
    );
    expect(cancelled).toEqual(ended);
    const suspended = await outcomes(({ group }) =>
      db.update(users).set({ isActive: false }).where(eq(users.id, group.owner.id)),
    );
    expect(suspended).toEqual(ended);
    const off = await outcomes(({ organiser, group }) =>
      organiser.call('PATCH /api/groups/:id', {
        params: { id: group.id },
        body: { recordsAttendance: false },
      }),
    );
    expect(off).toEqual(ended);
  });

  it('is one of ten an event has at most; one that ended frees its place', async () => {
    const { organiser, params, link } = await tonight();
    const made = await link();
    for (let more = 1; more < 9; more += 1) await link();
    const body = { name: 'Two at once' };
    const ask = () => organiser.outcome(links, { params, body });
    expect(new Set(await Promise.all([ask(), ask()]))).toEqual(new Set([201, 'conflict']));
    expect(await ask()).toBe('conflict');
    await organiser.call('DELETE /api/events/:id/door-links/:linkId', {
      params: { ...params, linkId: made.id },
    });
    expect(await ask()).toBe(201);
    expect(await db.$count(doorLinks, eq(doorLinks.eventId, params.id))).toBe(10);
  });

  it('is refused for an event that is over, without a name, and by an unknown token', async () => {
    const { organiser, params, helper } = await tonight();
    const nameless = await organiser.refusal(links, { params, body: { name: ' ' } });
    expect(Object.keys(nameless.fields ?? {})).toEqual(['name']);
    expect(await helper('/door/unknown').outcome(door, { params })).toBe('sign_in_required');
    clock.advanceHours(16);
    expect(await organiser.outcome(links, { params, body: { name: 'Sam' } })).toBe('conflict');
    clock.reset();
  });
});

const anyParams = {
  userId: 'somebody',
  commentId: 1,
  addedId: 1,
  guestId: 1,
  linkId: 1,
  messageId: 1,
  page: 'privacy',
  step: 'name',
};
