import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { cleanText } from '#contract/platform/clean-text.ts';
import { startTestApp } from '#tests/support/app.ts';
import { Client } from '#tests/support/client.ts';
import type { User } from '#tests/support/factories.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { users } from '#features/base/accounts/tables.ts';
import { groupForm } from '#tests/support/forms.ts';

const app = await startTestApp({ rateLimits: true });
const { db, make, clock } = app;
const capturingMailer = await createCapturingMailer(app);
afterEach(() => clock.reset());

const post = 'POST /api/events/:id/comments';
const contactCall = 'POST /api/groups/:id/contact';
const link = 'See lucky-spin.casino for a surprise';
let addresses = 0;
const as = async (person: { id: string }) =>
  (await app.as(person)).from(`198.18.7.${(addresses += 1)}`);

const createFixture = async (columns: Partial<User> = {}) => {
  const group = await make.group();
  const event = await make.event({ group });
  const author = await make.member(group, columns);
  return { group, event, author, client: await as(author) };
};

const isHeld = async (client: Client, event: { id: number }, content = link) =>
  (await client.call(post, { params: { id: event.id }, body: { content } })).body.held ?? false;

describe('a site whose groups need no approval', () => {
  const groupBy = async (client: Client, description: string) =>
    (await client.call('POST /api/groups', { body: { ...groupForm, description } })).body.status;

  it('reviews a new member’s group that has contact details', async () => {
    const admin = await as(await make.admin());
    const set = (groupApproval: boolean) =>
      admin.call('PATCH /api/admin/settings', { body: { groupApproval } });
    await set(false);
    const { event, author, client } = await createFixture();
    expect(await groupBy(client, `We meet at the shed. ${link}`)).toBe('pending_approval');
    expect(await groupBy(client, 'We meet at the shed on Tuesdays, with tea.')).toBe('approved');
    // Nobody has looked at that group, so it makes its owner no less new.
    expect(await isHeld(client, event)).toBe(true);
    await make.group({ owner: author });
    expect(await isHeld(client, event)).toBe(false);
    await set(true);
  });
});

describe('a comment with contact details', () => {
  it('awaits review when its author is new', async () => {
    const { client, event, group } = await createFixture();
    expect(await isHeld(client, event)).toBe(true);
    expect(await isHeld(client, event, 'Bring boots, we start at 9.30.')).toBe(false);
    const reader = await as(await make.member(group));
    const { body } = await reader.call('GET /api/events/:id/comments', {
      params: { id: event.id },
    });
    expect(body.map(({ content }) => content)).toEqual(['Bring boots, we start at 9.30.']);
  });

  it("is public at once after the author's first week", async () => {
    const { client, event } = await createFixture({ createdAt: clock.inHours(-7 * 24) });
    expect(await isHeld(client, event)).toBe(false);
  });

  it('is public at once after an admin has released another', async () => {
    const { client, event } = await createFixture();
    await isHeld(client, event);
    const admin = await as(await make.admin());
    const { body } = await admin.call('GET /api/admin/held-comments', {});
    const params = { id: body.at(-1)?.id ?? 0 };
    await admin.call('POST /api/admin/held-comments/:id/release', { params });
    expect(await isHeld(client, event, 'And bigger-spin.casino')).toBe(false);
  });

  it('is public at once by an organiser of an approved group, and not of an unapproved one', async () => {
    const { client, event, author } = await createFixture();
    const group = await make.group({ owner: author, status: 'pending_approval' });
    expect(await isHeld(client, event)).toBe(true);
    expect(group.status).toBe('pending_approval');
    await make.group({ owner: author });
    expect(await isHeld(client, event)).toBe(false);
  });

  it('is public at once by an admin, or where limits are off', async () => {
    const { event, author } = await createFixture();
    expect(await isHeld(await as(await make.admin()), event)).toBe(false);
    const lenient = new Client(await app.another({ rateLimits: false }));
    expect(await isHeld(lenient.withSession(await make.session(author)), event)).toBe(false);
  });

  it('may link to the site itself', async () => {
    const { event, author } = await createFixture();
    const published = new Client(await app.another({ publicOrigin: 'http://villagehall.test' }));
    const client = published.withSession(await make.session(author));
    expect(await isHeld(client, event, 'As at http://villagehall.test/events/1')).toBe(false);
    expect(await isHeld(client, event, 'As at http://villagehall.test.evil.example/')).toBe(true);
  });
});

