import { describe, expect, it } from 'vitest';
import type { ApiKey } from '#contract/api.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { AnyInput, Client } from '#tests/support/client.ts';

const app = await startTestApp();
const { make } = app;

type Fields = Record<string, unknown>;

/** A form that two people have open. */
interface Open {
  people: [Client, Client];
  params?: AnyInput['params'];
}

interface Kind {
  open: () => Promise<Open>;
  read: ApiKey;
  edit: ApiKey;
  /** Two values of one field, and a value of another. */
  one: [Fields, Fields];
  other: Fields;
  /** Further fields of the call. */
  more?: Fields;
  /** The fields in the answer. */
  shown?: (answer: Fields) => Fields;
}

const two = async (...ids: [{ id: string }, { id: string }]): Promise<[Client, Client]> => [
  await app.as(ids[0]),
  await app.as(ids[1]),
];
const twoAdmins = async () => two(await make.admin(), await make.admin());

async function openGroup(): Promise<Open> {
  const group = await make.group();
  return { people: await two(group.owner, await make.admin()), params: { id: group.id } };
}

async function openEvent(): Promise<Open> {
  const group = await make.group();
  const { id } = await make.event({ group });
  return { people: await two(group.owner, await make.organiser(group)), params: { id } };
}

async function openSeries(): Promise<Open> {
  const group = await make.group();
  const { id } = await make.series({ group });
  return { people: await two(group.owner, await make.organiser(group)), params: { id } };
}

async function openProfile(): Promise<Open> {
  const member = await make.user();
  return { people: await two(member, member) };
}

async function openSettings(): Promise<Open> {
  const people = await twoAdmins();
  await people[0].send('PATCH /api/admin/settings', { body: { mailDays: 30, reportDays: 7 } });
  return { people };
}

const kinds: Record<string, Kind> = {
  'an event': {
    open: openEvent,
    read: 'GET /api/events/:id',
    edit: 'PATCH /api/events/:id',
    one: [{ title: 'Walk by the lake' }, { title: 'Walk up the fell' }],
    other: { location: 'The Landing Stage' },
  },
  'a date of a series': {
    open: async () => {
      const group = await make.group();
      const { events } = await make.series({ group });
      const params = { id: events[1]?.id };
      return { people: await two(group.owner, await make.organiser(group)), params };
    },
    read: 'GET /api/events/:id',
    edit: 'PATCH /api/events/:id',
    one: [
      { description: 'Once round the lake, slowly.' },
      { description: 'Up the fell and down, fast.' },
    ],
    other: { title: 'Walk by the lake' },
  },
  'a series': {
    open: openSeries,
    read: 'GET /api/series/:id',
    edit: 'PATCH /api/series/:id',
    one: [{ title: 'Early choir' }, { title: 'Late choir' }],
    other: { location: 'The Landing Stage' },
    more: { scope: 'all' },
    shown: ({ events }) => (events as Fields[])[0] ?? {},
  },
  'a group': {
    open: openGroup,
    read: 'GET /api/groups/:id',
    edit: 'PATCH /api/groups/:id',
    one: [{ name: 'Fell Walkers' }, { name: 'Lake Walkers' }],
    other: { joinPolicy: 'approval' },
  },
  'a profile': {
    open: openProfile,
    read: 'GET /api/user',
    edit: 'PATCH /api/auth/user',
    one: [{ firstName: 'Ada' }, { firstName: 'Bea' }],
    other: { phoneNumber: '01632 960 142' },
    shown: ({ user }) => user as Fields,
  },
  'the settings': {
    open: openSettings,
    read: 'GET /api/admin/settings',
    edit: 'PATCH /api/admin/settings',
    one: [{ mailDays: 41 }, { mailDays: 42 }],
    other: { reportDays: 9 },
  },
};

/** Creates the subject, at the revision that both people have read. */
async function opened(kind: Kind) {
  const { people, params } = await kind.open();
  const { shown = (answer: Fields) => answer } = kind;
  const input = params ? { params } : {};
  const readWhole = async () => (await people[0].send(kind.read, input)).json<Fields>();
  const revisionOf = (answer: Fields) =>
    Number(answer['revision'] ?? (answer['user'] as Fields)['revision']);
  const revision = revisionOf(await readWhole());
  const edit = (person: 0 | 1, fields: Fields, basedOn: number | null = revision) =>
    people[person].send(kind.edit, {
      ...input,
      body: { ...kind.more, ...fields, ...(basedOn !== null && { revision: basedOn }) },
    });
  const read = async () => shown(await readWhole());
  const revisionNow = async () => revisionOf(await readWhole());
  return { edit, read, revision, revisionNow };
}

describe.each(Object.entries(kinds))('simultaneous edits of %s', (_, kind) => {
  const [mine, theirs] = kind.one;

  it('are a conflict on a field that somebody else has changed, with their value', async () => {
    const { edit, read, revisionNow } = await opened(kind);
    expect((await edit(0, theirs)).statusCode).toBeLessThan(300);
    const refused = await edit(1, { ...mine, ...kind.other });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'conflict', current: { ...theirs, revision: await revisionNow() } },
    ]);
    expect(await read()).toMatchObject(theirs);
    expect(await read()).not.toMatchObject(kind.other);
  });

  it("end with the repeated edit that has the conflict's revision", async () => {
    const { edit, read, revisionNow } = await opened(kind);
    await edit(0, theirs);
    expect((await edit(1, mine, await revisionNow())).statusCode).toBeLessThan(300);
    expect(await read()).toMatchObject(mine);
  });

  it('are merged if their fields differ, in either order', async () => {
    const { edit, read } = await opened(kind);
    const outcomes = await Promise.all([edit(0, mine), edit(1, kind.other)]);
    expect(outcomes.map(({ statusCode }) => statusCode < 300)).toEqual([true, true]);
    expect(await read()).toMatchObject({ ...mine, ...kind.other });
  });

  it('let one of two win for one field', async () => {
    const { edit, read } = await opened(kind);
    const outcomes = await Promise.all([edit(0, mine), edit(1, theirs)]);
    const won = outcomes.map(({ statusCode }) => statusCode < 300);
    expect(outcomes.map(({ statusCode }) => statusCode)).toContain(409);
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await read()).toMatchObject(won[0] ? mine : theirs);
  });

  it('are no conflict if they are the same, and the last one wins without a revision', async () => {
    const { edit, read } = await opened(kind);
    await edit(0, mine);
    expect((await edit(1, mine)).statusCode).toBeLessThan(300);
    expect((await edit(1, theirs, null)).statusCode).toBeLessThan(300);
    expect(await read()).toMatchObject(theirs);
  });
});
