import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { readPages } from '#tests/support/paging.ts';

const app = await startTestApp();
const { make } = app;
const key = 'GET /api/events/:id/rsvps';

/** Creates an event with an attendee for each first name. */
async function eventWith(...firstNames: string[]) {
  const group = await make.group();
  const event = await make.event({ group });
  const people = [];
  for (const firstName of firstNames) {
    const person = await make.member(group, { firstName });
    await make.rsvp(event, person);
    people.push(person);
  }
  return { group, event, people };
}

const searchInput = (event: { id: number }, q: string) => ({
  params: { id: event.id },
  query: { q },
});

describe('the search among attendees', () => {
  it('finds an adult by the name of a child who comes along, for an organiser', async () => {
    const { group, event } = await eventWith('Bernard');
    const parent = await make.member(group, { firstName: 'Ana' });
    const child = await make.child(parent, { firstName: 'Zebedee' });
    const who = { self: false, household: [child.id] };
    const answer = { params: { id: event.id }, body: { answer: 'going', who } } as const;
    await (await app.as(parent)).call('PUT /api/events/:id/answer', answer);
    const { body } = await (await app.as(group.owner)).call(key, searchInput(event, 'zebe'));
    expect(body).toMatchObject([{ userId: parent.id, who: [{ firstName: 'Zebedee' }] }]);
  });

  it('finds first names in any case for an organiser', async () => {
    const { group, event } = await eventWith('Ama', 'Bernard', 'Samantha');
    const { body } = await (await app.as(group.owner)).call(key, searchInput(event, 'AMA'));
    expect(new Set(body.map(({ firstName }) => firstName))).toEqual(new Set(['Ama', 'Samantha']));
  });

  it('comes in pages', async () => {
    const { group, event, people } = await eventWith('Ada', 'Ada', 'Zoe', 'Ada');
    const { params, query } = searchInput(event, 'ada');
    const organiser = await app.as(group.owner);
    const pages = await readPages(
      organiser,
      key,
      { params, query: { ...query, limit: 2 } },
      'userId',
    );
    const found = people.filter(({ firstName }) => firstName === 'Ada').map(({ id }) => id);
    expect(pages.map((page) => page.length)).toEqual([2, 1]);
    expect(new Set(pages.flat())).toEqual(new Set(found));
  });

  it('is allowed for organisers and admins', async () => {
    const { group, event } = await eventWith('Ama');
    const member = await app.as(await make.member(group));
    const admin = await app.as(await make.admin());
    const ask = searchInput(event, 'ama');
    expect(await app.visitor().outcome(key, ask)).toBe('forbidden');
    expect(await member.outcome(key, ask)).toBe('forbidden');
    expect(await admin.outcome(key, ask)).toBe(200);
  });

  it('is an ability on the page, also once the event is over', async () => {
    const group = await make.group();
    const past = await make.pastEvent({ group });
    const can = async (person: { id: string }) =>
      (await (await app.as(person)).call('GET /api/events/:id', { params: { id: past.id } })).body
        .can.searchAttendees;
    expect([await can(group.owner), await can(await make.member(group))]).toEqual([true, false]);
  });
});
