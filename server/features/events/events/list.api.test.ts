import { describe, expect, it, onTestFinished } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { plainVenue, withoutLimits } from '#tests/support/event-facts.ts';
import { readPage, readPages } from '#tests/support/paging.ts';

const app = await startTestApp();
const { make, clock } = app;
const visitor = app.visitor();

const ids = async (query: Record<string, unknown>, client = visitor) =>
  (await readPage(client, 'GET /api/events', { query })).ids;

describe('the list of events', () => {
  it('has events from the minute they start or later, until the minute they end, soonest first', async () => {
    onTestFinished(() => clock.reset());
    const group = await make.group();
    const at = async (hours: number) =>
      (await make.event({ group, startTime: clock.inHours(hours) })).id;
    const [later, sooner, ended, underWay, starting] = [
      await at(50),
      await at(5),
      await at(-2),
      await at(-1),
      await at(0),
    ];
    await make.cancelledEvent({ group });
    const listed = (when?: string) => ids({ group: group.id, when });
    expect(await listed()).toEqual([underWay, starting, sooner, later]);
    expect(await listed('past')).toEqual([ended]);
    expect(await listed('all')).toEqual([ended, underWay, starting, sooner, later]);
    clock.advanceHours(4);
    expect(await listed()).toEqual([sooner, later]);
    expect(await listed('past')).toEqual([starting, underWay, ended]);
  });

  it.each(['pending_approval', 'rejected'] as const)(
    'excludes events of a group that is %s, even for its owner',
    async (status) => {
      const group = await make.group({ status });
      await make.event({ group });
      expect(await ids({ group: group.id }, await app.as(group.owner))).toEqual([]);
    },
  );
});

describe('a search for text', () => {
  it.each([
    ['in the title', { title: 'Bouldering at Kendal Wall' }, 'Kendal wall'],
    [
      'in the description',
      { description: 'We pass the BEACON and come back by the tarn.' },
      'beacon',
    ],
    ['whatever the case of letters beyond ASCII', { title: 'Ceilidh à l’ÉTÉ' }, 'été'],
  ])('finds it %s', async (_, columns, q) => {
    const group = await make.group();
    const event = await make.event({ group, ...columns });
    await make.event({ group });
    expect(await ids({ q, group: group.id })).toEqual([event.id]);
  });

  it.each(['%', '_', '\\', '100%_\\'])('takes %j literally', async (q) => {
    const group = await make.group();
    await make.event({ group, title: 'Nothing of the kind' });
    const event = await make.event({ group, title: `All ${q} of it` });
    expect(await ids({ q, group: group.id })).toEqual([event.id]);
  });

  it('ignores blanks', async () => {
    const group = await make.group();
    const event = await make.event({ group });
    expect(await ids({ q: '   ', group: group.id })).toEqual([event.id]);
  });

  it("treats a quotation mark as text, not as the query's end", async () => {
    const group = await make.group();
    await make.event({ group });
    expect(await ids({ q: "' OR '1'='1", group: group.id })).toEqual([]);
  });
});

describe('a search for a place', () => {
  const createFixture = async () => {
    const group = await make.group();
    const event = await make.event({ group, location: '12 Foxglove Lane', town: 'Ambleside' });
    const member = await app.as(await make.user());
    return { group: group.id, event: event.id, member };
  };

  it.each(['Ambleside', 'ambleSIDE', 'mble'])(
    'finds the town for everyone: %s',
    async (location) => {
      const { group, event, member } = await createFixture();
      expect(await ids({ location, group })).toEqual([event]);
      expect(await ids({ location, group }, member)).toEqual([event]);
    },
  );

  it('finds the venue for a signed-in member', async () => {
    const { group, event, member } = await createFixture();
    expect(await ids({ location: 'foxglove', group }, member)).toEqual([event]);
  });

  it.each(['foxglove', '1', '12 Foxglove Lane', '%'])(
    'never finds the venue for a visitor: %s',
    async (location) => {
      const { group } = await createFixture();
      expect(await ids({ location, group })).toEqual([]);
    },
  );
});

