import { beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import { password, type Event, type Group, type User } from '#tests/support/factories.ts';
import { readPages } from '#tests/support/paging.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { rowsContaining } from '#tests/support/active-member.ts';
import { sendMessages } from '#features/events/messages/jobs.ts';
import { readConfig } from '#platform/config.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const capturingMailer = await createCapturingMailer(app);

const at = <Id>({ id }: { id: Id }) => ({ params: { id } });
const block = async (by: Pick<User, 'id'>, other: Pick<User, 'id'>) =>
  (await app.as(by)).call('PUT /api/users/:id/block', at(other));
const unblock = async (by: Pick<User, 'id'>, other: Pick<User, 'id'>) =>
  (await app.as(by)).call('DELETE /api/users/:id/block', at(other));
const blocked = async (by: Pick<User, 'id'>) => (await app.as(by)).call('GET /api/user/blocks');

let group: Group & { owner: Pick<User, 'id'> };
let event: Event;
/** Two people, one of whom has blocked the other, and a third in the same group. */
let one: User;
let other: User;
let third: User;

beforeEach(async () => {
  capturingMailer.sent.length = 0;
  group = await make.group();
  event = await make.event({ group });
  [one, other, third] = [
    await make.member(group),
    await make.member(group),
    await make.member(group),
  ];
  for (const person of [one, other, third]) {
    await make.rsvp(event, person);
    await make.comment(event, person, { content: `From ${person.id}` });
  }
  await block(one, other);
});

/** Returns the people in every list that the viewer can read. */
async function visiblePeople(client: Client) {
  const [comments, attendees, members, people] = await Promise.all([
    client.call('GET /api/events/:id/comments', at(event)),
    client.call('GET /api/events/:id/rsvps', at(event)),
    client.call('GET /api/groups/:id/members', at(group)),
    client.call('GET /api/users'),
  ]);
  return {
    comments: comments.body.map(({ userId }) => userId),
    attendees: attendees.body.flatMap(({ userId }) => userId ?? []).toSorted(),
    members: members.body.approved.map(({ userId }) => userId).toSorted(),
    people: people.body.map(({ id }) => id).toSorted(),
  };
}

const everybody = () => ({
  comments: [one.id, other.id, third.id],
  attendees: [one.id, other.id, third.id].toSorted(),
  members: [group.owner.id, one.id, other.id, third.id].toSorted(),
  people: [group.owner.id, one.id, other.id, third.id].toSorted(),
});
const without = ({ id }: Pick<User, 'id'>) =>
  Object.fromEntries(
    Object.entries(everybody()).map(([list, ids]) => [list, ids.filter((each) => each !== id)]),
  );

describe('two members with a block between them', () => {
  it('appear in none of each other’s lists, and in everybody else’s', async () => {
    expect(await visiblePeople(await app.as(one))).toEqual(without(other));
    expect(await visiblePeople(await app.as(other))).toEqual(without(one));
    expect(await visiblePeople(await app.as(third))).toEqual(everybody());
  });

  it('find no profile of each other', async () => {
    for (const [viewer, person] of [
      [one, other],
      [other, one],
    ] as const) {
      expect(await (await app.as(viewer)).outcome('GET /api/users/:id/card', at(person))).toBe(
        'not_found',
      );
    }
    expect(await (await app.as(third)).outcome('GET /api/users/:id/card', at(one))).toBe(200);
  });

  it('still count', async () => {
    for (const person of [one, other]) {
      const client = await app.as(person);
      expect((await client.call('GET /api/events/:id', at(event))).body.attendeeCount).toBe(3);
      expect((await client.call('GET /api/groups/:id', at(group))).body.memberCount).toBe(4);
    }
  });

  it('get full pages, with cursors that skip nobody', async () => {
    const client = await app.as(one);
    const lists = [
      ['GET /api/events/:id/comments', at(event), 2],
      ['GET /api/events/:id/rsvps', at(event), 2],
    ] as const;
    for (const [key, input, people] of lists) {
      const whole = await readPages(client, key, { ...input, query: { limit: people } }, 'userId');
      expect(whole.map((ids) => ids.length)).toEqual([people]);
      const small = await readPages(client, key, { ...input, query: { limit: 1 } }, 'userId');
      expect(small.map((ids) => ids.length)).toEqual([1, 1]);
      expect(small.flat()).toEqual(whole.flat());
      expect(whole.flat()).not.toContain(other.id);
    }
  });

  it('see each other again once it ends, unless the other has blocked, too', async () => {
    await block(other, one);
    await unblock(one, other);
    expect(await visiblePeople(await app.as(one))).toEqual(without(other));
    await unblock(other, one);
    expect(await visiblePeople(await app.as(one))).toEqual(everybody());
    expect(await visiblePeople(await app.as(other))).toEqual(everybody());
  });

  it('are both visible to an admin, even to one of the two', async () => {
    const admin = await make.admin();
    await block(one, admin);
    await make.membership(group, admin);
    await make.comment(event, admin, { content: 'From the desk' });
    const seen = await visiblePeople(await app.as(admin));
    expect(seen.comments).toEqual([one.id, other.id, third.id, admin.id]);
    expect(seen.members).toContain(one.id);
    expect(seen.people).toContain(one.id);
    expect((await visiblePeople(await app.as(one))).comments).toEqual([one.id, third.id]);
  });
});

describe('an organiser with a block', () => {
  it.each(['organiser', 'member'])('sees all attendees: blocked by the %s', async (by) => {
    const { owner } = group;
    await (by === 'organiser' ? block(owner, third) : block(third, owner));
    await make.rsvp(event, owner);
    await make.comment(event, owner, { content: 'Bring boots' });
    const host = await app.as(owner);
    const guest = await app.as(third);
    const [seen, seenBy] = [await visiblePeople(host), await visiblePeople(guest)];
    expect(seen.attendees).toContain(third.id);
    expect(seen.members).toContain(third.id);
    expect(seen.people).toContain(third.id);
    expect(seenBy.attendees).toContain(owner.id);
    expect(seenBy.members).toContain(owner.id);
    expect(seenBy.people).toContain(owner.id);
    expect(seen.comments).not.toContain(third.id);
    expect(seenBy.comments).not.toContain(owner.id);
    expect(await host.outcome('GET /api/users/:id/card', at(third))).toBe('not_found');
    const list = await host.call('GET /api/events/:id/door-list.csv', at(event));
    expect(list.body).toContain(third.firstName);
    const search = { ...at(event), query: { q: third.firstName } };
    const found = await host.call('GET /api/events/:id/rsvps', search);
    expect(found.body.map(({ userId }) => userId)).toContain(third.id);
  });
});

describe('a block', () => {
  it('is listed for its author, latest first, in pages, and for nobody else', async () => {
    clock.advanceHours(1);
    await block(one, third);
    await block(one, other);
    const { body } = await blocked(one);
    expect(body.map(({ userId, firstName }) => [userId, firstName])).toEqual([
      [third.id, third.firstName],
      [other.id, other.firstName],
    ]);
    const input = { query: { limit: 1 } };
    const pages = await readPages(await app.as(one), 'GET /api/user/blocks', input, 'userId');
    expect(pages).toEqual([[third.id], [other.id]]);
    expect((await blocked(other)).body).toEqual([]);
    clock.reset();
  });

  it('started and ended many times at once exists once or not at all', async () => {
    const client = await app.as(one);
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, each) =>
        client.outcome(`${each % 2 ? 'DELETE' : 'PUT'} /api/users/:id/block`, at(third)),
      ),
    );
    expect(new Set(outcomes)).toEqual(new Set([204]));
    await block(one, third);
    expect((await blocked(one)).body.filter(({ userId }) => userId === third.id)).toHaveLength(1);
  });

  it('is deleted with either person, also during its creation', async () => {
    for (const leaver of [third, one]) {
      const [client, leaving] = [await app.as(leaver === one ? other : one), await app.as(leaver)];
      const outcomes = await Promise.all([
        client.outcome('PUT /api/users/:id/block', at(leaver)),
        leaving.outcome('DELETE /api/auth/user', { body: { password } }),
      ]);
      expect([204, 'not_found']).toContain(outcomes[0]);
      expect(outcomes[1]).toBe(204);
      expect(await rowsContaining(app, [leaver.id])).toEqual({});
    }
    expect((await blocked(other)).body).toEqual([]);
  });

  it('refuses oneself and unknown people', async () => {
    const client = await app.as(one);
    for (const key of ['PUT /api/users/:id/block', 'DELETE /api/users/:id/block'] as const) {
      expect(await client.refusal(key, at(one))).toMatchObject({
        code: 'conflict',
        message: 'You can’t block yourself',
      });
      expect(await client.outcome(key, at({ id: 'nobody' }))).toBe('not_found');
    }
  });

  it("changes no answer to the blocked person's own calls", async () => {
    const client = await app.as(other);
    expect(await client.outcome('PUT /api/users/:id/block', at(one))).toBe(204);
    expect(await client.outcome('DELETE /api/users/:id/block', at(one))).toBe(204);
    expect((await blocked(one)).body.map(({ userId }) => userId)).toEqual([other.id]);
  });
});

