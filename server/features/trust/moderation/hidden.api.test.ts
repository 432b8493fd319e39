import { afterEach, describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { hiding } from '#tests/support/hiding.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { wrongCounters } from '#tests/support/spam.ts';
import { groupForm } from '#tests/support/forms.ts';

const app = await startTestApp();
const { make, clock, db } = app;
const { hide, show } = hiding(app);
const admin = await app.as(await make.admin());
const { subjectsTo } = await createCapturingMailer(app);
afterEach(() => clock.reset());

/** Creates a group with an event by its organiser, an attendee and a commenter. */
async function createFixture() {
  const group = await make.group({ name: 'Lantern walkers' });
  const [organiser, goer, author] = [
    await make.organiser(group),
    await make.member(group),
    await make.member(group),
  ];
  const event = await make.event({ group, createdById: organiser.id, title: 'Lanterns' });
  await make.rsvp(event, goer);
  const comment = await make.comment(event, author, { content: 'What a light.' });
  return { group, organiser, goer, author, event, comment };
}

const reviewSubject = 'Under review: Lanterns';

/** The texts name neither the event nor its group. */
const offSubject = 'Cancelled: your event on Wed, Jun 17 • 1:00 PM';

describe('a hidden comment', () => {
  const list = 'GET /api/events/:id/comments';

  it('is visible, marked, to its author and admins only, and comes back unchanged', async () => {
    const { event, comment, author, organiser, goer } = await createFixture();
    const params = { id: event.id };
    expect(await hide('comment', comment)).toBe(true);
    expect(await hide('comment', comment)).toBe(false);
    for (const person of [organiser, goer]) {
      expect((await (await app.as(person)).call(list, { params })).body).toEqual([]);
    }
    const own = await (await app.as(author)).call(list, { params });
    for (const { body } of [own, await admin.call(list, { params })]) {
      expect(body).toMatchObject([
        {
          id: comment.id,
          hidden: true,
          author: { firstName: author.firstName },
          can: { delete: true },
        },
      ]);
      expect(body[0]).not.toHaveProperty('held');
    }
    expect((await admin.call('GET /api/admin/held-comments', {})).body).toEqual([]);
    expect(await wrongCounters(db)).toEqual([]);
    expect(await show('comment', comment)).toBe(true);
    expect(await show('comment', comment)).toBe(false);
    const { body } = await (await app.as(goer)).call(list, { params });
    expect(body).toMatchObject([{ id: comment.id, content: comment.content }]);
    expect(body[0]).not.toHaveProperty('hidden');
    expect(await wrongCounters(db)).toEqual([]);
  });

  it.each(['its author', 'an admin'])('can still be deleted by %s', async (who) => {
    const { event, comment, author, organiser } = await createFixture();
    await hide('comment', comment);
    const remove = 'DELETE /api/events/:id/comments/:commentId';
    const params = { id: event.id, commentId: comment.id };
    expect(await (await app.as(organiser)).outcome(remove, { params })).toBe('not_found');
    const client = who === 'an admin' ? admin : await app.as(author);
    expect(await client.outcome(remove, { params })).toBe(204);
    expect(await show('comment', comment)).toBe(false);
  });

  it('that awaited review leaves the review queue', async () => {
    const { event, author } = await createFixture();
    const pendingComment = await make.pendingComment(event, author);
    await hide('comment', pendingComment);
    const params = { id: pendingComment.id };
    expect(await admin.outcome('POST /api/admin/held-comments/:id/release', { params })).toBe(
      'not_found',
    );
    expect(await admin.outcome('DELETE /api/admin/comments/:id', { params })).toBe(204);
  });
});

describe('a hidden event', () => {
  const read = 'GET /api/events/:id';

  it('is visible, marked and unchanged, to its author and admins only', async () => {
    const { group, event, organiser, goer } = await createFixture();
    const params = { id: event.id };
    expect(await hide('event', event)).toBe(true);
    expect(await hide('event', event)).toBe(false);
    const [maker, owner] = [await app.as(organiser), await app.as(group.owner)];
    for (const client of [app.visitor(), await app.as(goer), owner]) {
      expect(await client.outcome(read, { params })).toBe('not_found');
    }
    for (const client of [maker, admin]) {
      expect((await client.call(read, { params })).body).toMatchObject({
        status: 'scheduled',
        hidden: true,
        rsvpState: 'closed',
        attendeeCount: 1,
      });
    }
    const ofGroup = { params: { groupId: group.id } };
    expect((await maker.call('GET /api/events/group/:groupId', ofGroup)).body).toEqual([]);
    const own = await (await app.as(goer)).call('GET /api/user/events', {});
    expect(own.body).toEqual([]);
  });

  it('accepts no RSVP and no comment, even from viewers', async () => {
    const { event, organiser } = await createFixture();
    await hide('event', event);
    const [client, params] = [await app.as(organiser), { id: event.id }];
    expect(await client.outcome('POST /api/events/:id/rsvps', { params, body: {} })).toBe(
      'conflict',
    );
    const newComment = { params, body: { content: 'Hello?' } };
    expect(await client.outcome('POST /api/events/:id/comments', newComment)).toBe('conflict');
  });

  it("stays hidden after its author's edit, which shows once it is restored", async () => {
    const { event, organiser, goer } = await createFixture();
    await hide('event', event);
    const [client, params] = [await app.as(organiser), { id: event.id }];
    const edit = { params, body: { title: 'Candles', location: 'Elsewhere' } };
    expect((await client.call('PATCH /api/events/:id', edit)).body).toMatchObject({
      title: 'Candles',
      hidden: true,
    });
    const reader = await app.as(goer);
    expect(await reader.outcome(read, { params })).toBe('not_found');
    expect(await show('event', event)).toBe(true);
    const { body } = await reader.call(read, { params });
    expect(body).toMatchObject({ title: 'Candles', rsvped: true });
    expect(body).not.toHaveProperty('hidden');
  });

  it('sends the cancellation, too, when its author cancels it or an admin deletes it', async () => {
    for (const call of ['DELETE /api/events/:id', 'DELETE /api/admin/events/:id'] as const) {
      const { event, organiser, goer } = await createFixture();
      await hide('event', event);
      expect(await subjectsTo(goer)).toEqual([reviewSubject]);
      const by = call === 'DELETE /api/events/:id' ? await app.as(organiser) : admin;
      expect(await by.outcome(call, { params: { id: event.id } })).toBe(204);
      expect(await subjectsTo(goer)).toEqual([reviewSubject, offSubject]);
    }
  });

  it('comes back cancelled, with one email, when its author cancelled it meanwhile', async () => {
    const { event, organiser, goer } = await createFixture();
    await hide('event', event);
    const params = { id: event.id };
    expect(await (await app.as(organiser)).outcome('DELETE /api/events/:id', { params })).toBe(204);
    expect(await app.visitor().outcome(read, { params })).toBe('not_found');
    await show('event', event);
    expect(await subjectsTo(goer)).toEqual([offSubject]);
    expect((await app.visitor().call(read, { params })).body.status).toBe('cancelled');
  });
});

describe('a hidden group', () => {
  const read = 'GET /api/groups/:id';

  it('is visible with its events to its owner and admins only', async () => {
    const { group, event, organiser, goer } = await createFixture();
    const [params, at] = [{ id: group.id }, { params: { id: event.id } }];
    expect(await hide('group', group)).toBe(true);
    expect(await hide('group', group)).toBe(false);
    for (const client of [app.visitor(), await app.as(goer), await app.as(organiser)]) {
      expect(await client.outcome(read, { params })).toBe('not_found');
      expect(await client.outcome('GET /api/events/:id', at)).toBe('not_found');
    }
    for (const client of [await app.as(group.owner), admin]) {
      expect((await client.call(read, { params })).body).toMatchObject({
        status: 'approved',
        hidden: true,
        can: { message: false, contact: false },
      });
      expect((await client.call('GET /api/events/:id', at)).body.hidden).toBe(true);
    }
    expect((await (await app.as(goer)).call('GET /api/user/groups', {})).body).toEqual([]);
    const owned = await (await app.as(group.owner)).call('GET /api/user/groups', {});
    expect(owned.body).toMatchObject([{ id: group.id, hidden: true }]);
  });

  it('can be left by its members, who only read since when', async () => {
    const { group, goer, event } = await createFixture();
    const [leave, list] = [
      'DELETE /api/groups/:id/members',
      'GET /api/user/hidden-groups',
    ] as const;
    const params = { id: group.id };
    const member = await app.as(goer);
    expect((await member.call(list, {})).body).toEqual([]);
    await hide('group', group);
    const since = expect.any(String);
    expect((await member.call(list, {})).body).toEqual([{ id: group.id, since }]);
    expect((await (await app.as(group.owner)).call(list, {})).body).toEqual([]);
    expect(await (await app.as(await make.user())).outcome(leave, { params })).toBe('not_found');
    const subjects = await subjectsTo(goer);
    expect(await member.outcome(leave, { params })).toBe(204);
    expect(await member.outcome(leave, { params })).toBe('not_found');
    expect((await member.call(list, {})).body).toEqual([]);
    clock.advanceHours(1);
    expect(await subjectsTo(goer)).toEqual(subjects);
    await show('group', group);
    const shown = (await member.call('GET /api/events/:id', { params: { id: event.id } })).body;
    expect(shown).toMatchObject({ attendeeCount: 0, rsvpState: 'join_group' });
    expect(await wrongCounters(db)).toEqual([]);
  });

  it('accepts no members and no messages', async () => {
    const { group } = await createFixture();
    await hide('group', group);
    const params = { id: group.id };
    expect(await admin.outcome('POST /api/groups/:id/members', { params })).toBe('conflict');
    const body = { audience: 'members', subject: 'Hello', text: 'Is anybody there?' } as const;
    const owner = await app.as(group.owner);
    expect(await owner.outcome('POST /api/groups/:id/messages', { params, body })).toBe('conflict');
  });

  it("returns unchanged, and an owner's edit still awaits approval", async () => {
    const { group } = await createFixture();
    await hide('group', group);
    const params = { id: group.id };
    const body = { ...groupForm, name: 'Lantern Makers of Keswick' };
    const edited = await (await app.as(group.owner)).call('PUT /api/groups/:id', { params, body });
    expect(edited.body).toMatchObject({ name: body.name, editPending: true, hidden: true });
    const verdict = { params, body: { status: 'approved' } } as const;
    expect(await admin.outcome('PATCH /api/admin/groups/:id/status', verdict)).toBe('conflict');
    await show('group', group);
    const { body: shown } = await admin.call(read, { params });
    expect(shown).toMatchObject({ name: body.name, editPending: true });
    expect(shown).not.toHaveProperty('hidden');
    const { body: seen } = await app.visitor().call(read, { params });
    expect(seen).toMatchObject({ name: group.name, status: 'approved' });
  });
});

it.each(['event', 'group'] as const)(
  "a hidden %s sends attendees 'under review', not 'cancelled', and later 'going ahead'",
  async (kind) => {
    const { goer, ...things } = await createFixture();
    await hide(kind, things[kind]);
    expect(await subjectsTo(goer)).toEqual([reviewSubject]);
    await show(kind, things[kind]);
    expect(await subjectsTo(goer)).toEqual([reviewSubject, 'Going ahead: Lanterns']);
  },
);
