import { createHash } from 'node:crypto';
import { eq, isNull } from 'drizzle-orm';
import { beforeEach, describe, expect, it, afterEach } from 'vitest';
import { cleanText, cleanTexts } from '#contract/platform/clean-text.ts';
import { dailyEmails } from '#contract/platform/limits.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { User } from '#tests/support/factories.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { deleteAllEmails } from '#tests/support/queued-emails.ts';
import { users } from '#features/base/accounts/tables.ts';
import { actAs } from '#platform/acting-account.ts';
import { transaction } from '#platform/db/database.ts';
import { emailDefinitions } from './email.ts';
import { enqueue, enqueueOnce } from './outbox.ts';
import { outbox, sentCounts } from './tables.ts';
import { sendDue } from './worker.ts';

const app = await startTestApp();
const { db, make, clock, engine } = app;
const capturingMailer = await createCapturingMailer(app);

beforeEach(async () => {
  clock.reset();
  capturingMailer.sent.length = 0;
  await deleteAllEmails(app);
});

/** Notifies somebody about this many groups at once. */
async function notifyAboutGroups({ id }: Pick<User, 'id'>, times: number): Promise<void> {
  const group = await make.group({ owner: { id } });
  const rows = Array.from({ length: times }, (_, groupId) => ({
    kind: 'organiser_made' as const,
    throttleKey: `group:${groupId}`,
    recipientId: id,
    payload: { groupId: group.id },
    dueAt: clock.read(),
    createdAt: clock.read(),
  }));
  await db.insert(outbox).values(rows);
}

const sentTo = ({ email }: Pick<User, 'email'>) =>
  capturingMailer.sent.filter(({ to }) => to === email).map(({ subject }) => subject);

const waiting = 'Please confirm your email: something is waiting for you';

async function deliverAfter(hours: number): Promise<void> {
  clock.advanceHours(hours);
  await capturingMailer.deliver();
}

