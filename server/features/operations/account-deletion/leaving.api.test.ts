import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { password, type User } from '#tests/support/factories.ts';
import { plantTwoStep } from '#tests/support/two-step.ts';
import {
  allTables,
  createActiveMember,
  marks,
  rowsContaining,
} from '#tests/support/active-member.ts';
import { groups } from '#features/community/groups/tables.ts';
import { users } from '#features/base/accounts/tables.ts';
import { queuedEmailsTo } from '#tests/support/queued-emails.ts';

const app = await startTestApp();
const { make } = app;
const leave = 'DELETE /api/auth/user';
const proof = { body: { password } };

const shows = async (url: string) =>
  (await app.visitor().request({ method: 'GET', url })).statusCode === 200;

const ownerOf = async ({ id }: { id: number }) => {
  const [group] = await app.db
    .select({ ownerId: groups.createdById, memberCount: groups.memberCount })
    .from(groups)
    .where(eq(groups.id, id));
  return group;
};

const attendees = async ({ id }: { id: number }) =>
  (await app.visitor().call('GET /api/events/:id', { params: { id } })).body.attendeeCount;

/**
 * The tables that can refer to a member who has used every feature; the others are listed with the
 * reason.
 */
const knowing = [
  'access_tokens',
  'arrivals',
  'audit_log',
  'blocks',
  'calendar_feeds',
  'child_adults',
  'child_invitations',
  'cleanups',
  'comments',
  'complaints',
  'contacts',
  'donations',
  'door_links',
  'email_invitations',
  'events',
  'followed_calendars',
  'groups',
  'held_comments',
  'identities',
  'imports',
  'invitations',
  'mail_preferences',
  'mail_tokens',
  'mails',
  'media',
  'media_uploads',
  'memberships',
  'messages',
  'outbox',
  'paper_drafts',
  'paper_versions',
  'passkeys',
  'push_devices',
  'pushes',
  'recovery_codes',
  'removed_rows',
  'report_cases',
  'report_decisions',
  'reports',
  'rsvps',
  'series',
  'sessions',
  'sign_ins',
  'suppressions',
  'text_prints',
  'two_steps',
  'users',
];
const knowingNobody = [
  // Numbers of people at an event.
  'attendance_totals',
  'categories',
  // Names no adult: the RSVP does.
  'child_places',
  // Names no adult: `child_adults` does.
  'children',
  // Has a payment's id, which leads to a donation without its donor.
  'donation_reversals',
  // Have hashes of links and of addresses.
  'guest_blocks',
  'guest_links',
  // Holds hashes and counts, deleted within a day.
  'event_texts',
  'idempotency_keys',
  // The group's list has no person, and refusals have hashes of addresses.
  'invitation_lists',
  'invitation_refusals',
  // The texts of a group's events, which stay with the group.
  'imported_events',
  'jobs',
  // The counted subject is hashed, and deleted within a day.
  'letter_counts',
  // Smaller copies of a picture, deleted with it.
  'media_widths',
  // The subject is hashed, and deleted within a day.
  'own_writes',
  'payment_messages',
  // The counted subject is hashed, and deleted within a day.
  'rate_counts',
  // Both sides' texts belong to the case.
  'report_appeals',
  'row_counts',
  'settings',
  'snapshots',
  // The hash of a ticket's name, until the ticket would have expired.
  'spent_tickets',
  // The time of the next email.
  'letter_pace',
  // The number of emails sent for a message.
  'letter_tallies',
];

