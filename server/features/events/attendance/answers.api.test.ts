import { describe, expect, it } from 'vitest';
import { day } from '#contract/platform/durations.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import { readPages } from '#tests/support/paging.ts';
import { forgetAnswers } from './mutations/erasure.ts';

const app = await startTestApp();
const { make, clock, db } = app;

interface Body {
  answer: 'going' | 'cant';
  note?: string | null;
  guests?: number;
}

async function asked(more: object = {}) {
  const group = await make.group({ asksEverybody: true });
  const event = await make.event({ group, ...more });
  const params = { id: event.id };
  const organiser = await app.as(group.owner);
  const member = async () => app.as(await make.member(group));
  const say = (client: Client, body: Body) =>
    client.call('PUT /api/events/:id/answer', { params, body });
  const read = async (client: Client) =>
    (await client.call('GET /api/events/:id', { params })).body;
  const list = async (state: 'going' | 'cant' | 'none') =>
    (await organiser.call('GET /api/events/:id/answers', { params, query: { state } })).body;
  return { group, event, params, organiser, member, say, read, list };
}

describe('an answer', () => {
  it('is going or can’t, with a note for organisers alone, and can be changed', async () => {
    const { member, say, read, list, organiser } = await asked();
    const one = await member();
    expect((await read(one)).answer).toBeNull();
    expect((await say(one, { answer: 'cant', note: '  At my   aunt’s ' })).body).toEqual({
      answer: 'cant',
      status: 'cant',
    });
    expect(await read(one)).toMatchObject({
      answer: 'cant',
      answerNote: 'At my aunt’s',
      rsvp: null,
      attendeeCount: 0,
    });
    expect(await list('cant')).toMatchObject([{ answer: 'cant', note: 'At my aunt’s' }]);
    await say(one, { answer: 'going' });
    expect(await read(one)).toMatchObject({ answer: 'going', rsvped: true, attendeeCount: 1 });
    expect(await list('cant')).toEqual([]);
    expect(await list('going')).toMatchObject([{ answer: 'going', note: 'At my aunt’s' }]);
    await say(one, { answer: 'going', note: null });
    expect(await list('going')).toMatchObject([{ note: null }]);
    expect(await read(organiser)).toMatchObject({
      answers: { going: 1, waiting: 0, cant: 0, none: 1 },
    });
    const other = await read(await member());
    expect(other).toMatchObject({ answer: null, answerNote: null });
    expect(other).not.toHaveProperty('answers');
  });

  it('can’t gives up the place, which is offered to the next', async () => {
    const { event, group, member, say, read } = await asked({ capacity: 1 });
    const one = await member();
    await say(one, { answer: 'going' });
    const next = await make.member(group);
    await make.waiting(event, next);
    await say(one, { answer: 'cant' });
    const offered = await read(await app.as(next));
    expect(offered).toMatchObject({ rsvp: { status: 'offered' }, placesTaken: 1 });
    const body = { answer: 'going' };
    expect(
      await one.outcome('PUT /api/events/:id/answer', { params: { id: event.id }, body }),
    ).toBe('full');
  });

  it('can’t ends once the member goes or waits by another call', async () => {
    const { params, member, say, read } = await asked({ capacity: 1 });
    const [one, other] = [await member(), await member()];
    for (const client of [one, other]) await say(client, { answer: 'cant' });
    await one.call('POST /api/events/:id/rsvps', { params });
    expect((await read(one)).answer).toBe('going');
    await one.call('DELETE /api/events/:id/rsvps', { params });
    expect((await read(one)).answer).toBeNull();
    await one.call('POST /api/events/:id/rsvps', { params });
    await other.call('PUT /api/events/:id/waitlist', { params });
    await other.call('DELETE /api/events/:id/waitlist', { params });
    expect((await read(other)).answer).toBeNull();
  });

  it('can be taken back, which gives up the place', async () => {
    const { params, member, say, read } = await asked();
    const one = await member();
    for (const answer of ['going', 'cant'] as const) {
      await say(one, { answer });
      expect((await one.call('DELETE /api/events/:id/answer', { params })).status).toBe(204);
      expect(await read(one)).toMatchObject({ answer: null, attendeeCount: 0 });
    }
  });

  it('is taken also where nobody is asked, and counted nowhere there', async () => {
    const group = await make.group();
    const event = await make.event({ group });
    const params = { id: event.id };
    const one = await app.as(await make.member(group));
    await one.call('PUT /api/events/:id/answer', { params, body: { answer: 'cant' } });
    const organiser = await app.as(group.owner);
    const seen = (await organiser.call('GET /api/events/:id', { params })).body;
    expect(seen).toMatchObject({ asksEverybody: false });
    expect(seen).not.toHaveProperty('answers');
  });

  it('is refused once the event has begun, is cancelled, or for a note that is too long', async () => {
    const { group, params, member } = await asked();
    const one = await member();
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
    const { group, member, say, list } = await asked();
    const one = await member();
    await say(one, { answer: 'cant' });
    await one.call('DELETE /api/groups/:id/members', { params: { id: group.id } });
    await one.call('POST /api/groups/:id/members', { params: { id: group.id } });
    expect(await list('cant')).toEqual([]);
  });

  it('is deleted 30 days after the event', async () => {
    const { member, say, event, list } = await asked();
    await say(await member(), { answer: 'cant', note: 'Away' });
    const end = event.endTime.getTime();
    await forgetAnswers(db, new Date(end + 30 * day - 1));
    expect(await list('cant')).toHaveLength(1);
    await forgetAnswers(db, new Date(end + 30 * day));
    expect(await list('cant')).toEqual([]);
  });
});

describe('the members who haven’t said', () => {
  it('are listed page by page in the order of the group’s members', async () => {
    const { group, organiser, params, say, member } = await asked();
    const silent: string[] = [];
    for (let index = 0; index < 5; index += 1) silent.push((await make.member(group)).id);
    silent.sort();
    await make.pendingMember(group);
    await say(await member(), { answer: 'cant' });
    await say(organiser, { answer: 'going' });
    const query = { state: 'none', limit: 2 };
    const key = 'GET /api/events/:id/answers';
    const pages = await readPages(organiser, key, { params, query }, 'userId');
    expect(pages.flat()).toEqual(silent);
  });
});

describe('whether everybody is asked', () => {
  it('follows the group unless the event says otherwise', async () => {
    const { group, organiser, params, read } = await asked();
    expect(await read(organiser)).toMatchObject({ asksEverybody: true, ownAsksEverybody: null });
    await organiser.call('PATCH /api/events/:id', { params, body: { asksEverybody: false } });
    expect((await read(organiser)).asksEverybody).toBe(false);
    await organiser.call('PATCH /api/events/:id', { params, body: { asksEverybody: null } });
    const switches = { params: { id: group.id }, body: { asksEverybody: false } };
    const changed = await organiser.call('PATCH /api/groups/:id/switches', switches);
    expect(changed.body).toMatchObject({ asksEverybody: false, status: 'approved' });
    expect((await read(organiser)).asksEverybody).toBe(false);
  });
});
