import { describe, expect, it } from 'vitest';
import { eq, inArray, sql } from 'drizzle-orm';
import { groups } from '#features/community/groups/tables.ts';
import { events as eventsTable } from '#features/events/events/tables.ts';
import { imports } from './tables.ts';
import { mostImported } from '#contract/events/imports.ts';
import { raisedQuotas } from '#platform/config-settings.ts';
import { isEmbedded } from '#platform/db/database.ts';
import { inSteps } from '#platform/db/steps.ts';
import { startTestApp } from '#tests/support/app.ts';
import { Client } from '#tests/support/client.ts';
import {
  calendarOf,
  choir,
  eventLines,
  organisedGroup,
  picnic,
  publishUids,
  sendCalendar,
  statesOf,
  upcomingDates,
} from '#tests/support/imports.ts';

const app = await startTestApp();
const { make, clock } = app;

const organised = () => organisedGroup(app);

describe('a preview of a calendar', () => {
  it('takes the place of the oldest of five that nobody has published', async () => {
    const { group, client } = await organised();
    const published = await sendCalendar(client, group.id, choir);
    await publishUids(client, published.id, 'choir');
    const ids: number[] = [];
    for (let count = 0; count < 6; count += 1)
      ids.push((await sendCalendar(client, group.id, picnic)).id);
    const { body } = await client.call('GET /api/groups/:id/imports', {
      params: { id: group.id },
    });
    expect(body.imports.map(({ id }) => id)).toEqual([...ids.slice(1).toReversed(), published.id]);
    const oldest = { params: { id: ids[0] ?? 0 } };
    expect(await client.outcome('GET /api/imports/:id', oldest)).toBe('not_found');
    const rows = await app.db
      .select()
      .from(imports)
      .where(eq(imports.id, ids[0] ?? 0));
    expect(rows).toMatchObject([{ entries: [] }]);
  });

  it('counts 25 MB a day for a new account, deleted ones included', async () => {
    const { group, client } = await organised();
    const { id } = await sendCalendar(client, group.id, picnic);
    await app.db.update(imports).set({ bytes: 20_500_000 }).where(eq(imports.id, id));
    await client.call('DELETE /api/imports/:id', { params: { id } });
    const list = { params: { id: group.id } };
    const { body } = await client.call('GET /api/groups/:id/imports', list);
    expect(body.quota?.message).toBe(
      'You can look at 4 MB more of calendars in the next 24 hours.',
    );
    await app.db.update(imports).set({ bytes: 24_999_999 }).where(eq(imports.id, id));
    const calendar = { ...list, body: { ics: calendarOf(picnic) } };
    expect(await client.refusal('POST /api/groups/:id/imports', calendar)).toMatchObject({
      code: 'quota',
      message:
        'You can look at 25 MB of calendars in 24 hours, and more once your account is 7 days old. Please try again later.',
    });
    clock.advanceHours(25);
    expect(await client.outcome('POST /api/groups/:id/imports', calendar)).toBe(201);
    clock.reset();
  });
});

