import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { guestDays, maxChildren } from '#contract/platform/limits.ts';
import { mails, outbox } from '#platform/mail/tables.ts';
import { forgetAnswers } from '#features/events/attendance/mutations/erasure.ts';
import { childPlaces } from '#features/events/attendance/tables.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import { createEventWithPlaces, type AnswerForm } from '#tests/support/event-with-places.ts';
import type { User } from '#tests/support/factories.ts';
import { leavingOf } from '#tests/support/leaving.ts';
import { createTestMailer } from '#tests/support/mailer.ts';
import { dropEndedInvitations } from './mutations.ts';
import { childInvitations, children } from './tables.ts';

const app = await startTestApp();
const { make, clock, db } = app;
const mailer = await createTestMailer(app, { RATE_LIMITS: 'off' });

const accept = 'POST /api/household-invitations/accept';

const householdOf = async (client: Client) => (await client.call('GET /api/user/household')).body;

const add = async (client: Client, body: { firstName: string; note?: string | null }) =>
  (await client.call('POST /api/user/household', { body })).body;

const invitation = 'POST /api/user/household/:id/invitations';

/** Invites a second adult of a child, and returns the token of the link. */
const invite = async (client: Client, { id }: { id: number }) => {
  const { body } = await client.call(invitation, { params: { id } });
  return new URL(body.url).searchParams.get('token') ?? '';
};

/** Two people, and what they call. */
async function twoAdults() {
  const [ana, ben] = [await make.user(), await make.user()];
  return { ana, ben, asAna: await app.as(ana), asBen: await app.as(ben) };
}

/** A child that two adults answer for: the first has invited the second. */
async function shared(first: User, second: User, firstName = 'Sam') {
  const child = await make.child(first, { firstName });
  await (await app.as(second)).call(accept, { body: { token: child.token } });
  return child;
}

describe('a household', () => {
  it('keeps children by first name with a note, of six at most', async () => {
    const client = await app.as(await make.user());
    const sam = await add(client, { firstName: ' Sam ', note: 'Allergic to  nuts' });
    expect(sam).toEqual({ ...sam, firstName: 'Sam', note: 'Allergic to nuts', otherAdult: null });
    for (let count = 1; count < maxChildren; count += 1) await add(client, { firstName: 'Ada' });
    const seventh = await client.send('POST /api/user/household', { body: { firstName: 'Ben' } });
    expect(seventh.statusCode).toBe(409);
    expect(await householdOf(client)).toHaveLength(maxChildren);
    const params = { id: sam.id };
    const body = { firstName: 'Samira', note: null };
    const changed = await client.call('PATCH /api/user/household/:id', { params, body });
    expect(changed.body).toMatchObject({ firstName: 'Samira', note: null });
    await client.call('DELETE /api/user/household/:id', { params });
    expect(await householdOf(client)).toHaveLength(maxChildren - 1);
    expect(await db.$count(children, eq(children.id, sam.id))).toBe(0);
  });

  it('names the field that is wrong', async () => {
    const client = await app.as(await make.user());
    for (const [body, field] of [
      [{ firstName: '' }, 'firstName'],
      [{ firstName: 'www.spam.example' }, 'firstName'],
      [{ firstName: 'Sam', note: 'x'.repeat(141) }, 'note'],
    ] as const) {
      const refused = await client.send('POST /api/user/household', { body });
      expect(refused.statusCode).toBe(400);
      expect(refused.json<{ fields: object }>().fields).toHaveProperty(field);
    }
  });
});

/** An event of a group that Ana and Ben are in. */
async function junior(columns: object = {}) {
  const hall = await createEventWithPlaces(app, columns);
  const [ana, ben] = [await hall.member(), await hall.member()];
  return { ...hall, ana, ben, asAna: await app.as(ana), asBen: await app.as(ben) };
}