describe('a filter by category', () => {
  it('for all categories does not filter', async () => {
    const group = await make.group();
    const event = await make.event({ group });
    expect(await ids({ category: 'all', group: group.id })).toEqual([event.id]);
  });

  it('works together with every other filter', async () => {
    const group = await make.group();
    const event = await make.event({
      group,
      title: 'Evening paddle',
      town: 'Bowness',
      categoryId: 2,
    });
    await make.event({ group, title: 'Evening paddle', town: 'Bowness', categoryId: 3 });
    await make.event({ group, title: 'Evening paddle', town: 'Kendal', categoryId: 2 });
    await make.event({ group, title: 'Morning paddle', town: 'Bowness', categoryId: 2 });
    const query = {
      q: 'evening',
      location: 'bow',
      category: 2,
      group: group.id,
      when: 'upcoming',
      limit: 5,
    };
    expect(await ids(query)).toEqual([event.id]);
  });
});

describe('an event card', () => {
  it('shows a visitor the town without the venue', async () => {
    const imageUrl = 'https://example.com/g.jpg';
    const group = await make.group({ imageUrl });
    const event = await make.event({ group, location: '12 Foxglove Lane', town: 'Ambleside' });
    await make.rsvp(event, await make.member(group));
    const response = await visitor.send('GET /api/events', { query: { group: group.id } });
    expect(response.body).not.toContain('Foxglove');
    expect(response.json()).toEqual([
      {
        id: event.id,
        title: event.title,
        description: event.description,
        imageUrl: null,
        startTime: '2026-06-17T12:00:00.000Z',
        endTime: '2026-06-17T14:00:00.000Z',
        categoryId: 2,
        category: { id: 2, name: 'Outdoors & Adventure' },
        groupId: group.id,
        group: { id: group.id, name: group.name, imageUrl, categoryId: 2, memberCount: 2 },
        town: 'Ambleside',
        audience: 'all',
        openTo: 'members',
        status: 'scheduled',
        attendeeCount: 1,
        free: event.free,
        ...plainVenue,
        ...withoutLimits,
        placesTaken: 1,
        placesLeft: null,
        series: null,
        locationHidden: true,
      },
    ]);
  });

  it('shows a signed-in viewer the venue, their RSVP and their membership', async () => {
    const group = await make.group();
    const event = await make.event({ group });
    const member = await make.pendingMember(group);
    await make.rsvp(event, member);
    const { body } = await (
      await app.as(member)
    ).call('GET /api/events', { query: { group: group.id } });
    expect(body).toMatchObject([
      {
        location: event.location,
        rsvped: true,
        membership: { status: 'pending', isOrganizer: false },
      },
    ]);
    expect(body[0]).not.toHaveProperty('locationHidden');
    const outsider = await app.as(await make.user());
    const seen = await outsider.call('GET /api/events', { query: { group: group.id } });
    expect(seen.body).toMatchObject([{ rsvped: false, membership: null }]);
  });
});

describe("a group's events", () => {
  it('are in the list, with past ones on request', async () => {
    const group = await make.group();
    const [event, past] = [await make.event({ group }), await make.pastEvent({ group })];
    await make.event();
    const listed = async (query: { when?: string }) => {
      const input = { params: { groupId: group.id }, query };
      return (await readPage(visitor, 'GET /api/events/group/:groupId', input)).ids;
    };
    expect(await listed({})).toEqual([event.id]);
    expect(await listed({ when: 'past' })).toEqual([past.id]);
  });
});

