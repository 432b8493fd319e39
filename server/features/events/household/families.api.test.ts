import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { mails } from '#platform/mail/tables.ts';
import { forgetAnswers } from '#features/events/attendance/mutations/erasure.ts';
import { rsvps } from '#features/events/attendance/tables.ts';
import { startTestApp } from '#tests/support/app.ts';
import { createEventWithPlaces } from '#tests/support/event-with-places.ts';
import { createTestMailer } from '#tests/support/mailer.ts';

const app = await startTestApp();
const { make, clock, db } = app;
const phone = '+44 (7700) 900-123';

/** An event for under 18s in three days, and an adult who brings a child to it. */
async function junior(count = 1) {
  const hall = await createEventWithPlaces(app, {
    audience: 'under18',
    capacity: 30,
    startTime: clock.inHours(72),
    endTime: clock.inHours(74),
  });
  const { group, params } = hall;
  const asOrganiser = await app.as(group.owner);
  const ana = await make.member(group);
  const ids: number[] = [];
  for (let child = 0; child < count; child += 1) ids.push((await make.child(ana)).id);
  const asAna = await app.as(ana);
  const answer = (body: object) =>
    asAna.send('PUT /api/events/:id/answer', { params, body: { answer: 'going', ...body } });
  const who = { self: true, household: ids };
  const listed = async () =>
    (await asOrganiser.call('GET /api/events/:id/rsvps', { params })).body.map(
      (each) => each.phone,
    );
  const door = async () =>
    (await asOrganiser.send('GET /api/events/:id/door-list.csv', { params })).body;
  const stored = async () =>
    (
      await db.select({ phone: rsvps.phone }).from(rsvps).where(eq(rsvps.eventId, hall.event.id))
    ).map((each) => each.phone);
  return { ...hall, asOrganiser, ana, asAna, answer, who, listed, door, stored };
}

describe('the figures of an event that children come to', () => {
  it('separate children from adults and guests on its page and its card', async () => {
    const { answer, who, seenBy, going, group, params, event } = await junior(3);
    await going(2);
    await answer({ who, guests: 1 });
    const children = { self: false, household: [(await make.child(group.owner)).id] };
    const asOwner = await app.as(group.owner);
    await asOwner.call('PUT /api/events/:id/answer', {
      params,
      body: { answer: 'going', who: children },
    });
    const figures = { attendeeCount: 3, childCount: 4, adultCount: 2, placesTaken: 9 };
    expect(await seenBy(group.owner)).toMatchObject({ ...figures, guestCount: 3 });
    const { body } = await app.visitor().call('GET /api/events/group/:groupId', {
      params: { groupId: group.id },
    });
    expect(body.find(({ id }) => id === event.id)).toMatchObject(figures);
  });

  it('are attendees alone where no children come', async () => {
    const { going, seenBy, group } = await junior();
    await going(1);
    const seen = await seenBy(group.owner);
    expect(seen).toMatchObject({ attendeeCount: 1, guestCount: 1 });
    expect(seen).not.toHaveProperty('childCount');
  });

  it('are on the waiting list and with an offered place', async () => {
    const { asOrganiser, params, asAna, who, change } = await junior(2);
    await change({ capacity: 1 });
    await asOrganiser.call('POST /api/events/:id/rsvps', { params, body: {} });
    await asAna.call('PUT /api/events/:id/waitlist', { params, body: { who } });
    const { body } = await asOrganiser.call('GET /api/events/:id/waitlist', { params });
    expect(body).toMatchObject([{ guests: 0, children: 2, self: true }]);
  });
});

