import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';

const app = await startTestApp();
const { make } = app;
const key = 'GET /api/events/:id/rsvps';

const searchInput = (event: { id: number }, q: string) => ({
  params: { id: event.id },
  query: { q },
});

describe('the search among attendees', () => {
  it('finds an adult by the name of a child who comes along, for an organiser', async () => {
    const group = await make.group();
    const event = await make.event({ group });
    await make.rsvp(event, await make.member(group));
    const parent = await make.member(group, { firstName: 'Ana' });
    const child = await make.child(parent, { firstName: 'Zebedee' });
    const who = { self: false, household: [child.id] };
    const answer = { params: { id: event.id }, body: { answer: 'going', who } } as const;
    await (await app.as(parent)).call('PUT /api/events/:id/answer', answer);
    const { body } = await (await app.as(group.owner)).call(key, searchInput(event, 'zebe'));
    expect(body).toMatchObject([{ userId: parent.id, who: [{ firstName: 'Zebedee' }] }]);
  });

  it('is allowed for organisers and admins', async () => {
    const group = await make.group();
    const event = await make.event({ group });
    const member = await app.as(await make.member(group));
    const admin = await app.as(await make.admin());
    const ask = searchInput(event, 'ama');
    expect(await app.visitor().outcome(key, ask)).toBe('forbidden');
    expect(await member.outcome(key, ask)).toBe('forbidden');
    expect(await admin.outcome(key, ask)).toBe(200);
  });

  it('is an ability on the page, like the door list, also once the event is over', async () => {
    const group = await make.group();
    const params = { id: (await make.pastEvent({ group })).id };
    const can = async (person: { id: string }) => {
      const client = await app.as(person);
      const { body } = await client.call('GET /api/events/:id', { params });
      return [
        body.can.searchAttendees,
        await client.outcome('GET /api/events/:id/door-list.csv', { params }),
      ];
    };
    expect(await can(group.owner)).toEqual([true, 200]);
    expect(await can(await make.member(group))).toEqual([false, 'forbidden']);
  });
});
