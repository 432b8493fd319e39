import { describe, expect, it, onTestFinished } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { readPage, readPages } from '#tests/support/paging.ts';

const app = await startTestApp();
const { make, clock } = app;
const visitor = app.visitor();

const ids = async (query: Record<string, unknown>, client = visitor) =>
  (await readPage(client, 'GET /api/events', { query })).ids;

/** Creates a group with events in one town each, an hour apart. */
async function eventsIn(...towns: string[]) {
  const group = await make.group();
  const made = [];
  for (const [hours, town] of towns.entries()) {
    made.push((await make.event({ group, town, startTime: clock.inHours(20 + hours) })).id);
  }
  return made;
}

describe('events near a place', () => {
  it('are in towns within 25 miles of it, by time', async () => {
    const [ludlow, , leominster, itself] = await eventsIn(
      'Ludlow',
      'Penzance',
      'Leominster',
      'Craven Arms',
    );
    expect(await ids({ near: 'Craven Arms' })).toEqual([ludlow, leominster, itself]);
  });

  it.each(['oban', 'OBAN', 'Oban, United Kingdom', 'Oban, Argyll and Bute, Scotland'])(
    'are found by %j',
    async (near) => {
      const [event] = await eventsIn('Oban');
      expect(await ids({ near })).toContain(event);
    },
  );

  it('can cover a whole region', async () => {
    const [east, west] = await eventsIn('Southwold', 'Newmarket');
    expect(await ids({ near: 'Suffolk' })).toEqual([east, west]);
  });

  it("match an unlisted place by its town's name", async () => {
    const [event] = await eventsIn('Brigadoon');
    expect(await ids({ near: 'Brigadoon' })).toEqual([event]);
    expect(await ids({ near: 'Atlantis' })).toEqual([]);
  });

  it('exclude unapproved groups, cancelled and past events', async () => {
    const hidden = await make.group({ status: 'pending_approval' });
    await make.event({ group: hidden, town: 'Stornoway' });
    await make.cancelledEvent({ town: 'Stornoway' });
    await make.pastEvent({ town: 'Stornoway' });
    expect(await ids({ near: 'Stornoway' })).toEqual([]);
  });

  it('begin with ongoing ones there', async () => {
    const group = await make.group();
    const next = await make.event({ group, town: 'Tobermory', startTime: clock.inHours(1) });
    const underWay = await make.event({ group, town: 'Tobermory', startTime: clock.inHours(-1) });
    await make.event({ group, town: 'Dover', startTime: clock.inHours(-1) });
    expect(await ids({ near: 'Tobermory' })).toEqual([underWay.id, next.id]);
  });

  it('come in pages, each once, even with equal starts', async () => {
    const group = await make.group();
    const made = [];
    for (const town of [
      'Penzance',
      'St Ives',
      'Penzance',
      'Hayle',
      'St Ives',
      'Camborne',
      'Hayle',
    ]) {
      made.push((await make.event({ group, town, startTime: clock.inHours(44) })).id);
    }
    const query = { near: 'Penzance', group: group.id, limit: 2 };
    expect((await readPages(visitor, 'GET /api/events', { query })).flat()).toEqual(made);
    const anywhere = await readPages(visitor, 'GET /api/events', {
      query: { near: 'Penzance', from: '2026-06-12', to: '2026-06-12', limit: 2 },
    });
    expect(anywhere.flat()).toEqual(made);
  });

  it('combine with every other filter', async () => {
    const group = await make.group();
    const here = { group, town: 'Aberystwyth' };
    const event = await make.event({ ...here, title: 'Slow paddle', categoryId: 3 });
    await make.event({ ...here, title: 'Slow paddle', categoryId: 4 });
    await make.event({ ...here, title: 'Quick paddle', categoryId: 3 });
    await make.event({ group, town: 'Leeds', title: 'Slow paddle', categoryId: 3 });
    const near = 'Aberystwyth';
    expect(await ids({ near, q: 'slow', category: 3 })).toEqual([event.id]);
    expect(await ids({ near, location: 'aber', q: 'slow', category: 3 })).toEqual([event.id]);
    expect(await ids({ near, group: group.id, q: 'slow', category: 3 })).toEqual([event.id]);
  });

  it('can be past ones, latest first', async () => {
    const group = await make.group();
    const at = (hours: number) =>
      make.pastEvent({ group, town: 'Kirkwall', startTime: clock.inHours(hours) });
    const [older, newer] = [await at(-500), await at(-50)];
    expect(await ids({ near: 'Kirkwall', when: 'past' })).toEqual([newer.id, older.id]);
    expect(await ids({ near: 'Kirkwall', when: 'all' })).toEqual([older.id, newer.id]);
  });
});

