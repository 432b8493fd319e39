import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { cleanTexts } from '#contract/platform/clean-text.ts';
import type { EmailInvitations } from '#contract/community/email-invitations.ts';
import { suppressAll } from '#features/base/mail/mutations.ts';
import { readConfig } from '#platform/config.ts';
import { deliver } from '#platform/mail/deliver.ts';
import { lease } from '#platform/mail/queue.ts';
import { mails, outbox, sentCounts, suppressions } from '#platform/mail/tables.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import type { Group } from '#tests/support/factories.ts';
import { createTestMailer } from '#tests/support/mailer.ts';
import { headerOf, refusal, startMailServer, textOf } from '#tests/support/smtp.ts';
import { forgetInvited, sendInvitations } from './mutations.ts';
import { emailInvitations, invitationRefusals } from './tables.ts';

const app = await startTestApp();
const { db, make, clock, engine } = app;
const server = await startMailServer();
afterAll(() => server.close());
const settings = { SMTP_URL: server.url };
const mailer = await createTestMailer(app, settings);

const tables = [outbox, mails, sentCounts, suppressions, emailInvitations, invitationRefusals];
beforeEach(async () => {
  clock.reset();
  for (const table of tables) await db.delete(table);
  server.received.length = 0;
  server.answers.recipient.length = 0;
});

async function organised() {
  const group = await make.group();
  return { group, client: await app.as(group.owner), params: { id: group.id } };
}

const people = (count: number, domain = 'example.org') =>
  Array.from({ length: count }, (_, index) => `person${index}@${domain}`);

const invite = async (client: Client, { id }: Pick<Group, 'id'>, emails: string[]) =>
  (
    await client.call('POST /api/groups/:id/email-invitations', {
      params: { id },
      body: { emails, consent: true },
    })
  ).body;

const counts = async (client: Client, { id }: Pick<Group, 'id'>): Promise<EmailInvitations> =>
  (await client.call('GET /api/groups/:id/email-invitations', { params: { id } })).body;

/** Lets the mail go and the job run, as often as there is something to do. */
async function sendAll(): Promise<void> {
  for (let sent = 1; sent > 0;) {
    await mailer.deliver();
    clock.advanceHours(1 / 60);
    sent = await sendInvitations(db, mailer.deps.config, clock.read());
  }
}

const written = () => server.received.map((email) => headerOf(email, 'to') ?? '').toSorted();
const noNotes = { refused: [], skipped: [] };
const none = { sent: 0, joined: 0, refused: 0, undeliverable: 0, stopped: false };

/** The path of the link that ends all invitations. */
function stopPath(): string {
  const text = server.received.map(textOf).join('\n');
  const found = /https:\/\/hall\.example(\/no-invitations\/\S+)/.exec(text)?.[1];
  if (!found) throw new Error('the email has no such link');
  return found;
}

