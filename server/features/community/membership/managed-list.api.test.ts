import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import type { Group, User } from '#tests/support/factories.ts';

const app = await startTestApp();
const { make, clock } = app;
const list = 'GET /api/groups/:id/members';

type Named = [firstName: string, lastName?: string];

/** A group whose members joined an hour after one another. */
async function groupOf(people: Named[]) {
  const owner = await make.user({ firstName: 'Wren', lastName: 'Ashby' });
  const group = await make.group({ owner });
  const members = [];
  for (const [firstName, lastName = 'Body'] of people) {
    clock.advanceHours(1);
    members.push(await make.member(group, { firstName, lastName }));
  }
  clock.advanceHours(1);
  return { group, members, host: await app.as(owner) };
}

const read = async (
  client: Client,
  { id }: Pick<Group, 'id'>,
  query: Record<string, string> = {},
) => (await client.call(list, { params: { id }, query })).body;
const names = async (...found: Parameters<typeof read>) =>
  (await read(...found)).approved.map(({ firstName }) => firstName);

/** Follows the list to its end. */
async function pageByPage(client: Client, { id }: Pick<Group, 'id'>, search: string) {
  const found: string[] = [];
  let url: string | undefined = `/api/groups/${id}/members?${search}`;
  while (url) {
    const { body, headers } = await client.request({ method: 'GET', url });
    found.push(...JSON.parse(body).approved.map((each: { firstName: string }) => each.firstName));
    url = /<([^>]+)>/.exec(String(headers['link'] ?? ''))?.[1];
  }
  return found;
}

/** An event that begins in an hour, to which these members have come. */
async function eventWithArrivals(group: Group, host: Client, came: (User | undefined)[]) {
  const event = await make.event({ group, startTime: clock.inHours(1), endTime: clock.inHours(2) });
  const params = { id: event.id };
  for (const user of came) if (user) await make.rsvp(event, user);
  const { people } = (await host.call('GET /api/events/:id/door', { params })).body;
  const at = clock.read().toISOString();
  const arrivals = people.map(({ id }) => ({ id, here: 1, at }));
  const body = { device: 'phone-one', arrivals };
  await host.call('PUT /api/events/:id/arrivals', { params, body });
}

