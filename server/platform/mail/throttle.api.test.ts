import { asc, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { cleanText } from '#contract/platform/clean-text.ts';
import { hour } from '#contract/platform/durations.ts';
import { startTestApp } from '#tests/support/app.ts';
import { oneIn } from '#tests/support/breadth.ts';
import { password, type User } from '#tests/support/factories.ts';
import {
  emailKinds,
  strangersKinds,
  emailFixtures,
  strangersText,
  typed,
} from '#tests/support/emails.ts';
import { deduplicatedKinds, oncePerEvent } from '#tests/support/email-kinds.ts';
import { createCapturingMailer, createTestMailer } from '#tests/support/mailer.ts';
import { users } from '#features/base/accounts/tables.ts';
import { transaction } from '#platform/db/database.ts';
import type { EmailKind } from './email.ts';
import { enqueue, enqueueOnce } from './outbox.ts';
import { sentCounts, mails, outbox } from './tables.ts';

const app = await startTestApp();
const { db, make, clock, engine } = app;
const mailer = await createTestMailer(app);
const capturingMailer = await createCapturingMailer(app);

beforeEach(async () => {
  clock.reset();
  await db.delete(outbox);
  await db.delete(mails);
  await db.delete(sentCounts);
});

const advanceMinutes = (minutes: number) => clock.advanceHours(minutes / 60);

/** Causes an email of a kind each time it is called. */
async function causing(kind: EmailKind, person: User): Promise<() => Promise<void>> {
  const { payload, to = person.id } = await emailFixtures[kind](
    { ...app, words: strangersText },
    person,
  );
  let times = 0;
  return () =>
    transaction(db, (tx) => {
      const uniqueKey = `${kind}:${person.id}:${(times += 1)}`;
      return deduplicatedKinds.has(kind)
        ? enqueueOnce(tx, kind, { to, uniqueKey }, payload, clock.read())
        : enqueue(tx, kind, to, payload, clock.read());
    });
}

const emailsTo = ({ email }: Pick<User, 'email'>) =>
  db
    .select({ kind: mails.kind, subject: mails.subject, text: mails.text, at: mails.createdAt })
    .from(mails)
    .where(eq(mails.recipient, email))
    .orderBy(asc(mails.id));

const subjects = async (person: User) => (await emailsTo(person)).map(({ subject }) => subject);

/** Returns the most emails in any hour. */
const mostInAnHour = (emails: { at: Date }[]) =>
  Math.max(
    ...emails.map(
      ({ at: first }) =>
        emails.filter(({ at }) => at >= first && at.getTime() < first.getTime() + hour).length,
    ),
  );

describe('an email of each kind', () => {
  it.each(oneIn(8, emailKinds))('%s is sent three times an hour at most', async (kind) => {
    const person = await make.user();
    const cause = await causing(kind, person);
    for (let times = 0; times < 24; times += 1) {
      await cause();
      await mailer.deliver();
      advanceMinutes(3);
    }
    const emails = await emailsTo(person);
    expect(emails.length).toBeGreaterThan(oncePerEvent.has(kind) ? 0 : 2);
    expect(mostInAnHour(emails)).toBeLessThanOrEqual(3);
  });

  const mergedKinds = emailKinds.filter((kind) => !deduplicatedKinds.has(kind));

  it.each(oneIn(8, mergedKinds))(
    '%s, caused ten times, is sent three times at most',
    async (kind) => {
      const person = await make.user();
      const cause = await causing(kind, person);
      for (let times = 0; times < 10; times += 1) {
        await cause();
        await mailer.deliver();
      }
      for (let tries = 0; tries < 12; tries += 1) {
        advanceMinutes(6);
        await mailer.deliver();
      }
      const emails = await emailsTo(person);
      expect(emails.length).toBeGreaterThan(0);
      expect(emails.length).toBeLessThanOrEqual(3);
    },
  );

  it.each(strangersKinds)(
    "%s contains no stranger's text for an unconfirmed address",
    async (kind) => {
      const person = await make.user({ firstName: typed });
      const cause = await causing(kind, person);
      await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, person.id));
      await cause();
      advanceMinutes(6);
      await capturingMailer.deliver();
      const sentEmail = capturingMailer.sent.find(({ to }) => to === person.email);
      expect(sentEmail?.text).toContain('Hello,');
      expect(`${sentEmail?.subject}\n${sentEmail?.text}`).not.toContain('evil');
      // The button's path contains only fixed words and numbers.
      const [, next = '/'] = /next=(\S+)/.exec(sentEmail?.text ?? '') ?? [];
      expect(decodeURIComponent(next)).toMatch(/^\/[a-z\d/?=#-]*$/);
    },
  );
});

/** Repeats an action while emails are delivered, then waits for the throttled ones. */
async function repeated(times: number, act: (time: number) => Promise<unknown>): Promise<void> {
  for (let time = 1; time <= times; time += 1) {
    await act(time);
    await mailer.deliver();
  }
  advanceMinutes(6);
  await mailer.deliver();
}

describe('an event with twelve changes in a row', () => {
  async function planned() {
    const group = await make.group();
    const event = await make.event({ group, title: 'First title' });
    const going = [await make.member(group), await make.member(group)];
    for (const person of going) await make.rsvp(event, person);
    const organiser = await app.as(group.owner);
    const entitle = (title: string) =>
      organiser.call('PATCH /api/events/:id', { params: { id: event.id }, body: { title } });
    return { event, going, organiser, entitle };
  }

  it('sends each attendee one email, from the first state to the last', async () => {
    const { going, entitle } = await planned();
    await repeated(12, (time) => entitle(`Title ${time}`));
    for (const person of going) {
      const [sentEmail, ...others] = await emailsTo(person);
      expect(others).toEqual([]);
      expect(sentEmail?.text).toContain('What: Title 12\n(before: First title)');
    }
  });

  it('sends it five minutes after the first change, whatever follows', async () => {
    const { going, entitle } = await planned();
    for (let time = 1; time <= 5; time += 1) {
      await entitle(`Title ${time}`);
      await mailer.deliver();
      advanceMinutes(1);
    }
    expect(await subjects(going[0]!)).toEqual([]);
    await mailer.deliver();
    expect(await subjects(going[0]!)).toEqual(['Changed: Title 5']);
  });

  it('sends nothing if it ends as it began', async () => {
    const { going, entitle } = await planned();
    await repeated(12, (time) => entitle(time % 2 === 0 ? 'First title' : 'Another title'));
    expect(await subjects(going[0]!)).toEqual([]);
  });

  it('and then cancelled, sends the cancellation only', async () => {
    const { event, going, organiser, entitle } = await planned();
    await repeated(12, (time) =>
      time < 12
        ? entitle(`Title ${time}`)
        : organiser.call('DELETE /api/events/:id', { params: { id: event.id } }),
    );
    expect(await subjects(going[0]!)).toEqual(['Cancelled: Title 11']);
  });

  it('keeps sending, three times an hour, without losing a change', async () => {
    const { going, entitle } = await planned();
    for (let time = 1; time <= 40; time += 1) {
      await entitle(`Title ${time}`);
      await mailer.deliver();
      advanceMinutes(3);
    }
    advanceMinutes(60);
    await mailer.deliver();
    const emails = await emailsTo(going[0]!);
    expect(mostInAnHour(emails)).toBe(3);
    const subjectsSent = emails.map(({ text }) => /What: (.+)\n\(before: (.+)\)/.exec(text ?? ''));
    expect(subjectsSent[0]?.[2]).toBe('First title');
    expect(subjectsSent.at(-1)?.[1]).toBe('Title 40');
    const [befores, afters] = [
      subjectsSent.map((each) => each?.[2]),
      subjectsSent.map((each) => each?.[1]),
    ];
    expect(befores.slice(1)).toEqual(afters.slice(0, -1));
  });
});

describe('back and forth', () => {
  it('a request withdrawn in time sends nothing', async () => {
    const group = await make.group({ joinPolicy: 'approval' });
    const asking = await app.as(await make.user());
    const params = { id: group.id };
    const owner = await ownerOf(group);
    await repeated(28, (time) =>
      time % 2 === 1
        ? asking.call('POST /api/groups/:id/members', { params })
        : asking.call('DELETE /api/groups/:id/members', { params }),
    );
    expect(await subjects(owner)).toEqual([]);
  });

  it('a repeated request sends one email', async () => {
    const group = await make.group({ name: 'Bell Ringers', joinPolicy: 'approval' });
    const asking = await app.as(await make.user({ firstName: 'Grace' }));
    const params = { id: group.id };
    await repeated(27, (time) =>
      time % 2 === 1
        ? asking.call('POST /api/groups/:id/members', { params })
        : asking.call('DELETE /api/groups/:id/members', { params }),
    );
    expect(await subjects(await ownerOf(group))).toEqual(['Grace would like to join Bell Ringers']);
  });

  it('a group approved and rejected sends its final state', async () => {
    const adminClient = await app.as(await make.admin());
    const group = await make.group({ name: 'Bell Ringers', status: 'pending_approval' });
    await repeated(12, (time) =>
      adminClient.call('PATCH /api/admin/groups/:id/status', {
        params: { id: group.id },
        body: { status: time % 2 === 1 ? 'approved' : 'rejected' },
      }),
    );
    const subjectsSent = await subjects(await ownerOf(group));
    expect(subjectsSent.length).toBeLessThanOrEqual(3);
    expect(subjectsSent.at(-1)).toBe('We couldn’t approve Bell Ringers yet');
  });

  it('an account suspended and restored sends its final state', async () => {
    const adminClient = await app.as(await make.admin());
    const person = await make.user();
    await repeated(13, (time) =>
      adminClient.call('PATCH /api/admin/users/:id/status', {
        params: { id: person.id },
        body: { isActive: time % 2 === 0, reason: '' },
      }),
    );
    const subjectsSent = await subjects(person);
    expect(subjectsSent.length).toBeLessThanOrEqual(3);
    expect(subjectsSent.at(-1)).toBe('Your Villagehall account is suspended');
  });

  it('an organiser promoted and demoted gets the final state', async () => {
    const group = await make.group({ name: 'Bell Ringers' });
    const person = await make.member(group);
    const owner = await app.as(group.owner);
    await repeated(14, (time) =>
      owner.call('PATCH /api/groups/:id/members/:userId', {
        params: { id: group.id, userId: person.id },
        body: { isOrganizer: time % 2 === 1 },
      }),
    );
    expect(await subjects(person)).toEqual(['You’re now an organiser of Bell Ringers']);
  });

  const ownerOf = async ({ owner }: { owner: Pick<User, 'id'> }) => {
    const [person] = await db.select().from(users).where(eq(users.id, owner.id));
    return person!;
  };
});

describe("an account's emails", () => {
  it('ten reset links in a minute become two emails, the second with the last link', async () => {
    const person = await make.user();
    await repeated(10, async (time) => {
      const client = await app.as(person);
      await client.call('POST /api/auth/user/password', {
        body: {
          currentPassword: time === 1 ? password : `Village-hall1${time - 1}`,
          password: `Village-hall1${time}`,
        },
      });
    });
    expect(await subjects(person)).toEqual([
      'Your Villagehall password has been changed',
      'Your Villagehall password has been changed',
    ]);
  });

  const askForReset = (email: string) =>
    app.visitor().call('POST /api/forgot-password', { body: { email } });

  it('reset links are sent at once three times an hour, with the same answer', async () => {
    const person = await make.user();
    for (let time = 0; time < 20; time += 1) {
      expect((await askForReset(person.email)).status).toBe(200);
      await mailer.deliver();
    }
    expect(await subjects(person)).toHaveLength(3);
    advanceMinutes(59);
    await askForReset(person.email);
    await mailer.deliver();
    expect(await subjects(person)).toHaveLength(3);
    advanceMinutes(1);
    await askForReset(person.email);
    await mailer.deliver();
    expect(await subjects(person)).toHaveLength(4);
  });

  it('an address registered, deleted and registered again gets no more of them', async () => {
    const email = cleanText('victim@example.org');
    await repeated(8, async () => {
      const client = app.visitor();
      await client.call('POST /api/register', {
        body: { firstName: 'Mallory', lastName: '', email, password, confirmPassword: password },
      });
      await mailer.deliver();
      emails += (await emailsTo({ email })).length;
      await db.delete(users).where(eq(users.email, email));
    });
    expect(emails).toBe(3);
  });
  let emails = 0;

  it.skipIf(engine === 'embedded')(
    'requested at once and delivered by several processes, are three at most',
    async () => {
      const person = await make.user();
      const others = await Promise.all([1, 2, 3].map(() => createTestMailer(app)));
      for (let round = 0; round < 5; round += 1) {
        await Promise.all([
          ...Array.from({ length: 8 }, () => askForReset(person.email)),
          ...[mailer, ...others].map((each) => each.deliver()),
        ]);
      }
      await mailer.deliver();
      expect(await subjects(person)).toHaveLength(3);
    },
  );

  it.skipIf(engine === 'embedded')(
    'waiting separately are three at most, whoever delivers them',
    async () => {
      const person = await make.user();
      await db.execute(sql`
        insert into ${outbox} (kind, cause, awaited, recipient_id, payload, due_at, created_at)
        select 'password_changed', 'account', true, ${person.id}::text, '{}', ${clock.inHours(-1)}, ${clock.inHours(-1)}
        from generate_series(1, 40)`);
      const mailers = await Promise.all([1, 2, 3, 4].map(() => createTestMailer(app)));
      await Promise.all(mailers.map((each) => each.deliver()));
      expect(await subjects(person)).toHaveLength(3);
      for (let hours = 0; hours < 30; hours += 1) {
        clock.advanceHours(1);
        await mailer.deliver();
      }
      expect((await subjects(person)).length).toBeLessThanOrEqual(4);
    },
  );
});

it("an earlier version's effect is sent in that version's words", async () => {
  const person = await make.user();
  await db.execute(sql`
    insert into ${outbox} (kind, awaited, recipient_id, payload, due_at, created_at)
    select 'password_changed', true, ${person.id}::text, '{}', ${clock.read()}, ${clock.read()}
    from generate_series(1, 4)`);
  await mailer.deliver();
  expect(await subjects(person)).toHaveLength(4);
});

it("an earlier version's open effect absorbs nothing more", async () => {
  const person = await make.user();
  const cause = await causing('password_changed', person);
  await cause();
  // An earlier version leases emails without knowing about open effects.
  await db.update(outbox).set({ attempts: 1, doneAt: clock.read() });
  await cause();
  await mailer.deliver();
  expect(await subjects(person)).toHaveLength(1);
});

it('without rate limits nothing is combined, and everything is sent', async () => {
  const quick = await createTestMailer(app, { RATE_LIMITS: 'off' });
  const person = await make.user();
  const cause = await causing('event_changed', person);
  for (let times = 0; times < 5; times += 1) {
    await cause();
    await quick.deliver();
  }
  expect(await subjects(person)).toHaveLength(5);
});