describe('email between two people with a block', () => {
  it('leaves the blocked reader out of a group message, which still counts them', async () => {
    const { owner } = group;
    await block(third, owner);
    const host = await app.as(owner);
    const { body } = await host.call('POST /api/groups/:id/messages', {
      ...at(group),
      body: { audience: 'members', subject: 'Boots', text: 'It will be wet on Saturday.' },
    });
    expect(body.recipients).toBe(3);
    clock.advanceHours(1);
    await sendMessages(db, readConfig({}), clock.read());
    await capturingMailer.deliver();
    const recipients = capturingMailer.sent
      .filter(({ subject }) => subject === 'Boots')
      .map(({ to }) => to);
    expect(recipients.toSorted()).toEqual([one.email, other.email].toSorted());
    const [message] = (await host.call('GET /api/groups/:id/messages', at(group))).body;
    expect(message).toMatchObject({ recipients: 3, delivered: 3, failed: 0 });
    clock.reset();
  });

  it("leaves a blocking organiser out of a member's email, unknown to its sender", async () => {
    const organiser = await make.organiser(group);
    await block(organiser, third);
    const sender = await app.as(third);
    const { body } = await sender.call('POST /api/groups/:id/contact', {
      ...at(group),
      body: { subject: 'Is there parking?', text: 'I would come by car.' },
    });
    expect(body).toEqual({ recipients: 2 });
    await capturingMailer.deliver();
    const emails = capturingMailer.sent.filter(({ subject }) => subject === 'Is there parking?');
    expect(emails).toHaveLength(1);
    expect(emails.map(({ to }) => to)).not.toContain(organiser.email);
  });

  it("still includes the site's own news of an event", async () => {
    await block(third, group.owner);
    await (await app.as(group.owner)).call('DELETE /api/events/:id', at(event));
    app.clock.advanceHours(0.1);
    await capturingMailer.deliver();
    expect(capturingMailer.sent.map(({ to }) => to)).toContain(third.email);
  });
});