describe('events between two days', () => {
  const createFixture = async () => {
    const group = await make.group();
    const at = async (time: string) => {
      const startTime = new Date(time);
      return (await make.event({ group, startTime, endTime: new Date(startTime.getTime() + 1) }))
        .id;
    };
    const [before, first, last, after] = [
      await at('2026-06-19T22:59:00Z'),
      await at('2026-06-19T23:00:00Z'),
      await at('2026-06-21T22:59:00Z'),
      await at('2026-06-21T23:00:00Z'),
    ];
    return { group: group.id, before, first, last, after };
  };

  it('take place on them or between, by London time', async () => {
    const { group, first, last } = await createFixture();
    expect(await ids({ group, from: '2026-06-20', to: '2026-06-21' })).toEqual([first, last]);
  });

  it('need only one of the two', async () => {
    const { group, before, first, last, after } = await createFixture();
    expect(await ids({ group, from: '2026-06-20' })).toEqual([first, last, after]);
    expect(await ids({ group, to: '2026-06-21' })).toEqual([before, first, last]);
    expect(await ids({ group, from: '', to: '' })).toHaveLength(4);
  });

  it('include ongoing ones that began on the first day', async () => {
    onTestFinished(() => clock.reset());
    const group = await make.group();
    const event = await make.event({ group, startTime: clock.inHours(1) });
    clock.advanceHours(2);
    const today = '2026-06-10';
    expect(await ids({ group: group.id, from: today, to: today })).toEqual([event.id]);
    expect(await ids({ group: group.id, from: '2026-06-11' })).toEqual([]);
  });

  it.each([
    ['from', { from: 'soon' }],
    ['from', { from: '2026-02-30' }],
    ['from', { from: '0000-01-01' }],
    ['to', { to: '2026-6-1' }],
    ['to', { to: '9999-12-31' }],
    ['to', { from: '2026-06-21', to: '2026-06-20' }],
  ])('refuse an invalid field by name: %s of %o', async (field, query) => {
    const refused = await visitor.refusal('GET /api/events', { query });
    expect(refused).toMatchObject({ code: 'invalid' });
    expect(Object.keys(refused.fields ?? {})).toEqual([field]);
  });
});

describe('free events', () => {
  it('follow what their group charges', async () => {
    const group = await make.group();
    const event = await make.event({ group });
    // An edit by the owner would put the group under review.
    const admin = await app.as(await make.admin());
    const charge = (chargeForEvents: 'free' | 'paid') =>
      admin.call('PUT /api/groups/:id', {
        params: { id: group.id },
        body: {
          name: group.name,
          description: group.description,
          groupType: group.groupType,
          chargeForEvents,
        },
      });
    await charge('paid');
    expect(await ids({ free: 'true', group: group.id })).toEqual([]);
    await charge('free');
    expect(await ids({ free: 'true', group: group.id })).toEqual([event.id]);
  });

  it.each(['', 'false'])('are not selected by %j', async (free) => {
    const group = await make.group({ chargeForEvents: 'paid' });
    const event = await make.event({ group });
    expect(await ids({ free, group: group.id })).toEqual([event.id]);
  });
});

describe('the nearest towns with events', async () => {
  const other = await startTestApp();
  const towns = async (near?: string) =>
    (await other.visitor().call('GET /api/events/towns', { query: { near } })).body;

  const group = await other.make.group();
  for (const town of ['Leeds', 'Leeds', 'Hebden Bridge', 'hull', 'Sheffield', 'York', 'Oban']) {
    await other.make.event({ group, town });
  }
  for (const town of ['Whitby', 'Ripon']) await other.make.event({ group, town });
  const hidden = await other.make.group({ status: 'rejected' });
  await other.make.event({ group: hidden, town: 'Bradford' });
  await other.make.pastEvent({ group, town: 'Halifax' });
  const underWay = { startTime: other.clock.inHours(-50), endTime: other.clock.inHours(50) };
  await other.make.event({ group, town: 'Penzance', ...underWay });
  await other.make.event({ group: hidden, town: 'Truro', ...underWay });

  it('have their distance, nearest first, six at most', async () => {
    const found = await towns('Leeds');
    expect(found.map(({ name }) => name)).toEqual([
      'Leeds',
      'Hebden Bridge',
      'York',
      'Ripon',
      'Sheffield',
      'Kingston upon Hull',
    ]);
    expect(found[0]).toEqual({ name: 'Leeds', miles: 0 });
    expect(found.map(({ miles }) => miles)).toEqual(
      found.map(({ miles }) => miles).toSorted((one, another) => one - another),
    );
  });

  it('may have one that is under way, and no other', async () => {
    expect((await towns('Penzance')).map(({ name }) => name)).toEqual(['Penzance']);
  });

  it('exist for a region', async () => {
    expect((await towns('Yorkshire')).map(({ name }) => name)).toContain('Whitby');
  });

  it('have a maximum distance', async () => {
    expect((await towns('Birmingham')).map(({ name }) => name)).toContain('Sheffield');
    expect((await towns('Birmingham')).map(({ name }) => name)).not.toContain('Oban');
  });

  it.each([undefined, '', 'Atlantis', 'Wales'])('are none for %j', async (near) => {
    expect(await towns(near)).toEqual([]);
  });
});
