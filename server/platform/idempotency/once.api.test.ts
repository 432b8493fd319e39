import { describe, expect, it } from 'vitest';
import type { ApiKey } from '#contract/api.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { AnyInput, Client } from '#tests/support/client.ts';
import { groupForm, swim } from '#tests/support/forms.ts';
import { urlOf } from '#web/platform/data/api.ts';
import { comments, heldComments } from '#features/events/comments/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';

const app = await startTestApp({ rateLimits: true });
const { make, db, clock } = app;

const send = (client: Client, call: ApiKey, input: AnyInput, key?: string) =>
  client.request({
    method: 'POST',
    url: urlOf(call, input),
    payload: JSON.stringify(input.body),
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
  });

let keys = 0;
const newKey = () => `key-of-a-test-${String((keys += 1)).padStart(4, '0')}`;

const organised = async () => {
  const group = await make.group();
  const organiser = await make.organiser(group);
  const event = await make.event({ group });
  return { group, event, client: await app.as(organiser) };
};

const eventForm = (groupId: number) => ({
  groupId,
  ...swim,
});

interface Creation {
  call: ApiKey;
  table: typeof comments | typeof events | typeof groups;
  input: (at: { group: { id: number }; event: { id: number } }) => AnyInput;
}
const creations: [what: string, creation: Creation][] = [
  [
    'comment',
    {
      call: 'POST /api/events/:id/comments',
      table: comments,
      input: ({ event }) => ({ params: { id: event.id }, body: { content: 'See you there.' } }),
    },
  ],
  [
    'event',
    {
      call: 'POST /api/events',
      table: events,
      input: ({ group }) => ({ body: eventForm(group.id) }),
    },
  ],
  ['group', { call: 'POST /api/groups', table: groups, input: () => ({ body: groupForm }) }],
  [
    'group from a file',
    {
      call: 'POST /api/groups/import',
      table: groups,
      input: () => ({
        body: {
          format: 'villagehall-group',
          version: 1,
          group: groupForm,
          events: [],
          series: [],
        },
      }),
    },
  ],
];

describe.each(creations)('a %s repeated with the same key', (_, creation) => {
  it('is made once, with the same answer', async () => {
    const { client, ...at } = await organised();
    const [input, key, before] = [creation.input(at), newKey(), await db.$count(creation.table)];
    const first = await send(client, creation.call, input, key);
    const again = await send(client, creation.call, input, key);
    expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
    expect(again.json()).toEqual(first.json());
    expect(await db.$count(creation.table)).toBe(before + 1);
  });

  it('is made once when five arrive together', async () => {
    const { client, ...at } = await organised();
    const [input, key, before] = [creation.input(at), newKey(), await db.$count(creation.table)];
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => send(client, creation.call, input, key)),
    );
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await db.$count(creation.table)).toBe(before + 1);
  });

  it('is made twice with two keys, or none', async () => {
    const { client, ...at } = await organised();
    const [input, before] = [creation.input(at), await db.$count(creation.table)];
    for (const key of [newKey(), newKey(), undefined]) {
      expect((await send(client, creation.call, input, key)).statusCode).toBe(201);
    }
    expect(await db.$count(creation.table)).toBe(before + 3);
  });
});

const call = 'POST /api/events/:id/comments';
const comment = (event: { id: number }, content = 'See you there.') => ({
  params: { id: event.id },
  body: { content },
});

describe('an idempotency key', () => {
  it('with another body is a conflict, and creates nothing', async () => {
    const { client, event } = await organised();
    const key = newKey();
    await send(client, call, comment(event), key);
    const before = await db.$count(comments);
    const other = await send(client, call, comment(event, 'Something else.'), key);
    expect(other.json()).toMatchObject({ code: 'conflict' });
    expect(await db.$count(comments)).toBe(before);
  });

  it('belongs to its sender: another person’s differs', async () => {
    const { group, event, client } = await organised();
    const other = await app.as(await make.member(group));
    const key = newKey();
    const [one, two] = [
      await send(client, call, comment(event), key),
      await send(other, call, comment(event), key),
    ];
    expect(two.json().id).not.toBe(one.json().id);
  });

  it('of a refused call stays free: the next call succeeds', async () => {
    const { event, client } = await organised();
    const key = newKey();
    expect((await send(client, call, comment(event, ''), key)).statusCode).toBe(400);
    expect((await send(client, call, comment(event), key)).statusCode).toBe(201);
  });

  it('lasts for a day', async () => {
    const { event, client } = await organised();
    const key = newKey();
    const first = await send(client, call, comment(event), key);
    clock.advanceHours(23.9);
    const within = await send(client, call, comment(event), key);
    clock.advanceHours(0.2);
    const after = await send(client, call, comment(event, 'Something else.'), key);
    clock.reset();
    expect(within.json().id).toBe(first.json().id);
    expect(after.statusCode).toBe(201);
    expect(after.json().id).not.toBe(first.json().id);
  });

  it('also recognises a pending comment', async () => {
    const { group, event, client } = await organised();
    const copied = comment(event, 'Cheap watches for everybody at https://watches.example today.');
    for (const _ of [1, 2, 3]) {
      await send(await app.as(await make.member(group)), call, copied);
    }
    const [key, before] = [newKey(), await db.$count(heldComments)];
    const first = await send(client, call, copied, key);
    const again = await send(client, call, copied, key);
    expect(first.json()).toMatchObject({ held: true });
    expect(again.json()).toEqual(first.json());
    expect(await db.$count(heldComments)).toBe(before + 1);
  });

  it.each(['', 'short', 'x'.repeat(65), 'with spaces in it, too', 'naïve-naïve-naïve'])(
    '%j is refused by its name',
    async (key) => {
      const { event, client } = await organised();
      const { statusCode, ...refusal } = await send(client, call, comment(event), key);
      expect(statusCode).toBe(400);
      expect(refusal.json().fields).toHaveProperty('Idempotency-Key');
    },
  );
});