describe('a member who leaves', async () => {
  const life = await createActiveMember(app);
  const { person, client } = life;
  const texts = [person.id, ...Object.values(marks)];

  it('has rows in every table that can refer to anybody', async () => {
    expect(Object.keys(await rowsContaining(app, texts))).toEqual(knowing);
  });

  it('can have rows in no other table: a new table needs a decision', async () => {
    expect(await allTables(app)).toEqual([...knowing, ...knowingNobody].toSorted());
  });

  it('sees beforehand what is deleted', async () => {
    expect((await client.call('GET /api/auth/user/parting')).body).toEqual({
      confirmBy: 'password',
      groups: 4,
      rsvps: 3,
      comments: 1,
      leaderless: [{ id: life.groups.ledAlone.id, name: 'Barometer Circle' }],
      onlyAdmin: false,
    });
  });

  it('is gone from every table, except for the bare id in the admin log, and a complaint', async () => {
    const body = { password, code: life.twoStep.code() };
    expect((await client.call(leave, { body })).status).toBe(204);
    const traces = await rowsContaining(app, texts);
    expect(traces).toEqual({
      audit_log: [
        expect.objectContaining({ target_id: person.id }),
        expect.objectContaining({ actor_id: person.id, target_type: 'group' }),
      ],
      complaints: [
        expect.objectContaining({ user_id: null, text: marks.complaint, email: marks.email }),
      ],
    });
    const pictures = [life.avatar, life.unusedCover].map((url) => /[0-9a-f]{64}/.exec(url)?.[0]);
    const left = await rowsContaining(app, [...Object.values(marks), ...pictures.map(String)]);
    expect(Object.keys(left)).toEqual(['complaints']);
  });

  it("is signed out everywhere, and can't sign in", async () => {
    expect(client.session).toBeUndefined();
    expect((await app.visitor().call('GET /api/user')).body).toEqual({});
    const body = { email: marks.email, password };
    expect(await app.visitor().outcome('POST /api/login', { body })).toBe('sign_in_required');
  });

  it('loses their pictures', async () => {
    expect([await shows(life.avatar), await shows(life.unusedCover)]).toEqual([false, false]);
  });

  it('no longer counts', async () => {
    expect(await ownerOf(life.groups.joined)).toMatchObject({ memberCount: 1 });
    expect(await ownerOf(life.groups.waiting)).toMatchObject({ memberCount: 1 });
    const { coming, past, own } = life.events;
    expect([await attendees(coming), await attendees(past), await attendees(own)]).toEqual([
      0, 0, 0,
    ]);
  });

  it('leaves groups and events to another organiser, who is notified, or to nobody', async () => {
    const { shared, ledAlone } = life.groups;
    expect(await ownerOf(shared)).toEqual({ ownerId: life.partner.id, memberCount: 1 });
    expect(await ownerOf(ledAlone)).toEqual({ ownerId: null, memberCount: 0 });
    const emails = await queuedEmailsTo(app, life.partner.id);
    expect(emails).toContainEqual({ kind: 'owner_made', payload: { groupId: shared.id } });
  });

  it('leaves the donation without a donor', async () => {
    const { rows } = await app.db.execute(
      sql`SELECT user_id, amount FROM donations WHERE payment_intent_id = 'pi_quill'`,
    );
    expect(rows).toEqual([{ user_id: null, amount: 2_000 }]);
  });

  it('can return as a new member', async () => {
    const { firstName, email } = marks;
    const body = { firstName, email, password, confirmPassword: password };
    const answer = await app.visitor().call('POST /api/register', { body });
    expect(answer.body.user).toMatchObject({ bio: null, profileCompleted: false });
  });
});

describe('confirming an account deletion', () => {
  const exists = async ({ id }: User) => (await app.db.$count(users, eq(users.id, id))) === 1;

  const wrongCode =
    'This code isn’t right, or has already been used. Please wait for the next one.';
  const wrongPassword = { password: 'This is not your password' };
  const wrongEmail = { email: 'This is not your email' };
  it.each([
    ['a password', {}, {}, wrongPassword],
    ['a password', {}, { password: 'Village-hall2' }, wrongPassword],
    ['a password', {}, { email: 'person@example.com' }, wrongPassword],
    ['none', { passwordHash: null }, {}, wrongEmail],
    ['none', { passwordHash: null }, { email: 'other@example.com' }, wrongEmail],
    ['none', { passwordHash: null }, { password: 'anything' }, wrongEmail],
  ])('of an account with %s%j fails with %j', async (_, columns, body, fields) => {
    const person = await make.user(columns);
    const refusal = await (await app.as(person)).refusal(leave, { body });
    expect(refusal).toMatchObject({ status: 400, code: 'invalid', fields });
    expect(await exists(person)).toBe(true);
  });

  it('needs the email address without a password, in any case', async () => {
    const person = await make.user({ passwordHash: null, email: 'nopass@example.com' });
    const client = await app.as(person);
    expect((await client.call('GET /api/auth/user/parting')).body.confirmBy).toBe('email');
    expect((await client.call(leave, { body: { email: ' NoPass@Example.com ' } })).status).toBe(
      204,
    );
    expect(await exists(person)).toBe(false);
  });

  it.each([
    [undefined, 'Please enter the code'],
    ['000000', wrongCode],
    ['ABCD-EFGH-JKMN-PQRS', wrongCode],
  ])('also needs a code with two-step sign-in, and not %s', async (code, message) => {
    const person = await make.user();
    await plantTwoStep(app, person);
    const body = { password, ...(code && { code }) };
    const refusal = await (await app.as(person)).refusal(leave, { body });
    expect(refusal).toMatchObject({ status: 400, code: 'invalid', fields: { code: message } });
    expect(await exists(person)).toBe(true);
  });

  it.each(['of the app', 'for recovery'])(
    'succeeds with the password and a code %s',
    async (kind) => {
      const person = await make.user();
      const { code, recoveryCodes } = await plantTwoStep(app, person);
      const body = { password, code: kind === 'of the app' ? code() : recoveryCodes[0] };
      expect((await (await app.as(person)).call(leave, { body })).status).toBe(204);
      expect(await rowsContaining(app, [person.id])).toEqual({});
    },
  );

  it('also needs a code for an account of an issuer alone', async () => {
    const person = await make.user({ passwordHash: null });
    const { code } = await plantTwoStep(app, person);
    const client = await app.as(person);
    const refusal = await client.refusal(leave, { body: { email: person.email } });
    expect(refusal.fields).toEqual({ code: 'Please enter the code' });
    expect(await client.outcome(leave, { body: { email: person.email, code: code() } })).toBe(204);
  });

  it('with a wrong password uses up no code', async () => {
    const person = await make.user();
    const { code } = await plantTwoStep(app, person);
    const client = await app.as(person);
    const wrong = await client.refusal(leave, {
      body: { password: 'Village-hall2', code: code() },
    });
    expect(wrong.fields).toEqual({ password: 'This is not your password' });
    expect(await client.outcome(leave, { body: { password, code: code() } })).toBe(204);
  });
});