describe('a list of addresses', () => {
  it('is invited once, with a link to the group', async () => {
    const { group, client } = await organised();
    expect(await invite(client, group, people(3))).toEqual({ ...noNotes, accepted: 3 });
    await sendAll();
    expect(written()).toEqual(people(3));
    expect(textOf(server.received[0]!)).toContain(`https://hall.example/join/`);
    await invite(client, group, people(4));
    await sendAll();
    expect(written()).toEqual(people(4));
    expect(await counts(client, group)).toEqual({ ...none, sent: 4 });
  });

  it('reports the lines without an address, or with one that is there already', async () => {
    const { group, client } = await organised();
    expect(await invite(client, group, ['ada@example.org', 'Ben', 'Ada@Example.org'])).toEqual({
      accepted: 1,
      refused: [
        { line: 2, reason: 'This is not an email address' },
        { line: 3, reason: 'This address is here twice' },
      ],
      skipped: [],
    });
  });

  const inviteTable = async (csv: string) => {
    const { params, client } = await organised();
    const sent = { params, body: { csv, consent: true } } as const;
    return (await client.call('POST /api/groups/:id/email-invitations', sent)).body;
  };

  it('may be a table, whose column with addresses is found', async () => {
    const csv = 'Name;E-Mail;Town\r\nAda;ada@example.org;Bath\r\n"Ben; B";ben@example.org;Frome';
    const reason = 'This line has no address, so it counts as headings';
    const skipped = [{ line: 1, reason }];
    expect(await inviteTable(csv)).toEqual({ accepted: 2, refused: [], skipped });
  });

  it.each([
    'Doe, Ada <ada@example.org>; Roe, Ben <ben@example.org>\nmailto:cy@example.org',
    "'ada@example.org\tben@example.org\tcy@example.org",
    'ada@example.org, ben@example.org, cy@example.org',
    'Ada,ada@example.org,ben@example.org\r\nCy,cy@\u200Bexample.org,',
    '"Ada,ada@example.org\n"B\nb",ben@example.org\nCy,cy@example.org',
    'E-mail\nada@example.org;ben@example.org cy@example.org',
  ])('is accepted as people paste it: %j', async (csv) => {
    expect(await inviteTable(csv)).toMatchObject({ accepted: 3, refused: [] });
    await sendAll();
    expect(written()).toEqual(['ada@example.org', 'ben@example.org', 'cy@example.org']);
  });

  it('may have entries as email programs write them', async () => {
    const { group, client } = await organised();
    const entries = ['Ada <ada@example.org>', '', 'mailto:ben@example.org', 'cy@example.org; dot@'];
    expect(await invite(client, group, entries)).toEqual({
      accepted: 3,
      refused: [{ line: 4, reason: 'This is not an email address' }],
      skipped: [{ line: 2, reason: 'This line is empty' }],
    });
  });

  it('of 10,000 lines has its first 500 addresses invited, and says where the others begin', async () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => `"A\nb",person${index}@example.org`);
    const { accepted, refused, skipped } = await inviteTable(`Name,Email\n${lines.join('\n')}`);
    expect({ accepted, refused, skipped: skipped.at(-1) }).toEqual({
      accepted: 500,
      refused: [],
      skipped: {
        line: 1_002,
        reason:
          'A list has at most 500 addresses. Please send those from this line on in another list',
      },
    });
  });

  it('loses no line of a table in silence, however many it refuses', async () => {
    const bad = Array.from({ length: 600 }, (_, index) => `Person ${index},nobody`).join('\n');
    const csv = `Name,Email\nAda,ada@example.org\n${bad}\nBen,\n"Cy,cy@example.org`;
    const { accepted, refused } = await inviteTable(csv);
    expect([accepted, refused.length, refused.at(-1)?.line]).toEqual([2, 601, 603]);
  });

  it.each([
    ['without consent', { emails: ['ada@example.org'] }, 'consent'],
    ['without a list', { consent: true }, 'emails'],
    ['of too many', { emails: people(501), consent: true }, 'emails'],
    ['of more than 50,000 lines', { csv: 'a@b.example\n'.repeat(50_002), consent: true }, 'csv'],
    ['of more than 100,000 addresses', { csv: 'a@b.cd,'.repeat(100_001), consent: true }, 'csv'],
    ['of five million characters', { csv: 'a'.repeat(5_000_001), consent: true }, 'csv'],
    ['without a column of addresses', { csv: 'Name\nAda', consent: true }, 'csv'],
  ])('is refused %s', async (_, body, field) => {
    const { params, client } = await organised();
    const sent = { params, body: body as never };
    const refused = await client.refusal('POST /api/groups/:id/email-invitations', sent);
    expect(Object.keys(refused.fields ?? {})).toEqual([field]);
  });

  it('is sent in batches, each once the one before has gone', async () => {
    const { group, client } = await organised();
    await invite(client, group, people(60));
    expect(await sendInvitations(db, mailer.deps.config, clock.read())).toBe(0);
    await mailer.deliver();
    expect(server.received).toHaveLength(50);
    await sendAll();
    expect(written()).toEqual(people(60).toSorted());
  });

  it('waits for the bounces of a batch where the site hears of them later', async () => {
    const { group, client } = await organised();
    await invite(client, group, people(80));
    await mailer.deliver();
    const config = readConfig({ BOUNCE_IMAP_URL: 'imap://bounces:secret@127.0.0.1' });
    const sendAfter = async (minutes: number) => {
      clock.advanceHours(minutes / 60);
      return sendInvitations(db, config, clock.read());
    };
    expect(await sendAfter(9)).toBe(0);
    const bounced = people(3).map((address) => ({ address, reason: 'bounced 5.1.1' }));
    await suppressAll(db, cleanTexts(bounced), clock.read());
    expect(await sendAfter(2)).toBe(0);
    const stopped = { ...none, sent: 50, undeliverable: 3, stopped: true };
    expect(await counts(client, group)).toEqual(stopped);
  });

  it('continues if no bounces have come', async () => {
    const { group, client } = await organised();
    await invite(client, group, people(80));
    await mailer.deliver();
    clock.advanceHours(11 / 60);
    const config = readConfig({ MAIL_EVENTS: 'postmark:post:secret' });
    expect(await sendInvitations(db, config, clock.read())).toBe(30);
  });

  it('stops when it is too bad, even when nobody waits any more', async () => {
    const { group, client } = await organised();
    await invite(client, group, people(20));
    server.answers.recipient.push(refusal(550, '5.1.1 unknown here'));
    await sendAll();
    expect(await counts(client, group)).toEqual({
      ...none,
      sent: 20,
      undeliverable: 1,
      stopped: true,
    });
  });

  it('of 80 with 6 % bad addresses stops after the first batch', async () => {
    const { group, client, params } = await organised();
    await invite(client, group, people(80));
    const bad = new Set([5, 20, 35]);
    server.answers.recipient.push(
      ...Array.from({ length: 50 }, (_, index) =>
        bad.has(index) ? refusal(550, '5.1.1 unknown here') : undefined,
      ),
    );
    await sendAll();
    expect(server.received).toHaveLength(47);
    expect(await counts(client, group)).toEqual({
      ...none,
      sent: 50,
      undeliverable: 3,
      stopped: true,
    });
    const more = { params, body: { emails: ['more@example.org'], consent: true } } as const;
    const outcome = await client.outcome('POST /api/groups/:id/email-invitations', more);
    expect(outcome).toBe('conflict');

    const admin = await app.as(await make.admin());
    const going = { params, body: { stopped: false } } as const;
    await admin.call('PATCH /api/groups/:id/email-invitations', going);
    await sendAll();
    expect(server.received).toHaveLength(77);
    expect(await counts(client, group)).toMatchObject({ sent: 80, stopped: false });
  });
});