describe('a repeated comment', () => {
  it('awaits review the third time under one event', async () => {
    const { client, event } = await createFixture({ createdAt: clock.inHours(-1000) });
    const all = [];
    for (const content of ['Hello', 'hello!', ' HELLO']) {
      all.push(await isHeld(client, event, content));
    }
    expect(all).toEqual([false, false, true]);
  });

  it('awaits review under several events, beyond a few words', async () => {
    const { client, group } = await createFixture({ createdAt: clock.inHours(-1000) });
    const reviewOutcomes = async (content: string) => {
      const all = [];
      for (let each = 0; each < 3; each += 1) {
        all.push(await isHeld(client, await make.event({ group }), content));
      }
      return all;
    };
    expect(await reviewOutcomes('See you there!')).toEqual([false, false, false]);
    expect(await reviewOutcomes('Come and buy the finest watches')).toEqual([false, false, true]);
  });

  it('is public a week later, or by an organiser of the group', async () => {
    const { author, client, event, group } = await createFixture({
      createdAt: clock.inHours(-1000),
    });
    await isHeld(client, event, 'Hello');
    await isHeld(client, event, 'Hello');
    const organiser = await as(group.owner);
    for (let each = 0; each < 3; each += 1) {
      expect(await isHeld(organiser, event, 'North gate')).toBe(false);
    }
    clock.advanceHours(7 * 24);
    expect(await isHeld(await as(author), event, 'Hello')).toBe(false);
  });
});

describe('an email to organisers with contact details', () => {
  const words = { subject: 'Crypto', text: 'Triple it at t.me/coins within a week.' };
  const write = async () => {
    const { group, client, author } = await createFixture();
    const params = { id: group.id };
    const { status, body } = await client.call(contactCall, { params, body: words });
    return { group, client, author, status, body };
  };
  const queued = async () => {
    const admin = await as(await make.admin());
    const { body } = await admin.call('GET /api/admin/held-contacts', {});
    return { admin, body };
  };

  it('awaits review by a new member', async () => {
    const { status, body, group, author } = await write();
    expect([status, body]).toEqual([202, { recipients: 1, held: true }]);
    await capturingMailer.deliver();
    expect(capturingMailer.sent.filter(({ subject }) => subject === words.subject)).toEqual([]);
    const { admin, body: queue } = await queued();
    const waiting = queue.find(({ groupId }) => groupId === group.id);
    expect(waiting).toMatchObject({ ...words, userId: author.id });
    const { body: todo } = await admin.call('GET /api/admin/queue', {});
    expect(todo.items).toContainEqual(
      expect.objectContaining({ kind: 'contact', title: 'Crypto' }),
    );
  });

  it('counts among pending messages until its author is banned', async () => {
    const { author } = await write();
    const { admin } = await queued();
    const count = async () => (await admin.call('GET /api/user/waiting', {})).body.admin?.messages;
    const before = (await count()) ?? 0;
    await db.update(users).set({ isActive: false }).where(eq(users.id, author.id));
    expect(await count()).toBe(before - 1);
  });

  it('awaits review when one text goes to a third group, by any author', async () => {
    const client = await as(await make.user({ createdAt: clock.inHours(-1000) }));
    const body = { subject: 'Hello', text: 'I sell the finest watches in all of England.' };
    const pending = [];
    for (let each = 0; each < 3; each += 1) {
      const params = { id: (await make.group()).id };
      pending.push((await client.call(contactCall, { params, body })).body.held ?? false);
    }
    expect(pending).toEqual([false, false, true]);
  });
});

describe('a message to members', () => {
  it('awaits review when a new member writes it in an unapproved group', async () => {
    const owner = await make.user();
    const group = await make.group({ owner, status: 'pending_approval' });
    const body = { audience: 'members' as const, subject: 'Call', text: 'Ring 07700 900123' };
    const client = await as(owner);
    const params = { id: group.id };
    expect((await client.call('POST /api/groups/:id/messages', { params, body })).body.held).toBe(
      true,
    );
    const approved = { id: (await make.group({ owner })).id };
    const { body: free } = await client.call('POST /api/groups/:id/messages', {
      params: approved,
      body,
    });
    expect(free.held).toBeUndefined();
  });
});

describe("a profile's public text", () => {
  const save = async (columns: Partial<User>, bio: string) => {
    const client = await as(await make.user(columns));
    return client.send('PATCH /api/auth/user', { body: { bio } });
  };
  const bio = cleanText('I read and walk, and sell at lucky-spin.casino');

  it("can't contain a link by a new member, who reads so beside the field", async () => {
    const refused = await save({}, bio);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({
      fields: {
        bio: 'Please leave out links, email addresses and phone numbers. You can add them once you have been here for a week.',
      },
    });
  });

  it('can contain one after a week, and existing text stays', async () => {
    expect((await save({ createdAt: clock.inHours(-7 * 24) }, bio)).statusCode).toBe(200);
    expect((await save({ bio }, bio)).statusCode).toBe(200);
  });
});
