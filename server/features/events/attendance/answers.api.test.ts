import { describe, expect, it } from 'vitest';
import { day } from '#contract/platform/durations.ts';
import { startTestApp } from '#tests/support/app.ts';
import { createEventWithPlaces } from '#tests/support/event-with-places.ts';
import { leavingOf } from '#tests/support/leaving.ts';
import { readPages } from '#tests/support/paging.ts';
import { forgetAnswers } from './mutations/erasure.ts';

const app = await startTestApp();
const { make, clock, db } = app;

const asked = (columns: object = {}) =>
  createEventWithPlaces(app, { asksEverybody: true, ...columns });

describe('an answer', () => {
  it('is going or can’t, with a note for organisers alone, and can be changed', async () => {
    const { member, say, seenBy, answers, group } = await asked();
    const one = await member();
    expect((await seenBy(one)).answer).toBeNull();
    await say(one, { answer: 'cant', note: '  At my   aunt’s ' });
    expect(await seenBy(one)).toMatchObject({
      answer: 'cant',
      answerNote: 'At my aunt’s',
      rsvp: null,
      attendeeCount: 0,
    });
    expect(await answers('cant')).toMatchObject([{ answer: 'cant', note: 'At my aunt’s' }]);
    await say(one, { answer: 'going' });
    expect(await seenBy(one)).toMatchObject({ answer: 'going', rsvped: true, attendeeCount: 1 });
    expect(await answers('cant')).toEqual([]);
    expect(await answers('going')).toMatchObject([{ answer: 'going', note: 'At my aunt’s' }]);
    await say(one, { answer: 'going', note: null });
    expect(await answers('going')).toMatchObject([{ note: null }]);
    expect(await seenBy(group.owner)).toMatchObject({
      answers: { going: 1, waiting: 0, cant: 0, none: 1 },
    });
    const other = await seenBy(await member());
    expect(other).toMatchObject({ answer: null, answerNote: null });
    expect(other).not.toHaveProperty('answers');
  });

  it('shows the member’s state, and ‘can’t come’ gives the place to the next', async () => {
    const { member, going, waiting, say, standing, params } = await asked({ capacity: 1 });
    const [one] = await going(0);
    const [next] = await waiting(0);
    const answer = 'PUT /api/events/:id/answer';
    const cant = await (await app.as(one!)).call(answer, { params, body: { answer: 'cant' } });
    expect(cant.body).toEqual({ answer: 'cant', status: 'cant' });
    expect(await standing(next!)).toEqual(['offered']);
    for (const full of [one!, await member()]) {
      expect(await say(full, { answer: 'going' })).toBe('full');
    }
  });

  it('‘can’t come’ ends once the member goes or waits by another call', async () => {
    const { member, say, seenBy, ...hall } = await asked({ capacity: 1 });
    const [one, other] = [await member(), await member()];
    for (const person of [one, other]) await say(person, { answer: 'cant' });
    await hall.attend(one);
    expect((await seenBy(one)).answer).toBe('going');
    await hall.cancel(one);
    expect((await seenBy(one)).answer).toBeNull();
    await hall.attend(one);
    await hall.wait(other);
    await hall.passOn(other);
    expect((await seenBy(other)).answer).toBeNull();
  });

  it('can be withdrawn, which gives up the place', async () => {
    const { params, member, say, seenBy } = await asked();
    const one = await member();
    const client = await app.as(one);
    for (const answer of ['going', 'cant'] as const) {
      await say(one, { answer });
      expect((await client.call('DELETE /api/events/:id/answer', { params })).status).toBe(204);
      expect(await seenBy(one)).toMatchObject({ answer: null, attendeeCount: 0 });
    }
  });

  it('is accepted also where nobody is asked, and counted nowhere there', async () => {
    const { group, member, say, seenBy } = await createEventWithPlaces(app);
    expect(await say(await member(), { answer: 'cant' })).toBe(200);
    const seen = await seenBy(group.owner);
    expect(seen).toMatchObject({ asksEverybody: false });
    expect(seen).not.toHaveProperty('answers');
  });

  it('is refused once the event has begun, is cancelled, or for a note that is too long', async () => {
    const { group, params, member } = await asked();
    const one = await app.as(await member());
    const refuse = async (id: number, body: object = { answer: 'cant' }) =>
      one.refusal('PUT /api/events/:id/answer', { params: { id }, body });
    const begun = await make.event({ group, startTime: clock.inHours(-1) });
    const cancelled = await make.cancelledEvent({ group });
    expect((await refuse(begun.id)).code).toBe('conflict');
    expect((await refuse(cancelled.id)).code).toBe('conflict');
    expect(await refuse(params.id, { answer: 'cant', note: 'x'.repeat(141) })).toMatchObject({
      fields: { note: 'Please use at most 140 characters' },
    });
    expect(await refuse(params.id, { answer: 'perhaps' })).toMatchObject({
      fields: { answer: 'Please say whether you are coming' },
    });
  });

  it('ends with the membership', async () => {
    const { group, member, say, answers } = await asked();
    const one = await member();
    await say(one, { answer: 'cant' });
    await leavingOf(app).leaveGroup(one, group);
    await (await app.as(one)).call('POST /api/groups/:id/members', { params: { id: group.id } });
    expect(await answers('cant')).toEqual([]);
  });

  it('is deleted 30 days after the event', async () => {
    const { member, say, event, answers } = await asked();
    await say(await member(), { answer: 'cant', note: 'Away' });
    const end = event.endTime.getTime();
    await forgetAnswers(db, new Date(end + 30 * day - 1));
    expect(await answers('cant')).toHaveLength(1);
    await forgetAnswers(db, new Date(end + 30 * day));
    expect(await answers('cant')).toEqual([]);
  });
});

describe('the members who haven’t answered', () => {
  it('are listed page by page in the order of the group’s members', async () => {
    const { group, params, say, member } = await asked();
    const silent: string[] = [];
    for (let index = 0; index < 5; index += 1) silent.push((await member()).id);
    silent.sort();
    await make.pendingMember(group);
    await say(await member(), { answer: 'cant' });
    await say(group.owner, { answer: 'going' });
    const query = { state: 'none', limit: 2 };
    const organiser = await app.as(group.owner);
    const key = 'GET /api/events/:id/answers';
    const pages = await readPages(organiser, key, { params, query }, 'userId');
    expect(pages.flat()).toEqual(silent);
  });
});

describe('the question to every member', () => {
  it('follows the group unless the event says otherwise', async () => {
    const { group, change, seenBy } = await asked({ asksEverybody: null });
    const stands = async () => (await seenBy(group.owner)).asksEverybody;
    const ask = async (asksEverybody: boolean) =>
      (await app.as(group.owner)).call('PATCH /api/groups/:id/switches', {
        params: { id: group.id },
        body: { asksEverybody },
      });
    expect((await ask(true)).body).toMatchObject({ asksEverybody: true, status: 'approved' });
    expect(await seenBy(group.owner)).toMatchObject({
      asksEverybody: true,
      ownAsksEverybody: null,
    });
    await change({ asksEverybody: false });
    expect(await stands()).toBe(false);
    await change({ asksEverybody: null });
    expect(await stands()).toBe(true);
    await ask(false);
    expect(await stands()).toBe(false);
  });
});
