import { describe, expect, it } from 'vitest';
import type { Audience } from '#contract/community/audience.ts';
import { startTestApp } from '#tests/support/app.ts';
import { lanterns } from '#tests/support/forms.ts';

const app = await startTestApp();
const { make, clock } = app;

const safe = { safeguardingLead: 'Ruth Okafor', safeguardingContact: '01768 555 0142' };

const noLead =
  'This group has no safeguarding lead yet, so it can’t have events for under 18s. Its owner can add one by editing the group.';

async function hosted(audience: Audience = 'all', lead: Partial<typeof safe> = {}) {
  const group = await make.group({ audience, ...lead });
  const owner = await app.as(group.owner);
  const form = {
    ...lanterns(clock),
    groupId: group.id,
  };
  return { owner, form };
}

describe("an event's audience", () => {
  it.each(['all', 'adults', 'families', 'under18'] as const)('may be %s', async (audience) => {
    const { owner, form } = await hosted('all', safe);
    const { body } = await owner.call('POST /api/events', { body: { ...form, audience } });
    expect(body.audience).toBe(audience);
    const query = { group: form.groupId };
    const { body: cards } = await app.visitor().call('GET /api/events', { query });
    expect(cards).toMatchObject([{ audience }]);
  });

  it("is its group's by default", async () => {
    const plain = await hosted();
    const all = await plain.owner.call('POST /api/events', { body: plain.form });
    expect(all.body.audience).toBe('all');
    const { owner, form } = await hosted('families');
    const { body } = await owner.call('POST /api/events', { body: form });
    expect(body.audience).toBe('families');
  });

  it("can't be under 18s in a group of adults", async () => {
    const { owner, form } = await hosted('adults');
    const body = { ...form, audience: 'under18' } as const;
    const fields = {
      audience: 'This group is for adults only, so its events can’t be for under 18s',
    };
    expect((await owner.refusal('POST /api/events', { body })).fields).toEqual(fields);
    const repeated = { ...body, rrule: 'FREQ=WEEKLY;COUNT=2' };
    expect((await owner.refusal('POST /api/series', { body: repeated })).fields).toEqual(fields);
    const { body: event } = await owner.call('POST /api/events', { body: form });
    expect(event.audience).toBe('adults');
    const change = { params: { id: event.id }, body: { audience: 'under18' } } as const;
    expect((await owner.refusal('PATCH /api/events/:id', change)).fields).toEqual(fields);
    const { id } = await make.series({ group: { id: form.groupId }, dates: 2 });
    const dates = { params: { id }, body: { scope: 'all', audience: 'under18' } } as const;
    expect((await owner.refusal('PATCH /api/series/:id', dates)).fields).toEqual(fields);
  });

  it.each(['all', 'families', 'under18'] as const)(
    "can't be under 18s in a group for %s without a safeguarding lead",
    async (ofGroup) => {
      const { owner, form } = await hosted(ofGroup, { safeguardingLead: safe.safeguardingLead });
      const body = { ...form, audience: 'under18' } as const;
      const refused = { code: 'invalid', fields: { audience: noLead } };
      expect(await owner.refusal('POST /api/events', { body })).toMatchObject(refused);
      const repeated = { ...body, rrule: 'FREQ=WEEKLY;COUNT=2' };
      expect(await owner.refusal('POST /api/series', { body: repeated })).toMatchObject(refused);
      const adults = { ...form, audience: 'adults' } as const;
      const { body: event } = await owner.call('POST /api/events', { body: adults });
      const change = { params: { id: event.id }, body: { audience: 'under18' } } as const;
      expect(await owner.refusal('PATCH /api/events/:id', change)).toMatchObject(refused);
      const { id } = await make.series({ group: { id: form.groupId }, dates: 2 });
      const dates = { params: { id }, body: { scope: 'all', audience: 'under18' } } as const;
      expect(await owner.refusal('PATCH /api/series/:id', dates)).toMatchObject(refused);
    },
  );

  it("can't be under 18s by default in a group without a safeguarding lead", async () => {
    const { owner, form } = await hosted('under18');
    const { fields } = await owner.refusal('POST /api/events', { body: form });
    expect(fields).toEqual({ audience: noLead });
  });

  it('refuses more dates for under 18s once the safeguarding lead is gone', async () => {
    const { owner, form } = await hosted('families');
    const { id } = await make.series({
      group: { id: form.groupId },
      dates: 2,
      audience: 'under18',
    });
    const body = { scope: 'all', rrule: 'FREQ=WEEKLY;COUNT=4' } as const;
    const { fields } = await owner.refusal('PATCH /api/series/:id', { params: { id }, body });
    expect(fields).toEqual({ audience: noLead });
  });
});
