import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { readPages } from '#tests/support/paging.ts';

const app = await startTestApp();
const { make, clock } = app;
const visitor = app.visitor();

describe('an event', () => {
  it('shows a visitor everything except the venue', async () => {
    const event = await make.event({ location: '12 Foxglove Lane' });
    const response = await visitor.send('GET /api/events/:id', { params: { id: event.id } });
    expect(response.body).not.toContain('Foxglove');
    expect(response.json()).toMatchObject({
      id: event.id,
      title: event.title,
      locationHidden: true,
      ended: false,
      rsvpState: 'sign_in',
      can: { rsvp: false, comment: false, edit: false, copy: false, searchAttendees: false },
    });
  });

  it.each([
    'abc',
    '0',
    '-1',
    '1.5',
    '1e3',
    '2147483648',
    '99999999999999999999',
    '1;2',
    ' ',
    '%00',
    '\u0000',
    '5\n',
  ])('with the id %j is not found', async (id) => {
    expect(await visitor.outcome('GET /api/events/:id', { params: { id } })).toBe('not_found');
  });

  it('that never existed is not found', async () => {
    const refusal = await visitor.refusal('GET /api/events/:id', { params: { id: 2_147_483_647 } });
    expect(refusal).toMatchObject({ status: 404, code: 'not_found', message: 'Event not found' });
  });
});

describe('creating an event', () => {
  const form = (groupId: number) => ({
    title: 'Sunrise swim',
    description: 'Meet at the boat landings, bring a towel.',
    imageUrl: '',
    location: 'Lakeside boat landings',
    startTime: '2026-06-20T06:00:00+01:00',
    endTime: '2026-06-20T07:30:00+01:00',
    categoryId: 6,
    groupId,
  });
  const organiser = async () => {
    const group = await make.group({ location: 'Keswick' });
    return { client: await app.as(group.owner), form: form(group.id), group };
  };

  it('returns the public event', async () => {
    const { client, form: body, group } = await organiser();
    const created = await client.call('POST /api/events', { body });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      title: 'Sunrise swim',
      imageUrl: null,
      startTime: '2026-06-20T05:00:00.000Z',
      endTime: '2026-06-20T06:30:00.000Z',
      category: { id: 6, name: 'Health & Wellness' },
      group: { id: group.id, name: group.name },
      status: 'scheduled',
      attendeeCount: 0,
      rsvped: false,
    });
    const params = { id: created.body.id };
    expect((await client.call('GET /api/events/:id', { params })).body).toEqual(created.body);
  });

  it("has the given town, or the group's, and never the venue", async () => {
    const { client, form: body, group } = await organiser();
    const townOf = async (fields: typeof body & { town?: string }) =>
      (await client.call('POST /api/events', { body: fields })).body.town;
    expect(await townOf({ ...body, town: 'Ambleside' })).toBe('Ambleside');
    expect(await townOf({ ...body, town: '' })).toBe('Keswick');
    const homeless = await make.group({ owner: group.owner, location: null });
    expect(await townOf({ ...body, groupId: homeless.id })).toBeNull();
  });

  it('works while the group awaits approval, and the event waits with it', async () => {
    const group = await make.group({ status: 'pending_approval' });
    const client = await app.as(group.owner);
    const { body } = await client.call('POST /api/events', { body: form(group.id) });
    const params = { id: body.id };
    expect(await visitor.outcome('GET /api/events/:id', { params })).toBe('not_found');
    await app.db.$client.query(`UPDATE groups SET status = 'approved' WHERE id = $1`, [group.id]);
    expect(await visitor.outcome('GET /api/events/:id', { params })).toBe(200);
  });

  it.each([
    ['title', 'Swim', 'Event title must be at least 5 characters'],
    ['title', '  Swim  ', 'Event title must be at least 5 characters'],
    ['title', 'x'.repeat(201), 'Event title cannot exceed 200 characters'],
    [
      'description',
      'Nineteen characters',
      'Please provide a more detailed description (at least 20 characters)',
    ],
    ['location', 'Lake', 'Please enter a location (at least 5 characters)'],
    ['startTime', '', 'Please select a start time'],
    ['startTime', '2026-06-20', 'Please select a start time'],
    ['startTime', '2026-06-20T06:00', 'Please select a start time'],
    ['endTime', undefined, 'Please select an end time'],
    ['endTime', '2026-13-40T99:00:00Z', 'Please select an end time'],
    ['categoryId', '', 'Please select a category'],
    ['categoryId', 11, 'Please select a category'],
    ['categoryId', undefined, 'Please select a category'],
    ['groupId', 0, 'Please select a group'],
    ['groupId', undefined, 'Please select a group'],
    ['groupId', 2_147_483_647, 'Please select a group'],
    ['imageUrl', 'picture.jpg', 'Please enter a valid URL'],
    ['imageUrl', 'javascript:alert(1)', 'Please enter a valid URL'],
    ['imageUrl', 'data:image/png;base64,AAAA', 'Please enter a valid URL'],
  ])('refuses the %s %j', async (field, value, message) => {
    const { client, form: body } = await organiser();
    const refusal = await client.refusal('POST /api/events', { body: { ...body, [field]: value } });
    expect(refusal).toMatchObject({ status: 400, code: 'invalid', fields: { [field]: message } });
  });

  it.each(['2026-06-20T05:00:00Z', '2026-06-20T04:59:00Z', '2026-06-20T05:30:00+01:00'])(
    'refuses an end before the start: %s',
    async (endTime) => {
      const { client, form: body } = await organiser();
      const refusal = await client.refusal('POST /api/events', { body: { ...body, endTime } });
      expect(refusal.fields).toEqual({ endTime: 'End time must be after start time' });
    },
  );

  it('ignores fields outside the form', async () => {
    const { client, form: body } = await organiser();
    const more = {
      ...body,
      id: 1,
      attendeeCount: 500,
      status: 'cancelled',
      createdById: 'someone',
    };
    const created = await client.call('POST /api/events', { body: more });
    expect(created.body).toMatchObject({ attendeeCount: 0, status: 'scheduled' });
    expect(created.body.id).not.toBe(1);
  });
});