describe('publishing much', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => [
      ...eventLines(
        `UID:${index}@calendar.example`,
        `SUMMARY:Evening ${index}`,
        `DESCRIPTION:Evening ${index} of many\\, with something to share.`,
        'LOCATION:The Landing Stage',
        'DTSTART:20270620T110000Z',
        'DTEND:20270620T140000Z',
      ),
    ]);
  /** As long as Outlook's. */
  const uidOf = (index: number) => String(index).padStart(112, '040000008200E00074C5B7101A82E008');
  const uidsOf = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);

  it('creates a hundred events in their order, and takes all of them back', async () => {
    const { group, client } = await organised();
    const { id } = await sendCalendar(client, group.id, ...many(100), choir);
    const { created, series } = await publishUids(client, id, ...uidsOf(100), 'choir');
    expect([created.length, series.length]).toEqual([100, 1]);
    const titles = await app.db
      .select({ id: eventsTable.id, title: eventsTable.title })
      .from(eventsTable)
      .where(inArray(eventsTable.id, created));
    const byId = new Map(titles.map((row) => [row.id, row.title]));
    expect(created.map((each) => byId.get(each))).toEqual(
      uidsOf(100).map((uid) => `Evening ${uid}`),
    );
    await client.call('DELETE /api/imports/:id', { params: { id } });
    expect(await upcomingDates(client, group.id)).toEqual([]);
  });

  it('completes and publishes 1,000 events at once, however long their UIDs are', async () => {
    const site = await app.another({ quotas: raisedQuotas(new Map([['comingDates', 10]])) });
    const group = await make.group();
    const client = new Client(site).withSession(await make.session(group.owner));
    const nowhere = many(mostImported).map((lines, index) =>
      lines.flatMap((line) => {
        if (line.startsWith('UID:')) return [`UID:${uidOf(index)}`];
        return line.startsWith('LOCATION:') ? [] : [line];
      }),
    );
    const uids = Array.from({ length: mostImported }, (_, index) => uidOf(index));
    const { id } = await sendCalendar(client, group.id, ...nowhere);
    const description = 'Bring a rug, and something to share with your neighbours. '.repeat(10);
    const events = uids.map((uid) => ({ uid, location: 'The Landing Stage', description }));
    const one = { params: { id } };
    const completed = await client.call('PATCH /api/imports/:id', { ...one, body: { events } });
    expect(new Set(statesOf(completed.body.events))).toEqual(new Set(['new']));
    const published = await client.call('POST /api/imports/:id/publish', {
      ...one,
      body: { uids },
    });
    expect(published.body.created.length).toBe(mostImported);
  });

  it('gives no quota back for 24 hours when it is taken back', async () => {
    const { group, client } = await organised();
    await app.db.update(groups).set({ status: 'pending_approval' }).where(eq(groups.id, group.id));
    const { id } = await sendCalendar(client, group.id, ...many(100));
    await publishUids(client, id, ...uidsOf(100));
    await client.call('DELETE /api/imports/:id', { params: { id } });
    const again = await sendCalendar(client, group.id, ...many(100));
    const uids = uidsOf(100).map((uid) => `${uid}@calendar.example`);
    const all = { params: { id: again.id }, body: { uids } };
    expect(await client.refusal('POST /api/imports/:id/publish', all)).toMatchObject({
      code: 'quota',
      message:
        'You have chosen 100 dates. This group can have 110 upcoming dates until it is approved, and has 100.',
    });
    clock.advanceHours(25);
    expect(await client.outcome('POST /api/imports/:id/publish', all)).toBe(200);
    clock.reset();
  });

  it('publishes nothing when the last event fails', async () => {
    const { group, client } = await organised();
    const { id } = await sendCalendar(client, group.id, ...many(40), choir);
    await app.db.execute(
      sql`alter table series add constraint broken check (group_id <> ${sql.raw(String(group.id))})`,
    );
    const uids = [...uidsOf(40), 'choir'].map((uid) => `${uid}@calendar.example`);
    const all = { params: { id }, body: { uids } };
    const response = await client.send('POST /api/imports/:id/publish', all);
    await app.db.execute(sql`alter table series drop constraint broken`);
    expect(response.statusCode).toBe(500);
    expect(await app.db.$count(eventsTable, eq(eventsTable.groupId, group.id))).toBe(0);
    const { body } = await client.call('GET /api/imports/:id', { params: { id } });
    expect([body.publishedAt, new Set(statesOf(body.events))]).toEqual([null, new Set(['new'])]);
    expect(await client.outcome('POST /api/imports/:id/publish', all)).toBe(200);
  });

  it('is weighed: a calendar of 300 passes, and cycles of publishing and taking back end', async () => {
    const owner = await make.user({ createdAt: clock.inHours(-30 * 24) });
    const group = await make.group({ owner });
    const limited = await app.another({ rateLimits: true });
    const client = new Client(limited).withSession(await make.session(owner));
    // Long texts, all alike, take few cycles and little time.
    const long = many(300).map((lines) =>
      lines.map((line) => (line.startsWith('DESC') ? `DESCRIPTION:${'a b '.repeat(325)}` : line)),
    );
    const outcomes: unknown[] = [];
    for (let cycle = 0; cycle < 6 && !outcomes.includes('too_many_requests'); cycle += 1) {
      const { id } = await sendCalendar(client, group.id, ...long);
      const uids = uidsOf(300).map((uid) => `${uid}@calendar.example`);
      const all = { params: { id }, body: { uids } };
      outcomes.push(await client.outcome('POST /api/imports/:id/publish', all));
      if (outcomes.at(-1) === 200)
        outcomes.push(await client.outcome('DELETE /api/imports/:id', { params: { id } }));
    }
    expect(outcomes.slice(0, 2)).toEqual([200, 204]);
    expect(outcomes.at(-1)).toBe('too_many_requests');
  });
});

describe.runIf(isEmbedded(app.db))('large work by several callers at once', () => {
  it('lets others in after each short transaction, and not after all of theirs', async () => {
    const order: string[] = [];
    const reads: Promise<unknown>[] = [];
    const workOf = (name: string) =>
      inSteps(
        app.db,
        async () => {},
        async ({ run }) =>
          run(async (tx) => {
            reads.push(app.db.execute(sql`select 1`).then(() => order.push('read')));
            await tx.execute(sql`select 1`);
            order.push(name);
          }),
      );
    await Promise.all(['one', 'two', 'three'].map(workOf));
    await Promise.all(reads);
    expect(order).toEqual(['one', 'read', 'two', 'read', 'three', 'read']);
  });
});