describe('an answer for a household', () => {
  it('takes a place for each, and guests come on top', async () => {
    const { ana, say, seenBy, answers } = await junior({ guestsAllowed: 2 });
    const [sam, ada] = [
      await make.child(ana, { firstName: 'Sam', note: 'Nuts' }),
      await make.child(ana, { firstName: 'Ada' }),
    ];
    const who = { self: false, household: [sam.id, ada.id] };
    expect(await say(ana, { answer: 'going', who, guests: 1 })).toBe(200);
    expect(await seenBy(ana)).toMatchObject({
      answer: 'going',
      rsvp: { status: 'going', self: false, children: 2, guests: 1 },
      who,
      household: [
        { id: sam.id, firstName: 'Sam', status: 'going', answeredBy: null },
        { id: ada.id, status: 'going' },
      ],
      attendeeCount: 1,
      placesTaken: 3,
    });
    expect(await answers('going')).toMatchObject([
      {
        who: [
          { firstName: 'Sam', note: 'Nuts' },
          { firstName: 'Ada', note: null },
        ],
      },
    ]);
    await say(ana, { answer: 'going', who: { self: true, household: [ada.id] } });
    expect(await seenBy(ana)).toMatchObject({
      who: { self: true, household: [ada.id] },
      attendeeCount: 1,
      placesTaken: 3,
    });
    // Without `who` the same people come.
    await say(ana, { answer: 'going', guests: 0 });
    expect(await seenBy(ana)).toMatchObject({ placesTaken: 2 });
    await say(ana, { answer: 'cant' });
    expect(await seenBy(ana)).toMatchObject({
      answer: 'cant',
      who: { self: false, household: [] },
      attendeeCount: 0,
      placesTaken: 0,
    });
    expect(await answers('cant')).toMatchObject([{ who: [] }]);
  });

  it('must name somebody, and nobody else’s child', async () => {
    const { ana, ben, params, asAna, say } = await junior();
    const theirs = await make.child(ben);
    for (const who of [
      { self: false, household: [] },
      { self: true, household: [theirs.id] },
      { self: true, household: [1, 2, 3, 4, 5, 6, 7] },
      { self: true, household: [2_147_483_648] },
    ]) {
      for (const answer of ['going', 'cant'] as const) {
        expect(await say(ana, { answer, who })).toBe('invalid');
      }
      const refused = await asAna.send('PUT /api/events/:id/answer', {
        params,
        body: { answer: 'going', who },
      });
      expect(Object.keys(refused.json<{ fields: object }>().fields)[0]).toMatch(/^who/);
    }
  });

  it('of ‘can’t’ for some withdraws those alone', async () => {
    const { ana, say, seenBy } = await junior();
    const sam = await make.child(ana);
    await say(ana, { answer: 'going', who: { self: true, household: [sam.id] } });
    await say(ana, { answer: 'cant', who: { self: true, household: [] } });
    expect(await seenBy(ana)).toMatchObject({
      answer: 'going',
      who: { self: false, household: [sam.id] },
      placesTaken: 1,
    });
    await say(ana, { answer: 'cant', who: { self: false, household: [sam.id] } });
    expect(await seenBy(ana)).toMatchObject({ answer: 'cant', rsvp: null, placesTaken: 0 });
  });

  it('is refused where the places don’t suffice, and waits together', async () => {
    const { ana, ben, params, asAna, say, seenBy } = await junior({ capacity: 2 });
    const [sam, ada] = [await make.child(ana), await make.child(ana)];
    const who = { self: true, household: [sam.id, ada.id] };
    expect(await say(ana, { answer: 'going', who })).toBe('full');
    expect(await seenBy(ana)).toMatchObject({ who: { self: false, household: [] } });
    await say(ben, { answer: 'going' });
    const turn = { params, body: { who: { self: false, household: [sam.id, ada.id] } } };
    expect(await asAna.outcome('PUT /api/events/:id/waitlist', turn)).toBe(201);
    expect(await seenBy(ana)).toMatchObject({
      rsvp: { status: 'waiting', children: 2 },
      household: [{ status: 'waiting' }, { status: 'waiting' }],
      placesTaken: 1,
    });
    await say(ben, { answer: 'cant' });
    expect(await seenBy(ana)).toMatchObject({ rsvp: { status: 'offered' }, placesTaken: 2 });
    expect(await asAna.outcome('POST /api/events/:id/rsvps', { params })).toBe(201);
    expect(await seenBy(ana)).toMatchObject({
      who: { self: false, household: [sam.id, ada.id] },
      placesTaken: 2,
    });
    expect(ben.id).not.toBe(ana.id);
  });

  it('shows others the adult with a number, and organisers each by name', async () => {
    const { ana, params, asBen, group, say } = await junior();
    const organiser = await app.as(group.owner);
    const sam = await make.child(ana, { firstName: 'Sam', note: 'Nuts' });
    await say(ana, { answer: 'going', who: { self: true, household: [sam.id] } });
    const listed = async (client: Client) =>
      (await client.call('GET /api/events/:id/rsvps', { params })).body;
    expect(await listed(asBen)).toEqual([
      {
        userId: ana.id,
        status: 'going',
        guests: 1,
        firstName: ana.firstName,
        profileImageUrl: ana.profileImageUrl,
      },
    ]);
    expect(await listed(organiser)).toMatchObject([
      {
        userId: ana.id,
        guests: 0,
        firstTime: true,
        who: [
          { firstName: ana.firstName, note: null },
          { firstName: 'Sam', note: 'Nuts' },
        ],
      },
    ]);
    const file = await organiser.send('GET /api/events/:id/door-list.csv', { params });
    expect(file.body.split('\r\n').slice(0, 3)).toEqual([
      '\uFEFFName,Guests,Comes with,Note',
      ...[`${ana.firstName},0,,`, `Sam,0,${ana.firstName},Nuts`].toSorted(),
    ]);
  });

  it('has a note also if only some of them can’t come', async () => {
    const { ana, say, answers } = await junior();
    const child = await make.child(ana);
    const household = [child.id];
    await say(ana, { answer: 'going', who: { self: true, household } });
    await say(ana, { answer: 'cant', who: { self: false, household }, note: 'A cold' });
    expect(await answers('going')).toMatchObject([{ userId: ana.id, note: 'A cold' }]);
  });
});

