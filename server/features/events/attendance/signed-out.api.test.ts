import { describe, expect, it } from 'vitest';
import type { ApiKey } from '#contract/api.ts';
import { startTestApp } from '#tests/support/app.ts';
import { readPage, readPages } from '#tests/support/paging.ts';

const app = await startTestApp();
const { make, clock } = app;
const visitor = app.visitor();
const attendees = 'GET /api/events/:id/rsvps';
const members = 'GET /api/groups/:id/members';

const at = ({ id }: { id: number }) => ({ params: { id } });
const attendeesOf = async (event: { id: number }) =>
  (await visitor.call(attendees, at(event))).body;
const membersOf = async (group: { id: number }) => (await visitor.call(members, at(group))).body;
const byText = (one: unknown, other: unknown) => (String(one) < String(other) ? -1 : 1);
const idsOf = (people: { userId: string | null }[]) => people.flatMap(({ userId }) => userId ?? []);

describe('a signed-out caller', () => {
  it("can't follow one person between events or groups", async () => {
    const person = await make.user();
    const pseudonyms: string[] = [];
    for (let count = 0; count < 13; count += 1) {
      const group = await make.group();
      await make.membership(group, person);
      const event = await make.event({ group });
      await make.rsvp(event, person);
      const { approved } = await membersOf(group);
      pseudonyms.push(...idsOf(await attendeesOf(event)), ...idsOf(approved));
    }
    expect(pseudonyms).toHaveLength(13 * 3);
    expect(new Set(pseudonyms).size).toBe(pseudonyms.length);
    expect(pseudonyms).not.toContain(person.id);
  });

  it('finds nobody by a pseudonym', async () => {
    const event = await make.event();
    await make.rsvp(event, await make.user());
    const [userId = ''] = idsOf(await attendeesOf(event));
    const member = await app.as(await make.user());
    expect(await member.outcome('GET /api/users/:id/card', { params: { id: userId } })).toBe(
      'not_found',
    );
    const { body } = await member.call('GET /api/users', { query: { ids: userId } });
    expect(body).toEqual([]);
  });

  it('reads the same pseudonyms each time, in rows without further details', async () => {
    const group = await make.group();
    const event = await make.event({ group, guestsAllowed: 5 });
    await make.rsvp(event, await make.member(group), clock.inHours(-1), 4);
    const [row, ...others] = await attendeesOf(event);
    expect(row).toEqual({ userId: expect.stringMatching(/^[\w-]{22}$/), status: 'going' });
    expect(others).toEqual([]);
    expect(await attendeesOf(event)).toEqual([row]);
    const people = await membersOf(group);
    expect(people.approved.map(({ isOrganizer }) => isOrganizer)).toEqual([true, false]);
    expect(await membersOf(group)).toEqual(people);
  });

  it("learns nothing more about a group's owner, in the list or on its page", async () => {
    const group = await make.group();
    const { body } = await visitor.call('GET /api/groups/:id', at(group));
    const { body: cards } = await visitor.call('GET /api/groups', { query: { sort: 'new' } });
    const [owner] = idsOf((await membersOf(group)).approved);
    expect(body.createdById).toBe(owner);
    expect(cards.find(({ id }) => id === group.id)?.createdById).toBe(owner);
    expect(owner).not.toBe(group.owner.id);
    const other = await make.group({ owner: group.owner });
    const { body: second } = await visitor.call('GET /api/groups/:id', at(other));
    expect(second.createdById).not.toBe(owner);
    const stranger = await app.as(await make.user());
    const met = await stranger.call('GET /api/groups/:id', at(group));
    expect(met.body.createdById).toBe(owner);
    const own = await app.as(group.owner);
    const ownView = await own.call('GET /api/groups/:id', at(group));
    expect(ownView.body.createdById).toBe(group.owner.id);
  });
});

describe('the order of attendees for a signed-out caller', () => {
  /** Two dates with the same attendees in the same order, as in a series. */
  async function twoDates() {
    const group = await make.group();
    const events = [await make.event({ group }), await make.event({ group })];
    const people = [];
    for (let count = 0; count < 12; count += 1) people.push(await make.member(group));
    for (const event of events) {
      for (const [index, person] of people.entries()) {
        await make.rsvp(event, person, clock.inHours(index - 20));
      }
    }
    return { events, people };
  }

  it('follows their pseudonyms, however small the pages', async () => {
    const { events, people } = await twoDates();
    const signedIn = await app.as(people[0]!);
    const inOrder = await readPage(signedIn, attendees, at(events[0]!), 'userId');
    expect(inOrder.ids).toEqual(people.map(({ id }) => id));
    for (const event of events) {
      const input = { ...at(event), query: { limit: 1 } };
      const pseudonyms = (await readPages(visitor, attendees, input, 'userId')).flat();
      expect(pseudonyms).toHaveLength(people.length);
      // The order of pseudonyms differs between any two events.
      expect(pseudonyms).toEqual(pseudonyms.toSorted(byText));
      expect(pseudonyms).toEqual((await readPage(visitor, attendees, at(event), 'userId')).ids);
    }
  });

  it('is not in a cursor, nor is a person or a time', async () => {
    const { events, people } = await twoDates();
    const group = await make.group();
    await make.member(group);
    const lists: [ApiKey, { id: number }][] = [
      [attendees, events[0]!],
      [members, group],
    ];
    const ids = [...people.map(({ id }) => id), group.owner.id];
    for (const [key, place] of lists) {
      const input = { ...at(place), query: { limit: 1 } };
      const { headers } = await visitor.send(key, input);
      const cursor = /cursor=([^&>]+)/.exec(String(headers.link))?.[1] ?? '';
      expect(cursor.length).toBeGreaterThan(40);
      expect(cursor.length).toBeLessThan(200);
      const bytes = Buffer.from(cursor, 'base64url').toString('latin1');
      expect(ids.filter((id) => bytes.includes(id))).toEqual([]);
      const elsewhere = { ...at({ id: place.id - 1 }), query: { limit: 1, cursor } };
      expect((await visitor.send(key, elsewhere)).statusCode).toBe(400);
    }
  });

  it('pages through a large event and group, each person once', async () => {
    const group = await make.group();
    const event = await make.event({ group });
    for (let count = 0; count < 130; count += 1) {
      const person = await make.member(group);
      await make.rsvp(event, person, clock.inHours(count - 300));
    }
    const pages = await readPages(
      visitor,
      attendees,
      { ...at(event), query: { limit: 40 } },
      'userId',
    );
    expect(pages.map(({ length }) => length)).toEqual([40, 40, 20, 30]);
    expect(new Set(pages.flat()).size).toBe(130);
    const first = await visitor.send(members, { ...at(group), query: { limit: 100 } });
    const cursor = /cursor=([^&>]+)/.exec(String(first.headers.link))?.[1];
    const { body } = await visitor.call(members, { ...at(group), query: { limit: 100, cursor } });
    expect(body.approved).toHaveLength(31);
    expect(
      first
        .json<typeof body>()
        .approved.map(({ isOrganizer }) => isOrganizer)
        .indexOf(true),
    ).toBe(0);
  });
});