describe('the categories', () => {
  it('number ten: General, then one for each group type', async () => {
    expect(
      (await visitor.call('GET /api/categories')).body.map(({ id, name }) => `${id} ${name}`),
    ).toEqual([
      '1 General',
      '2 Outdoors & Adventure',
      '3 Business & Networking',
      '4 Tech Community',
      '5 Arts & Creative',
      '6 Health & Wellness',
      '7 Food & Drink',
      '8 Social Activities',
      '9 Learning & Education',
      '10 Language & Culture',
    ]);
  });
});

describe('my events', () => {
  const going = async (startsInHours: number[]) => {
    const member = await make.user();
    const group = await make.group();
    await make.membership(group, member);
    const made = [];
    for (const hours of startsInHours) {
      const event = await make.event({ group, startTime: clock.inHours(hours) });
      await make.rsvp(event, member);
      made.push(event.id);
    }
    return { client: await app.as(member), group, ids: made };
  };
  const mine = async (client: typeof visitor, when: string, limit = 100) =>
    (await readPages(client, 'GET /api/user/events', { query: { when, limit } })).flat();

  it('are to come where the member has an RSVP, soonest first', async () => {
    const { client, group, ids } = await going([50, 5, 100]);
    await make.event({ group });
    expect(await mine(client, 'upcoming')).toEqual([ids[1], ids[0], ids[2]]);
  });

  it('come latest first when they are past', async () => {
    const { client, ids } = await going([-500, -50, 5]);
    expect(await mine(client, 'past')).toEqual([ids[1], ids[0]]);
  });

  it('are past once they have begun', async () => {
    const { client, ids } = await going([-1, 0]);
    expect(await mine(client, 'past')).toEqual([ids[0]]);
    expect(await mine(client, 'upcoming')).toEqual([ids[1]]);
  });

  it('hosted by the member are those of groups they organise', async () => {
    const { client, ids } = await going([5]);
    const me = (await client.call('GET /api/user')).body.user?.id ?? '';
    const [one, other] = [await make.group(), await make.group()];
    for (const group of [one, other])
      await make.membership(group, { id: me }, { isOrganizer: true });
    const made = [];
    for (const [group, hours] of [
      [other, 30],
      [one, 20],
      [one, 40],
      [one, -20],
    ] as const) {
      made.push((await make.event({ group, startTime: clock.inHours(hours) })).id);
    }
    await make.event({ group: one, startTime: clock.inHours(6), status: 'cancelled' });
    const hosted = async (when: 'upcoming' | 'past', limit = 100) =>
      (
        await readPages(client, 'GET /api/user/events', {
          query: { when, hosting: 'true', limit },
        })
      ).flat();
    expect(await hosted('upcoming')).toEqual([made[1], made[0], made[2]]);
    expect(await hosted('upcoming', 1)).toEqual([made[1], made[0], made[2]]);
    expect(await hosted('past')).toEqual([made[3]]);
    expect(await mine(client, 'upcoming')).toEqual(ids);
  });

  it('are ahead until they have ended when the member hosts them', async () => {
    const organiser = await make.user();
    const group = await make.group();
    await make.membership(group, organiser, { isOrganizer: true });
    const times = { startTime: clock.inHours(-1), endTime: clock.inHours(2) };
    const { id } = await make.event({ group, ...times });
    const client = await app.as(organiser);
    const hosted = async (when: 'upcoming' | 'past') => {
      const query = { when, hosting: 'true' } as const;
      const { body } = await client.call('GET /api/user/events', { query });
      return body.map((event) => event.id);
    };
    expect(await hosted('upcoming')).toEqual([id]);
    expect(await hosted('past')).toEqual([]);
  });

  it('include a cancelled one, marked as such', async () => {
    const member = await make.user();
    await make.rsvp(await make.cancelledEvent(), member);
    const { body } = await (await app.as(member)).call('GET /api/user/events');
    expect(body).toMatchObject([{ status: 'cancelled', rsvped: true }]);
  });

  it.each(['upcoming', 'past'])('come %s page by page without gaps', async (when) => {
    const sign = when === 'past' ? -1 : 1;
    const { client } = await going([5, 5, 5, 9, 9].map((hours) => hours * sign));
    expect(await mine(client, when, 2)).toEqual(await mine(client, when));
  });
});