describe('the counts of a list', () => {
  it('are the same for a member as for anybody else', async () => {
    const { group, client } = await organised();
    const member = await make.member(group);
    await db
      .insert(suppressions)
      .values(cleanTexts({ address: 'gone@example.org', reason: '550 5.1.1' }));
    for (const email of [member.email, 'gone@example.org', 'ada@example.org']) {
      const { group: other, client: organiser } = await organised();
      await make.membership(other, member);
      expect(await invite(organiser, other, [email])).toEqual({ ...noNotes, accepted: 1 });
      expect(await counts(organiser, other)).toEqual({ ...none, sent: 1 });
      // Before the first has gone, a second waits, whoever they are.
      await invite(organiser, other, ['ben@example.org']);
      expect(await counts(organiser, other)).toEqual({ ...none, sent: 1 });
      await sendAll();
      expect(await counts(organiser, other)).toEqual({ ...none, sent: 2 });
    }
    expect(await counts(client, group)).toEqual(none);
    expect(JSON.stringify(await db.select().from(outbox))).not.toContain(member.email);
  });

  it('end at a thousand addresses a day, for all organisers of a group together', async () => {
    const { group, client } = await organised();
    for (const domain of ['one.example', 'two.example']) {
      await invite(client, group, people(500, domain));
    }
    const other = await app.as(await make.organiser(group));
    const input = { params: { id: group.id }, body: { emails: people(1), consent: true } } as const;
    const refused = await other.refusal('POST /api/groups/:id/email-invitations', input);
    expect(refused).toMatchObject({
      status: 409,
      message:
        'A group can invite 1,000 people in 24 hours, and has invited 1,000. Please try again later',
    });
    clock.advanceHours(24.1);
    expect(await invite(client, group, people(1))).toEqual({ ...noNotes, accepted: 1 });
  });
});