describe('an unconfirmed address', () => {
  const stranger = () => make.user({ emailVerifiedAt: null });

  it('gets three emails a day, whatever happens', async () => {
    const person = await stranger();
    await notifyAboutGroups(person, 31);
    await capturingMailer.deliver();
    expect(sentTo(person)).toEqual([waiting, waiting, waiting]);
    // The fourth is dropped, not delayed: the first three already say everything.
    expect(await db.$count(outbox, eq(outbox.recipientId, person.id))).toBe(31);
    await deliverAfter(25);
    expect(sentTo(person)).toHaveLength(3);
    await notifyAboutGroups(person, 31);
    await capturingMailer.deliver();
    expect(sentTo(person)).toHaveLength(6);
  });

  it('gets no more by registering again', async () => {
    const person = await stranger();
    await notifyAboutGroups(person, 5);
    await capturingMailer.deliver();
    await db.delete(outbox);
    await db
      .update(users)
      .set(cleanTexts({ email: 'gone@example.org' }))
      .where(eq(users.id, person.id));
    const again = await make.user({ email: person.email, emailVerifiedAt: null });
    await notifyAboutGroups(again, 5);
    await capturingMailer.deliver();
    expect(sentTo(person)).toHaveLength(3);
  });

  it('gets the links that its owner requests among the three', async () => {
    const person = await stranger();
    await notifyAboutGroups(person, 1);
    await capturingMailer.deliver();
    for (let times = 0; times < 3; times += 1) {
      await requestLinks(person);
      await capturingMailer.deliver();
    }
    expect(sentTo(person)).toHaveLength(dailyEmails.unconfirmed);
    expect(sentTo(person).slice(1).toSorted()).toEqual([
      'Choose a new password for Villagehall',
      'Confirm your email address for Villagehall',
    ]);
    await deliverAfter(25);
    expect(sentTo(person)).toHaveLength(dailyEmails.unconfirmed);
    await requestLinks(person);
    await capturingMailer.deliver();
    expect(sentTo(person)).toHaveLength(dailyEmails.unconfirmed + 2);
  });

  const requestLinks = (person: Pick<User, 'id' | 'email'>) =>
    transaction(db, async (tx) => {
      await enqueue(tx, 'confirm_email', person.id, {}, clock.read());
      await enqueue(tx, 'password_reset', { email: person.email }, {}, clock.read());
    });

  it.each([
    ['ada@example.org', 'ada+two@example.org'],
    ['ada.love@gmail.com', 'adalove+x@googlemail.com'],
  ])('shares them with other ways to write it: %s and %s', async (one, other) => {
    const people = [];
    for (const email of [one, other]) {
      const person = await make.user({ email, emailVerifiedAt: null });
      await notifyAboutGroups(person, 3);
      people.push(person);
    }
    await capturingMailer.deliver();
    expect(people.flatMap(sentTo)).toHaveLength(dailyEmails.unconfirmed);
  });

  it('gets no more by security notices, which count among the three', async () => {
    const person = await stranger();
    await notifyAboutGroups(person, 2);
    await capturingMailer.deliver();
    await transaction(db, async (tx) => {
      for (const left of [4, 3, 2]) {
        const recipient = { to: person.id, uniqueKey: `code:${left}` };
        await enqueueOnce(tx, 'recovery_code_used', recipient, { left }, clock.read());
      }
      await enqueue(tx, 'password_changed', person.id, {}, clock.read());
      await enqueue(tx, 'two_step_off', person.id, { byAdmin: false }, clock.read());
    });
    await deliverAfter(0);
    await notifyAboutGroups(person, 5);
    await deliverAfter(0.2);
    expect(sentTo(person)).toHaveLength(dailyEmails.unconfirmed);
    expect(sentTo(person).filter((subject) => subject !== waiting)).toHaveLength(1);
  });

  it.skipIf(engine === 'embedded')('gets three from several processes together', async () => {
    const person = await stranger();
    await notifyAboutGroups(person, 40);
    const others = await Promise.all([1, 2, 3].map(() => createCapturingMailer(app)));
    await Promise.all([capturingMailer, ...others].map(({ deps }) => sendDue(deps)));
    const sent = [capturingMailer, ...others].flatMap((each) => each.sent);
    expect(sent.filter(({ to }) => to === person.email)).toHaveLength(3);
  });

  it('reads about waiting emails, and where they are once it is confirmed', async () => {
    const person = await stranger();
    const event = await make.event();
    await make.rsvp(event, person);
    const startTime = event.startTime.toISOString();
    await transaction(db, (tx) =>
      enqueue(tx, 'event_reminder', person.id, { eventId: event.id, startTime }, clock.read()),
    );
    await capturingMailer.deliver();
    const [mail] = capturingMailer.sent;
    expect(mail?.text).toContain("If this wasn't you, ignore this email.");
    const url = new URL(/https:\S+confirm-email\S+/.exec(mail?.text ?? '')?.[0] ?? '');
    expect(url.searchParams.get('next')).toBe(`/events/${event.id}`);
    const token = url.searchParams.get('token') ?? '';
    const other = await app.as(await make.user());
    expect(await other.outcome('POST /api/confirm-email', { body: { token } })).toBe('forbidden');
    const owner = await app.as(person);
    const { body } = await owner.call('POST /api/confirm-email', { body: { token } });
    expect(body.user?.emailVerified).toBe(true);
  });
});