describe('two adults of one child', () => {
  /** Takes the emails that a person would get. */
  const told = ({ id }: User) =>
    db
      .delete(outbox)
      .where(and(eq(outbox.recipientId, id), eq(outbox.kind, 'child_answered')))
      .returning({ payload: outbox.payload });

  it('share one row, by the last answer, and each is notified of the other’s', async () => {
    const { ana, ben, say, seenBy, answers } = await junior({ capacity: 1 });
    const child = await shared(ana, ben);
    const who = { self: false, household: [child.id] };
    expect(await say(ana, { answer: 'going', who })).toBe(200);
    expect(await told(ben)).toHaveLength(1);
    expect(await seenBy(ben)).toMatchObject({
      answer: null,
      who,
      household: [{ id: child.id, status: 'going', answeredBy: ana.firstName }],
    });
    // The event is full, but the child has a place already.
    expect(await say(ben, { answer: 'going', who })).toBe(200);
    expect(await told(ana)).toHaveLength(1);
    expect(await answers('going')).toMatchObject([{ userId: ben.id }]);
    expect(await seenBy(ana)).toMatchObject({
      answer: 'cant',
      household: [{ answeredBy: ben.firstName }],
      attendeeCount: 1,
      placesTaken: 1,
    });
    expect(await say(ana, { answer: 'cant', who })).toBe(200);
    expect(await told(ben)).toHaveLength(1);
    expect(await seenBy(ben)).toMatchObject({ answer: 'cant', attendeeCount: 0, placesTaken: 0 });
  });

  it('keep the event in the calendar of the one who comes alone', async () => {
    const { ana, ben, group, say, seenBy } = await junior();
    const child = await shared(ana, ben);
    const who = { self: false, household: [child.id] };
    await say(ana, { answer: 'going', who });
    const { revision = 0 } = await seenBy(group.owner);
    await say(ben, { answer: 'going', who });
    expect(await seenBy(group.owner)).toMatchObject({ attendeeCount: 1, revision: revision + 2 });
  });

  it('at once have one row, and both are notified', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { ana, ben, event, say, seenBy } = await junior({ capacity: 1 });
      const child = await shared(ana, ben);
      const said: AnswerForm = { answer: 'going', who: { self: false, household: [child.id] } };
      expect(await Promise.all([say(ana, said), say(ben, said)])).toEqual([200, 200]);
      const rows = await db.select().from(childPlaces).where(eq(childPlaces.eventId, event.id));
      expect(rows).toHaveLength(1);
      expect(await seenBy(ana)).toMatchObject({ attendeeCount: 1, placesTaken: 1 });
      expect((await told(ana)).length + (await told(ben)).length).toBe(2);
    }
  });

  it('get an email about each other’s answer, as it is when the email goes', async () => {
    const { ana, ben, event, say } = await junior({ title: 'Junior football' });
    const [sam, ada] = [await shared(ana, ben, 'Sam'), await shared(ana, ben, 'Ada')];
    const household = [sam.id, ada.id];
    await say(ana, { answer: 'going', who: { self: true, household } });
    await say(ana, { answer: 'cant', who: { self: false, household: [ada.id] } });
    await mailer.deliver();
    const sent = await db.select().from(mails).where(eq(mails.recipientId, ben.id));
    const about = sent.filter(({ kind }) => kind === 'child_answered');
    expect(about).toMatchObject([{ subject: `An answer for your household: ${event.title}` }]);
    expect(about[0]?.text).toContain(
      `Sam is coming, as ${ana.firstName} has said. Ada isn’t coming.`,
    );
  });

  it('keep the child with the adult who has it, when the other answers alone', async () => {
    const { ana, ben, params, asBen, say, seenBy } = await junior();
    const child = await shared(ana, ben);
    await say(ana, { answer: 'going', who: { self: false, household: [child.id] } });
    await asBen.call('POST /api/events/:id/rsvps', { params });
    expect(await seenBy(ben)).toMatchObject({
      who: { self: true, household: [child.id] },
      attendeeCount: 2,
      placesTaken: 2,
    });
    await say(ben, { answer: 'cant' });
    expect(await seenBy(ana)).toMatchObject({ answer: 'going', placesTaken: 1 });
  });

  it('lose the place of a child who is removed from a household', async () => {
    const { ana, ben, asAna, say, seenBy } = await junior({ capacity: 2 });
    const child = await shared(ana, ben);
    await say(ana, { answer: 'going', who: { self: true, household: [child.id] } });
    await told(ben);
    await asAna.call('DELETE /api/user/household/:id', { params: { id: child.id } });
    expect(await seenBy(ana)).toMatchObject({ who: { self: true, household: [] }, placesTaken: 1 });
    expect(await told(ben)).toHaveLength(1);
    expect(await seenBy(ben)).toMatchObject({ household: [{ status: null }] });
  });

  it('lose the names 30 days after the event, and the numbers stay', async () => {
    const { ana, event, say, answers } = await junior();
    const child = await make.child(ana);
    await say(ana, { answer: 'going', who: { self: true, household: [child.id] } });
    clock.advanceHours((guestDays + 30) * 24);
    await forgetAnswers(db, clock.read());
    expect(await db.$count(childPlaces, eq(childPlaces.eventId, event.id))).toBe(0);
    expect(await answers('going')).toMatchObject([{ who: [{ firstName: ana.firstName }] }]);
  });
});