describe('an address', () => {
  it('gets no invitation if a mail server refused it, or a member has it', async () => {
    const { group, client } = await organised();
    const { email } = await make.member(group);
    const refused = { address: 'ada@example.org', reason: '550 5.1.1' };
    await db.insert(suppressions).values(cleanTexts(refused));
    await invite(client, group, ['ada@example.org', email, 'ben@example.org']);
    await sendAll();
    expect(written()).toEqual(['ben@example.org']);
  });

  it('is invited by three groups at most', async () => {
    for (let number = 0; number < 4; number += 1) {
      const { group, client } = await organised();
      await invite(client, group, ['ada@example.org']);
      await sendAll();
    }
    expect(written()).toHaveLength(3);
  });

  it('gets none from any group once its owner says so; looking changes nothing', async () => {
    const { group, client } = await organised();
    await invite(client, group, ['ada@example.org']);
    await sendAll();
    const path = stopPath();
    const other = await organised();
    await invite(other.client, other.group, ['ada@example.org', 'ben@example.org']);
    const pressed = await app.fastify.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: '',
    });
    expect(pressed.statusCode).toBe(303);
    await sendAll();
    expect(written()).toEqual(['ada@example.org', 'ben@example.org']);
    expect(await counts(client, group)).toEqual({ ...none, sent: 1, refused: 1 });
    expect(JSON.stringify(await db.select().from(emailInvitations))).not.toContain('ada@');
  });

  it('is unsubscribed by the button of a mail program, too', async () => {
    const { group, client } = await organised();
    await invite(client, group, ['ada@example.org']);
    await sendAll();
    const header = headerOf(server.received[0]!, 'list-unsubscribe') ?? '';
    const url = /<https:\/\/hall\.example([^>]+)>/.exec(header)?.[1] ?? '';
    const answer = await app.fastify.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(answer.statusCode).toBe(200);
    expect(await counts(client, group)).toMatchObject({ refused: 1 });
  });

  it('with a changed link stays as it is', async () => {
    const { group, client } = await organised();
    await invite(client, group, ['ada@example.org']);
    await sendAll();
    const answer = await app.fastify.inject({ method: 'POST', url: `${stopPath()}x` });
    expect(answer.statusCode).toBe(400);
    expect(await counts(client, group)).toMatchObject({ refused: 0 });
  });

  it('is deleted as its owner joins, who is counted', async () => {
    const { group, client } = await organised();
    const person = await make.user();
    await invite(client, group, [person.email]);
    await sendAll();
    await make.membership(group, person);
    await forgetInvited(db, clock.read());
    expect(await counts(client, group)).toEqual({ ...none, sent: 1, joined: 1 });
    const stored = await Promise.all(
      [emailInvitations, mails, outbox].map((table) => db.select().from(table)),
    );
    expect(JSON.stringify(stored)).not.toContain(person.email);
  });

  it('is deleted after 30 days, and not invited again', async () => {
    const { group, client } = await organised();
    await invite(client, group, ['ada@example.org', 'bad@example.org']);
    server.answers.recipient.push(undefined, refusal(550, '5.1.1 unknown here'));
    await sendAll();
    await db.delete(suppressions);
    clock.advanceHours(30 * 24);
    await forgetInvited(db, clock.read());
    const stored = await Promise.all(
      [emailInvitations, mails, outbox].map((table) => db.select().from(table)),
    );
    expect(JSON.stringify(stored)).not.toMatch(/(?:ada|bad)@/);
    await invite(await app.as(group.owner), group, ['ada@example.org']);
    await sendAll();
    expect(written()).toHaveLength(1);
  });
});

describe('processes', () => {
  it.skipIf(engine === 'embedded')('that send at once email each address once', async () => {
    const { group, client } = await organised();
    await invite(client, group, people(60));
    const other = await createTestMailer(app, settings);
    for (let rounds = 0; rounds < 3; rounds += 1) {
      await Promise.all([
        sendInvitations(db, mailer.deps.config, clock.read()),
        sendInvitations(db, mailer.deps.config, clock.read()),
      ]);
      await Promise.all([mailer.deliver(), other.deliver()]);
    }
    expect(written()).toEqual(people(60).toSorted());
  });

  it('that die as an email has gone do not send it again', async () => {
    const { group, client } = await organised();
    await invite(client, group, people(2));
    const { smtp } = mailer.deps;
    if (!smtp) throw new Error('there is no mail server');
    const dying = new AbortController();
    dying.abort();
    const deps = {
      ...mailer.deps,
      leaving: dying.signal,
      smtp: {
        ...smtp,
        send: async (email: Parameters<typeof smtp.send>[0]) => {
          await smtp.send(email);
          throw new Error('the process is gone');
        },
      },
    };
    const [first] = await lease(db, { urgent: false, limit: 1, leaseName: 'dying' }, clock.read());
    if (!first) throw new Error('nothing is due');
    await expect(deliver(first, deps)).rejects.toThrow('the process is gone');
    clock.advanceHours(0.1);
    await mailer.deliver();
    expect(written()).toEqual(people(2));
  });
});