describe('the counts of sent emails', () => {
  it("are under keyed hashes, which trying all addresses can't reverse", async () => {
    const person = await make.user({ emailVerifiedAt: null });
    await notifyAboutGroups(person, 1);
    await capturingMailer.deliver();
    const subjects = await db.select({ subject: sentCounts.subject }).from(sentCounts);
    const guesses = [
      ['organiser_made', 'mail', person.email, 'group:0'],
      ['mail', person.email, 'unconfirmed'],
    ].map((parts) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url'));
    expect(subjects).toHaveLength(guesses.length);
    for (const { subject } of subjects)
      expect(guesses.map((guess) => guess.slice(0, subject.length))).not.toContain(subject);
    // Another process of the site counts under the same ones.
    const other = await createCapturingMailer(app);
    await notifyAboutGroups(person, 1);
    await other.deliver();
    expect(await db.$count(sentCounts)).toBe(subjects.length);
  });
});

describe('a confirmed address', () => {
  const { unasked, keptForTimely } = dailyEmails;

  it('gets fifty unrequested emails a day, and the others the day after', async () => {
    const person = await make.user();
    await notifyAboutGroups(person, 70);
    await capturingMailer.deliver();
    expect(sentTo(person)).toHaveLength(unasked - keptForTimely);
    await deliverAfter(23);
    expect(sentTo(person)).toHaveLength(unasked - keptForTimely);
    await deliverAfter(1);
    expect(sentTo(person)).toHaveLength(70);
  });

  it('gets ten more about imminent events, sixty in all', async () => {
    const person = await make.user();
    await notifyAboutGroups(person, 70);
    await capturingMailer.deliver();
    for (let each = 0; each < 12; each += 1) {
      const event = await make.event();
      await make.rsvp(event, person);
      const startTime = event.startTime.toISOString();
      await transaction(db, (tx) =>
        enqueue(tx, 'event_reminder', person.id, { eventId: event.id, startTime }, clock.read()),
      );
    }
    await capturingMailer.deliver();
    expect(sentTo(person)).toHaveLength(unasked);
  });

  it('delays nothing for longer than two days', async () => {
    const person = await make.user();
    await notifyAboutGroups(person, 170);
    await capturingMailer.deliver();
    for (let day = 1; day <= 5; day += 1) await deliverAfter(24);
    expect(sentTo(person)).toHaveLength(3 * (unasked - keptForTimely));
    expect(await db.$count(outbox, isNull(outbox.doneAt))).toBe(0);
  });

  it('gets links however many emails others cause, and not without end', async () => {
    const person = await make.user();
    await notifyAboutGroups(person, 70);
    await capturingMailer.deliver();
    const before = sentTo(person).length;
    for (let hours = 0; hours < 23; hours += 1) {
      for (let times = 0; times < 3; times += 1) {
        await transaction(db, (tx) =>
          enqueue(tx, 'password_reset', { email: person.email }, {}, clock.read()),
        );
        await deliverAfter(0.1);
      }
      clock.advanceHours(0.7);
    }
    expect(sentTo(person)).toHaveLength(before + dailyEmails.own);
  });

  it("also gets its owner's own emails and security notices", async () => {
    const person = await make.user();
    await notifyAboutGroups(person, 55);
    await capturingMailer.deliver();
    const event = await make.event();
    await make.rsvp(event, person);
    await transaction(db, (tx) =>
      actAs(person.id, async () => {
        await enqueue(tx, 'rsvp_confirmed', person.id, { eventIds: [event.id] }, clock.read());
        await enqueue(tx, 'password_changed', person.id, {}, clock.read());
      }),
    );
    const before = sentTo(person).length;
    await deliverAfter(0.1);
    expect(sentTo(person)).toHaveLength(before + 2);
  });
});

describe('a kind of email that declares everything that lifted limits once', () => {
  /** Plants a kind whose every email has another key, and enqueues a hundred. */
  async function enqueuePlanted({ email }: Pick<User, 'email'>, rule: object): Promise<void> {
    const planted = {
      throttleKey: () => 'planted',
      write: () => ({ subject: 'Planted', preheader: '', paragraphs: [] }),
      ...rule,
    };
    emailDefinitions.register({ ...definitions, planted } as typeof definitions);
    const rows = Array.from({ length: 100 }, (_, each) => ({
      kind: 'planted',
      throttleKey: `planted:${each}`,
      recipientEmail: email,
      payload: {},
      dueAt: clock.read(),
      createdAt: clock.read(),
    }));
    await db.insert(outbox).values(rows);
  }

  const definitions = emailDefinitions.read();
  afterEach(() => emailDefinitions.register(definitions));

  const rules = [
    {},
    { urgent: true, requestedByRecipient: true },
    { urgent: true, bulk: true, timeSensitive: true, toSuspended: true, atMostOnce: true },
    { requestedByRecipient: true, mostADay: 1000 },
    { safeForUnconfirmed: true, storedUnchanged: true, requestedByRecipient: true, urgent: true },
  ];

  it.each(rules)('sends three a day to an address that has confirmed nothing: %j', async (rule) => {
    const nobody = { email: cleanText('stranger@example.org') };
    await enqueuePlanted(nobody, rule);
    for (let hours = 0; hours < 23; hours += 1) await deliverAfter(1);
    expect(sentTo(nobody)).toHaveLength(dailyEmails.unconfirmed);
  });

  it.each(rules)('has a ceiling to a confirmed address: %j', async (rule) => {
    const person = await make.user();
    await enqueuePlanted(person, rule);
    for (let hours = 0; hours < 23; hours += 1) await deliverAfter(1);
    expect(sentTo(person).length).toBeLessThanOrEqual(dailyEmails.unasked);
    expect(sentTo(person).length).toBeGreaterThan(0);
  });

  it('can only make it stricter', async () => {
    const person = await make.user();
    await enqueuePlanted(person, { mostADay: 2 });
    await deliverAfter(1);
    expect(sentTo(person)).toHaveLength(2);
  });
});
