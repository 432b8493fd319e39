import { and, desc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Audience } from '#contract/community/audience.ts';
import { auditLog } from '#features/base/audit/tables.ts';
import { startTestApp } from '#tests/support/app.ts';
import { lanterns } from '#tests/support/forms.ts';

const app = await startTestApp();
const { make, clock } = app;

const safe = { safeguardingLead: 'Ruth Okafor', safeguardingContact: '01768 555 0142' };
const groupRefusal = {
  code: 'invalid',
  fields: { openTo: 'Groups for under 18s can’t open events to people without an account' },
};
const eventRefusal = {
  code: 'invalid',
  fields: { openTo: 'Events for under 18s can’t be open to people without an account' },
};

async function hosted(audience: Audience = 'all', defaultOpenTo?: 'anyone') {
  const group = await make.group({ audience, defaultOpenTo, ...safe });
  const owner = await app.as(group.owner);
  const form = {
    ...lanterns(clock),
    groupId: group.id,
  };
  const create = async (more: object = {}) =>
    (await owner.call('POST /api/events', { body: { ...form, ...more } })).body;
  const repeat = async (more: object = {}) => {
    const body = { ...form, rrule: 'FREQ=WEEKLY;COUNT=3', ...more };
    return (await owner.call('POST /api/series', { body })).body;
  };
  return { group, owner, form, create, repeat };
}

const openness = (events: readonly { openTo: string }[]) => events.map(({ openTo }) => openTo);

describe('the ‘open to’ setting of an event', () => {
  it('is members, or anyone where its organiser or its group says so', async () => {
    const plain = await hosted();
    expect((await plain.create()).openTo).toBe('members');
    expect((await plain.create({ openTo: 'anyone' })).openTo).toBe('anyone');
    const open = await hosted('all', 'anyone');
    expect((await open.create()).openTo).toBe('anyone');
    expect((await open.create({ openTo: 'members' })).openTo).toBe('members');
    const wrong = { body: { ...plain.form, openTo: 'dogs' } };
    const { fields } = await plain.owner.refusal('POST /api/events', wrong);
    expect(fields).toEqual({ openTo: 'Please select who can come' });
  });

  it('changes, and the audit log says how an admin changed it', async () => {
    const { owner, create } = await hosted();
    const { id } = await create();
    const change = async (client: typeof owner, openTo: 'members' | 'anyone') =>
      (await client.call('PATCH /api/events/:id', { params: { id }, body: { openTo } })).body;
    expect((await change(owner, 'anyone')).openTo).toBe('anyone');
    const { body: read } = await app.visitor().call('GET /api/events/:id', { params: { id } });
    expect(read.openTo).toBe('anyone');
    expect((await change(await app.as(await make.admin()), 'members')).openTo).toBe('members');
    const [entry] = await app.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'event.edit'), eq(auditLog.targetId, String(id))))
      .orderBy(desc(auditLog.id));
    expect(entry).toMatchObject({
      before: { openTo: 'anyone' },
      after: { openTo: 'members', fields: ['openTo'] },
    });
  });

  it("is its group's default on each date of a series, and can change from one date on", async () => {
    const { owner, repeat } = await hosted('all', 'anyone');
    const series = await repeat();
    expect(openness(series.events)).toEqual(['anyone', 'anyone', 'anyone']);
    const params = { id: series.id };
    const body = {
      scope: 'following',
      fromEventId: series.events[1]?.id,
      openTo: 'members',
      rrule: 'FREQ=WEEKLY;COUNT=4',
    } as const;
    const { body: changed } = await owner.call('PATCH /api/series/:id', { params, body });
    const added = ['members', 'members'];
    expect(openness(changed.events)).toEqual(['anyone', 'members', 'members', ...added]);
  });
});

describe('in a group for under 18s', () => {
  it('no event, date or change is open to anyone', async () => {
    const { owner, form, create, repeat } = await hosted('under18');
    const open = { openTo: 'anyone' } as const;
    const body = { ...form, ...open };
    expect(await owner.refusal('POST /api/events', { body })).toMatchObject(groupRefusal);
    const families = { ...body, audience: 'families' } as const;
    expect(await owner.refusal('POST /api/events', { body: families })).toMatchObject(groupRefusal);
    const dates = { ...body, rrule: 'FREQ=WEEKLY;COUNT=2' };
    expect(await owner.refusal('POST /api/series', { body: dates })).toMatchObject(groupRefusal);
    const { id } = await create();
    const change = { params: { id }, body: open };
    expect(await owner.refusal('PATCH /api/events/:id', change)).toMatchObject(groupRefusal);
    const series = await repeat();
    const all = { params: { id: series.id }, body: { scope: 'all', ...open } } as const;
    expect(await owner.refusal('PATCH /api/series/:id', all)).toMatchObject(groupRefusal);
  });
});

describe('an event for under 18s', () => {
  it('is for members even if its group opens new events to anyone', async () => {
    const { create, repeat } = await hosted('all', 'anyone');
    expect((await create({ audience: 'under18' })).openTo).toBe('members');
    const { events } = await repeat({ audience: 'under18' });
    expect(openness(events)).toEqual(['members', 'members', 'members']);
  });

  it('is not open to anyone, whichever of both fields changes', async () => {
    const { owner, form, create, repeat } = await hosted();
    const open = { openTo: 'anyone' } as const;
    const young = { audience: 'under18' } as const;
    const body = { ...form, ...open, ...young };
    expect(await owner.refusal('POST /api/events', { body })).toMatchObject(eventRefusal);
    const dates = { ...body, rrule: 'FREQ=WEEKLY;COUNT=2' };
    expect(await owner.refusal('POST /api/series', { body: dates })).toMatchObject(eventRefusal);
    for (const [made, changed] of [
      [open, young],
      [young, open],
    ]) {
      const params = { id: (await create(made)).id };
      const change = { params, body: { ...changed } };
      expect(await owner.refusal('PATCH /api/events/:id', change)).toMatchObject(eventRefusal);
      const all = { params: { id: (await repeat(made)).id }, body: { scope: 'all', ...changed } };
      expect(await owner.refusal('PATCH /api/series/:id', all)).toMatchObject(eventRefusal);
    }
    const { id } = await create(open);
    const both = { params: { id }, body: { ...young, openTo: 'members' } } as const;
    expect((await owner.call('PATCH /api/events/:id', both)).body).toMatchObject(both.body);
  });
});