describe("organisers' list of members", () => {
  it('finds first names, folded as searches fold them, and no last name', async () => {
    const { group, host } = await groupOf([['Zoë', 'Quill'], ['Siân'], ['D’Arcy'], ['Mary Ann']]);
    for (const [q, found] of [
      ['zoe', ['Zoë']],
      ['SIÂN', ['Siân']],
      ['sian', ['Siân']],
      ["d'arcy", ['D’Arcy']],
      ['maryann', ['Mary Ann']],
      ['ar', ['D’Arcy', 'Mary Ann']],
      ['ann mary', ['Mary Ann']],
      ['quill', []],
      ['.*', []],
      ['%', []],
    ] as const)
      expect([q, await names(host, group, { q })]).toEqual([q, found]);
  });

  it('follows a new name', async () => {
    const { group, members, host } = await groupOf([['Robin']]);
    const own = await app.as(members[0]!);
    await own.call('PATCH /api/auth/user', { body: { firstName: 'Åsa' } });
    expect(await names(host, group, { q: 'asa' })).toEqual(['Åsa']);
    expect(await names(host, group, { q: 'robin' })).toEqual([]);
  });

  it('is sorted by name or by the day of joining, page by page', async () => {
    const { group, host } = await groupOf([['Bea'], ['Écléa'], ['Ada'], ['Dov'], ['Ada']]);
    const sorted = {
      name: ['Ada', 'Ada', 'Bea', 'Dov', 'Écléa', 'Wren'],
      joined: ['Ada', 'Dov', 'Ada', 'Écléa', 'Bea', 'Wren'],
      '': ['Wren', 'Bea', 'Écléa', 'Ada', 'Dov', 'Ada'],
    };
    for (const [sort, all] of Object.entries(sorted)) {
      const found = await pageByPage(host, group, `sort=${sort}&limit=2`);
      expect([sort, found]).toEqual([sort, all]);
    }
  });

  it('begins with those who came most recently, and goes on by name without a gap', async () => {
    const { group, members, host } = await groupOf([['Bea'], ['Zoë'], ['Ada'], ['Dov'], ['Cleo']]);
    const [bea, , ada, dov] = members;
    for (const came of [[bea, ada], [dov], [ada]]) {
      clock.advanceHours(1);
      await eventWithArrivals(group, host, came);
    }
    const other = await groupOf([]);
    await eventWithArrivals(other.group, other.host, [bea]);
    const all = ['Ada', 'Dov', 'Bea', 'Cleo', 'Wren', 'Zoë'];
    for (const limit of [1, 2, 3, 50])
      expect([limit, await pageByPage(host, group, `sort=came&limit=${limit}`)]).toEqual([
        limit,
        all,
      ]);
    expect(await names(host, group, { sort: 'came', q: 'a' })).toEqual(['Ada', 'Bea']);
    expect(await names(host, group, { sort: 'came', filter: 'organisers' })).toEqual(['Wren']);
    const fields = async (sort: string) =>
      (await read(host, group, { sort })).approved
        .map((member) => [member.firstName, Object.keys(member)] as const)
        .toSorted(([one], [two]) => (one! < two! ? -1 : 1));
    expect(await fields('came')).toEqual(await fields('name'));
  });

  it('is not sorted by attendance where that isn’t recorded, nor for anybody else', async () => {
    const { group, members, host } = await groupOf([['Ada']]);
    const sorted = { params: { id: group.id }, query: { sort: 'came' } };
    expect(await (await app.as(members[0]!)).outcome(list, sorted)).toBe('forbidden');
    expect(await app.visitor().outcome(list, sorted)).toBe('sign_in_required');
    expect(await host.outcome(list, sorted)).toBe(200);
    const body = { recordsAttendance: false };
    await host.call('PATCH /api/groups/:id', { params: sorted.params, body });
    expect(await host.refusal(list, sorted)).toMatchObject({
      status: 400,
      fields: { sort: 'This group doesn’t record who comes to its events' },
    });
  });

  it('has organisers alone, or who joined in the last 30 days', async () => {
    const { group, host } = await groupOf([['Ada']]);
    await make.organiser(group, { firstName: 'Bea' });
    clock.advanceHours(30 * 24);
    await make.member(group, { firstName: 'Cleo' });
    const client = await app.as(group.owner);
    expect(await names(client, group, { filter: 'organisers' })).toEqual(['Wren', 'Bea']);
    expect(await names(client, group, { filter: 'new' })).toEqual(['Bea', 'Cleo']);
    clock.advanceHours(1);
    expect(await names(client, group, { filter: 'new', sort: 'name' })).toEqual(['Cleo']);
    for (const query of [{ filter: 'newest' }, { sort: 'last name' }]) {
      const refusal = await client.refusal(list, { params: { id: group.id }, query });
      expect([refusal.status, Object.keys(refusal.fields ?? {})]).toEqual([
        400,
        Object.keys(query),
      ]);
    }
    expect(host).toBeDefined();
  });

  it('distinguishes two people of one name by a letter, which nobody else reads', async () => {
    const { group, members, host } = await groupOf([
      ['Sam', 'okoro'],
      ['sám', 'Nettle'],
      ['Kit', 'Quill'],
    ]);
    const approved = async (client: Client) => (await read(client, group)).approved;
    const letters = Object.fromEntries(
      (await approved(host)).map(({ firstName, lastInitial }) => [firstName, lastInitial]),
    );
    expect(letters).toEqual({ Wren: undefined, Sam: 'O', sám: 'N', Kit: undefined });
    const admin = await app.as(await make.admin());
    expect((await approved(admin)).find(({ firstName }) => firstName === 'Sam')).toMatchObject({
      lastInitial: 'O',
      joinedAt: expect.any(String),
    });
    for (const reader of [
      await app.as(members[0]!),
      await app.as(await make.user()),
      app.visitor(),
    ])
      for (const member of await approved(reader)) {
        expect(member).not.toHaveProperty('lastInitial');
        expect(member).not.toHaveProperty('joinedAt');
      }
    const [, second] = members;
    await host.call('DELETE /api/groups/:id/members/:userId', {
      params: { id: group.id, userId: second!.id },
    });
    expect(JSON.stringify(await approved(host))).not.toContain('lastInitial');
  });

  it('can’t be searched or sorted by anybody else, who would learn what is hidden from them', async () => {
    const { group, members } = await groupOf([['Ada']]);
    const params = { id: group.id };
    for (const query of [{ q: 'a' }, { sort: 'name' }, { filter: 'organisers' }]) {
      for (const person of [members[0]!, await make.user(), await make.pendingMember(group)])
        expect(await (await app.as(person)).outcome(list, { params, query })).toBe('forbidden');
      expect(await app.visitor().outcome(list, { params, query })).toBe('sign_in_required');
    }
    expect(await app.visitor().outcome(list, { params, query: { q: '', sort: '' } })).toBe(200);
  });
});

describe('the file of members', () => {
  it('has what the list shows, safe to open in a spreadsheet', async () => {
    const { group, host } = await groupOf([
      ['=Sum(A1)', 'Quill'],
      ['Sam', 'Okoro'],
      ['Sam', 'Nettle'],
    ]);
    await make.pendingMember(group, { firstName: 'Idris' });
    const params = { id: group.id };
    const { body, headers } = await host.send('GET /api/groups/:id/members.csv', { params });
    expect(headers['content-disposition']).toBe(`attachment; filename="members-${group.id}.csv"`);
    const day = '2026-\\d\\d-\\d\\d';
    expect(body).toMatch(
      new RegExp(
        `^\uFEFFFirst name,Last initial,Role,Joined\r\nWren,,Organiser,${day}\r\n"'=Sum\\(A1\\)",,Member,${day}\r\nSam,O,Member,${day}\r\nSam,N,Member,${day}\r\n$`,
      ),
    );
  });
});