describe('the telephone number of an adult who brings a child', () => {
  it('is read by organisers from a day before the start until the end', async () => {
    const { answer, who, listed, door, answers, asAna, params, group } = await junior();
    expect((await answer({ who, phone })).statusCode).toBe(200);
    expect((await asAna.call('GET /api/events/:id', { params })).body.phone).toBe(phone);
    const other = await app.as(await make.member(group));
    const admin = await app.as(await make.admin());
    const shownTo = async (client: typeof other) =>
      [
        await client.send('GET /api/events/:id/rsvps', { params }),
        await client.send('GET /api/events/:id', { params }),
        await client.send('GET /api/events/:id/door-list.csv', { params }),
        await client.send('GET /api/events/:id/answers', { params, query: { state: 'going' } }),
      ].some(({ body }) => body.includes('900-123'));
    const seen = async () => [
      await listed(),
      (await door()).includes(phone),
      (await answers('going')).map((each) => each.phone),
      await shownTo(other),
      await shownTo(admin),
    ];
    const hidden = [[undefined], false, [undefined], false, false];
    const shown = [[phone], true, [phone], false, false];
    expect(await seen()).toEqual(hidden);
    clock.advanceHours(47.9);
    expect(await seen()).toEqual(hidden);
    clock.advanceHours(0.2);
    expect(await seen()).toEqual(shown);
    expect((await door()).split('\r\n')[0]).toBe('\uFEFFName,Guests,Comes with,Note,Phone');
    clock.advanceHours(25.8);
    expect(await seen()).toEqual(shown);
    clock.advanceHours(0.2);
    expect(await seen()).toEqual(hidden);
  });

  it.each(['1234', '1234567890123456', 'ring me', '07700 900123 ext', '+', 12345])(
    'is refused as %s',
    async (wrong) => {
      const { answer, who, asAna, params } = await junior();
      const answered = await answer({ who, phone: wrong });
      expect(answered.statusCode).toBe(400);
      expect(answered.body).toContain('"fields":{"phone":');
      const plain = { params, body: { phone: wrong } };
      expect(await asAna.outcome('POST /api/events/:id/rsvps', plain)).toBe('invalid');
    },
  );

  it('stays when it is not sent, and is deleted by an empty one, and with the child', async () => {
    const { answer, who, stored, asAna, params } = await junior();
    await answer({ who, phone: '12345' });
    await answer({ who });
    expect(await stored()).toEqual(['12345']);
    await asAna.call('POST /api/events/:id/rsvps', { params, body: { phone } });
    expect(await stored()).toEqual([phone]);
    await answer({ who, phone: ' ' });
    expect(await stored()).toEqual([null]);
    await answer({ who, phone });
    await answer({ who: { self: true, household: [] } });
    expect(await stored()).toEqual([null]);
    await answer({ who, phone });
    await answer({ answer: 'cant', who: { self: false, household: who.household } });
    expect(await stored()).toEqual([null]);
    await answer({ who, phone });
    await answer({ answer: 'cant' });
    expect(await stored()).toEqual([null]);
  });

  it('is not stored without a child', async () => {
    const { answer, stored } = await junior();
    await answer({ phone });
    expect(await stored()).toEqual([null]);
  });

  it('is stored while they wait, and once they come', async () => {
    const { asOrganiser, params, asAna, who, change, stored } = await junior();
    await change({ capacity: 1 });
    await asOrganiser.call('POST /api/events/:id/rsvps', { params, body: {} });
    await asAna.call('PUT /api/events/:id/waitlist', { params, body: { who, phone } });
    await change({ capacity: 9 });
    await asAna.send('POST /api/events/:id/rsvps', { params, body: {} });
    expect(new Set(await stored())).toEqual(new Set([phone, null]));
  });

  it('is a field for people added by hand where children may come', async () => {
    const { asOrganiser, params, listed, stored } = await junior();
    const body = { name: 'Bo', people: 3, phone };
    const added = await asOrganiser.call('POST /api/events/:id/added-attendees', { params, body });
    expect(added.body).not.toHaveProperty('phone');
    expect(await listed()).toEqual([undefined]);
    clock.advanceHours(50);
    expect(await listed()).toEqual([phone]);
    const one = { ...params, addedId: added.body.id };
    const change = 'PATCH /api/events/:id/added-attendees/:addedId';
    await asOrganiser.call(change, { params: one, body: { name: 'Bob' } });
    expect(await stored()).toEqual([phone]);
    await asOrganiser.call(change, { params: one, body: { phone: '' } });
    expect(await stored()).toEqual([null]);
  });

  it('is in the member’s own file, and in no email', async () => {
    const mailer = await createTestMailer(app, { RATE_LIMITS: 'off' });
    const { answer, who, asAna, ana } = await junior();
    await answer({ who, phone });
    const file = await asAna.send('GET /api/auth/user/export');
    const { 'rsvps.json': own } = unzipSync(file.rawPayload);
    expect(own && strFromU8(own)).toContain(phone);
    await mailer.deliver();
    const sent = await db.select().from(mails).where(eq(mails.recipientId, ana.id));
    expect(sent.length).toBeGreaterThan(0);
    expect(JSON.stringify(sent)).not.toContain('900-123');
  });

  it('is erased when the event is over', async () => {
    const { answer, who, stored } = await junior();
    await answer({ who, phone });
    clock.advanceHours(73.9);
    await forgetAnswers(db, clock.read());
    expect(await stored()).toEqual([phone]);
    clock.advanceHours(0.2);
    await forgetAnswers(db, clock.read());
    expect(await stored()).toEqual([null]);
  });
});
