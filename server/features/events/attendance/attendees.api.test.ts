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

  it('is an ability of organisers and admins, like the door list, also once it is over', async () => {
    const group = await make.group();
    const params = { id: (await make.pastEvent({ group })).id };
    for (const [person, isAble] of [
      [group.owner, true],
      [await make.admin(), true],
      [await make.member(group), false],
    ] as const) {
      const client = await app.as(person);
      const { body } = await client.call('GET /api/events/:id', { params });
      expect(body.can.searchAttendees).toBe(isAble);
      const outcome = isAble ? 200 : 'forbidden';
      expect(await client.outcome(key, searchInput(params, 'ama'))).toBe(outcome);
      expect(await client.outcome('GET /api/events/:id/door-list.csv', { params })).toBe(outcome);
    }
    expect(await app.visitor().outcome(key, searchInput(params, 'ama'))).toBe('forbidden');
  });
});