describe('an admin who deletes their account', async () => {
  const alone = await startTestApp();
  const first = await alone.make.admin();

  it('is refused while they are the only one, and loses nothing', async () => {
    await alone.make.admin({ isActive: false });
    const group = await alone.make.group({ owner: first });
    const client = await alone.as(first);
    expect((await client.call('GET /api/auth/user/parting')).body.onlyAdmin).toBe(true);
    expect(await client.refusal(leave, proof)).toMatchObject({
      status: 409,
      code: 'conflict',
      message: 'The site needs an admin. Make another member an admin first.',
    });
    const { body } = await client.call('GET /api/groups/:id', { params: { id: group.id } });
    expect(body.membership).toMatchObject({ isOrganizer: true });
  });

  it('succeeds when there is another', async () => {
    const second = await alone.make.admin();
    expect((await (await alone.as(first)).call(leave, proof)).status).toBe(204);
    expect((await (await alone.as(second)).refusal(leave, proof)).status).toBe(409);
  });

  it('never leaves the site without an admin, however many go at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      await alone.make.admin();
      await alone.make.admin();
      const admins = await alone.db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.role, 'admin'), eq(users.isActive, true)));
      const clients = await Promise.all(admins.map((admin) => alone.as(admin)));
      const outcomes = await Promise.all(clients.map((client) => client.outcome(leave, proof)));
      expect(outcomes.map(String).toSorted()).toEqual(['204', '204', 'conflict']);
    }
  });
});

describe('a deletion during other work', () => {
  it('keeps every count equal to its rows', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 8; round += 1) {
      const group = await make.group();
      const other = await make.group();
      const event = await make.event({ group });
      const person = await make.member(group);
      const clients = [await app.as(person), await app.as(person), await app.as(person)] as const;
      const outcomes = await Promise.all([
        clients[0].outcome('POST /api/events/:id/rsvps', { params: { id: event.id } }),
        clients[1].outcome('POST /api/groups/:id/members', { params: { id: other.id } }),
        clients[2].outcome(leave, proof),
        clients[0].outcome('POST /api/events/:id/comments', {
          params: { id: event.id },
          body: { content: 'See you there' },
        }),
      ]);
      const expected = [201, 204, 'conflict', 'not_a_member', 'sign_in_required'];
      for (const outcome of outcomes) expect(expected).toContain(outcome);
      expect(outcomes[2]).toBe(204);
      const { rows } = await app.db.execute(sql`
        SELECT
          (SELECT array_agg(member_count - (SELECT count(*) FROM memberships m
            WHERE m.group_id = g.id AND m.status = 'approved') ORDER BY g.id)::int[]
            FROM groups g WHERE g.id IN (${group.id}, ${other.id})) AS members,
          (SELECT attendee_count - (SELECT count(*)::int FROM rsvps WHERE event_id = e.id)
            FROM events e WHERE e.id = ${event.id}) AS attendees`);
      expect(rows).toEqual([{ members: [0, 0], attendees: 0 }]);
      expect(await attendees(event)).toBe(0);
      expect(await rowsContaining(app, [person.id])).toEqual({});
    }
  });

  it('happens once when it is requested twice at the same moment', async () => {
    const person = await make.user();
    const clients = [await app.as(person), await app.as(person)];
    const outcomes = await Promise.all(clients.map((client) => client.outcome(leave, proof)));
    for (const outcome of outcomes) expect([204, 'invalid', 'sign_in_required']).toContain(outcome);
    expect(outcomes).toContain(204);
  });
});