describe('paging', () => {
  it.each(['upcoming', 'past', 'all'])(
    'through %s events returns each once, in order, even with equal starts',
    async (when) => {
      const group = await make.group();
      const sign = when === 'past' ? -1 : 1;
      for (const hours of [10, 20, 20, 20, 20, 30, 30, 40]) {
        await make.event({ group, startTime: clock.inHours(sign * hours) });
      }
      const whole = await ids({ group: group.id, when });
      expect(whole).toHaveLength(8);
      for (const limit of [1, 2, 3, 8]) {
        const pages = await readPages(visitor, 'GET /api/events', {
          query: { group: group.id, when, limit },
        });
        expect(pages.flat()).toEqual(whole);
        expect(pages.map((page) => page.length)).toEqual(
          Array.from({ length: Math.ceil(8 / limit) }, (_, page) =>
            Math.min(limit, 8 - page * limit),
          ),
        );
      }
    },
  );

  it('keeps an ongoing event on its page', async () => {
    const group = await make.group();
    const [first, second, third] = [
      await make.event({ group, startTime: clock.inHours(-1.5) }),
      await make.event({ group, startTime: clock.inHours(-1) }),
      await make.event({ group, startTime: clock.inHours(1) }),
    ];
    const pages = await readPages(visitor, 'GET /api/events', {
      query: { group: group.id, limit: 1 },
    });
    expect(pages).toEqual([[first.id], [second.id], [third.id]]);
  });

  it("keeps the filters in the next page's address", async () => {
    const group = await make.group();
    for (let count = 0; count < 2; count += 1)
      await make.event({ group, title: 'Rock & roll at 100%' });
    const query = { q: 'rock & roll at 100%', group: group.id, limit: 1 };
    const { headers } = await visitor.call('GET /api/events', { query });
    expect(headers.link).toMatch(
      new RegExp(
        `^</api/events\\?q=rock\\+%26\\+roll\\+at\\+100%25&group=${group.id}&limit=1&cursor=[\\w-]+>; rel="next"$`,
      ),
    );
  });

  it('cuts a limit to 100', async () => {
    const group = await make.group();
    for (let count = 0; count < 101; count += 1) await make.event({ group });
    for (const limit of [100, 101, 5000, undefined]) {
      const page = await readPage(visitor, 'GET /api/events', {
        query: { group: group.id, limit },
      });
      expect(page.ids).toHaveLength(100);
      expect(page.next).toBeDefined();
    }
  });

  it.each(['0', '-1', '1.5', '1e2', 'ten', ' 5', '99999999999'])(
    'refuses the limit %j',
    async (limit) => {
      expect(await visitor.refusal('GET /api/events', { query: { limit } })).toMatchObject({
        status: 400,
        code: 'invalid',
        fields: { limit: expect.any(String) },
      });
    },
  );

  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  it.each([
    ['of another list', cursor([5])],
    ['that is far too long', 'a'.repeat(201)],
  ])('refuses a cursor %s', async (_, value) => {
    expect(await visitor.refusal('GET /api/events', { query: { cursor: value } })).toMatchObject({
      status: 400,
      fields: { cursor: expect.any(String) },
    });
  });

  it('ends at a cursor past the last event', async () => {
    expect(await ids({ cursor: cursor([Date.UTC(9999, 11, 31), 2_147_483_647]) })).toEqual([]);
  });
});

describe('an invalid filter', () => {
  it.each([
    ['category', 'outdoors'],
    ['category', '-1'],
    ['category', '2147483648'],
    ['group', '1.5'],
    ['when', 'soon'],
    ['q', 'x'.repeat(201)],
  ])('is refused by its name: %s=%s', async (name, value) => {
    expect(await visitor.refusal('GET /api/events', { query: { [name]: value } })).toMatchObject({
      status: 400,
      fields: { [name]: expect.any(String) },
    });
  });

  it('is refused when repeated', async () => {
    const response = await visitor.request({ method: 'GET', url: '/api/events?q=a&q=b' });
    expect(response.json()).toMatchObject({ code: 'invalid', fields: { q: expect.any(String) } });
  });

  it('loses its control characters, which the database never stores', async () => {
    const event = await make.event({ title: 'Plain sailing lessons' });
    expect(await ids({ q: 'plain\u0000 sailing', group: event.groupId })).toEqual([event.id]);
  });
});