describe('a second adult', () => {
  it('accepts a link that works once, and a third is refused', async () => {
    const { ana, ben, asAna, asBen } = await twoAdults();
    const child = await add(asAna, { firstName: 'Sam' });
    const [one, other] = [await invite(asAna, child), await invite(asAna, child)];
    const took = await asBen.call(accept, { body: { token: other } });
    expect(took.body).toMatchObject({
      firstName: 'Sam',
      otherAdult: { userId: ana.id, firstName: ana.firstName, removable: false },
    });
    // A second press changes nothing.
    expect((await asBen.call(accept, { body: { token: other } })).status).toBe(200);
    const asCy = await app.as(await make.user());
    expect(await asCy.outcome(accept, { body: { token: other } })).toBe('conflict');
    expect(await asCy.outcome(accept, { body: { token: one } })).toBe('invalid');
    expect(await asCy.outcome(accept, { body: { token: 'unknown' } })).toBe('invalid');
    expect(await asAna.outcome(invitation, { params: { id: child.id } })).toBe('conflict');
    expect(await householdOf(asAna)).toMatchObject([
      { otherAdult: { userId: ben.id, removable: true } },
    ]);
  });

  it('reads who invites them, and for which child once they have signed in', async () => {
    const { ana, asAna, asBen } = await twoAdults();
    const child = await add(asAna, { firstName: 'Sam' });
    const body = { token: await invite(asAna, child) };
    const read = 'POST /api/household-invitations';
    const asked = { invitedBy: ana.firstName, childFirstName: null };
    expect((await app.visitor().call(read, { body })).body).toEqual(asked);
    expect((await asBen.call(read, { body })).body).toEqual({ ...asked, childFirstName: 'Sam' });
    await asBen.call(accept, { body });
    expect(await asBen.outcome(read, { body })).toBe(200);
    expect(await app.visitor().outcome(read, { body })).toBe('conflict');
    expect(await app.visitor().outcome(read, { body: { token: 'unknown' } })).toBe('invalid');
    clock.advanceHours(8 * 24);
    expect(await asBen.outcome(read, { body })).toBe('invalid');
  });

  it('is refused by a link that has ended, and with six children of their own', async () => {
    const { ana, ben, asBen } = await twoAdults();
    const child = await make.child(ana);
    for (let count = 0; count < maxChildren; count += 1) await make.child(ben);
    const body = { token: child.token };
    expect(await asBen.outcome(accept, { body })).toBe('conflict');
    clock.advanceHours(8 * 24);
    expect(await (await app.as(await make.user())).outcome(accept, { body })).toBe('invalid');
    await dropEndedInvitations(db, clock.read());
    expect(await db.$count(childInvitations, eq(childInvitations.childId, child.id))).toBe(0);
  });

  it('can’t return by an earlier link, whoever removed them', async () => {
    const { ana, ben, asAna, asBen } = await twoAdults();
    for (const remover of [asAna, asBen]) {
      const child = await make.child(ana, { note: 'Nuts' });
      const params = { id: child.id };
      const links = [child.token];
      for (let count = 0; count < 3; count += 1) links.push(await invite(asAna, child));
      const outcomes = async () => {
        const found: unknown[] = [];
        for (const token of links) found.push(await asBen.outcome(accept, { body: { token } }));
        return found;
      };
      // Only the latest works, and pressing it again changes nothing.
      expect(await outcomes()).toEqual(['invalid', 'invalid', 'invalid', 200]);
      expect(await outcomes()).toEqual(['invalid', 'invalid', 'invalid', 200]);
      await remover.call('DELETE /api/user/household/:id/adults/:userId', {
        params: { ...params, userId: ben.id },
      });
      expect(await outcomes()).toEqual(['invalid', 'invalid', 'invalid', 'invalid']);
      expect(await householdOf(asBen)).toEqual([]);
    }
  });

  it('leaves, or is removed by the first, but cannot remove the first', async () => {
    const { ana, ben, asAna, asBen } = await twoAdults();
    const child = await shared(ana, ben);
    const remove = 'DELETE /api/user/household/:id/adults/:userId';
    const of = ({ id }: User) => ({ params: { id: child.id, userId: id } });
    expect(await asBen.outcome(remove, of(ana))).toBe('forbidden');
    expect(await asAna.outcome(remove, of(ben))).toBe(204);
    expect(await householdOf(asBen)).toEqual([]);
    const other = await shared(ana, ben);
    await asAna.call('DELETE /api/user/household/:id', { params: { id: other.id } });
    expect(await householdOf(asAna)).toMatchObject([{ id: child.id }]);
    expect(await householdOf(asBen)).toMatchObject([{ id: other.id, otherAdult: null }]);
    // The adult who stays is the first from now on.
    expect(await asBen.outcome(invitation, { params: { id: other.id } })).toBe(201);
  });

  it('keeps the child when the first deletes their account', async () => {
    const { ana, ben, asBen } = await twoAdults();
    const child = await shared(ana, ben);
    const alone = await make.child(ana);
    await leavingOf(app).deleteAccount(ana);
    expect(await householdOf(asBen)).toMatchObject([{ id: child.id, otherAdult: null }]);
    expect(await db.$count(children, eq(children.id, alone.id))).toBe(0);
  });
});
