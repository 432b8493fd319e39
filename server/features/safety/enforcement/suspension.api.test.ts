import { and, eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { password, type User } from '#tests/support/factories.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { transaction } from '#platform/db/database.ts';
import { liftSuspensions } from '#features/base/accounts/mutations.ts';
import { auditLog } from '#features/base/audit/tables.ts';
import { suspendMember } from './mutations/accounts.ts';

const app = await startTestApp();
const { make, clock, db } = app;
const admin = await make.admin();
const adminClient = await app.as(admin);
const { emailsTo } = await createCapturingMailer(app);
afterEach(() => clock.reset());

const suspend = (person: User, hours: number | null, by: { id: string } = admin) =>
  transaction(db, (tx) =>
    suspendMember(
      tx,
      by,
      person.id,
      { until: hours === null ? null : clock.inHours(hours), reason: 'Shouts at people' },
      clock.read(),
    ),
  );
const logIn = ({ email }: User) =>
  app.visitor().outcome('POST /api/login', { body: { email, password } });
const listed = async ({ email }: User) =>
  (await adminClient.call('GET /api/admin/users', { query: { q: email } })).body[0];
const setActive = ({ id }: User, isActive: boolean) =>
  adminClient.call('PATCH /api/admin/users/:id/status', { params: { id }, body: { isActive } });
const unbans = ({ id }: User) =>
  db.$count(auditLog, and(eq(auditLog.targetId, id), eq(auditLog.action, 'user.unban')));

describe('a temporary suspension', () => {
  it('ends sessions and upcoming RSVPs, like a ban', async () => {
    const group = await make.group();
    const member = await make.member(group);
    const event = await make.event({ group });
    await make.rsvp(event, member);
    const client = await app.as(member);
    expect(await suspend(member, 72)).toBe(true);
    expect((await client.call('GET /api/user')).body).toEqual({});
    const { body } = await app.visitor().call('GET /api/events/:id', { params: { id: event.id } });
    expect(body.attendeeCount).toBe(0);
  });

  it('shows its end at sign-in, in the email and to admins', async () => {
    const member = await make.user();
    await suspend(member, 72);
    const body = { email: member.email, password };
    expect(await app.visitor().refusal('POST /api/login', { body })).toMatchObject({
      status: 403,
      code: 'suspended',
      message: 'This account is suspended until Jun 13, 2026 at 1:00 PM',
    });
    const [sentEmail] = await emailsTo(member);
    expect(sentEmail?.text.replace(/\s+/g, ' ')).toContain(
      'has suspended your account until Jun 13, 2026 at 1:00 PM. You’ve been signed out, and you can sign in again after that.',
    );
    expect(await listed(member)).toMatchObject({
      isActive: false,
      suspendedUntil: clock.inHours(72).toISOString(),
    });
  });

  it('ends by itself, once, with an email', async () => {
    const member = await make.user();
    await suspend(member, 72);
    await emailsTo(member);
    clock.advanceHours(71.9);
    await liftSuspensions(db, clock.read());
    expect(await logIn(member)).toBe('suspended');
    clock.advanceHours(0.2);
    await Promise.all([1, 2, 3].map(() => liftSuspensions(db, clock.read())));
    expect(await unbans(member)).toBe(1);
    expect((await emailsTo(member)).map(({ subject }) => subject)).toEqual([
      'Your Villagehall account is suspended',
      'Your Villagehall account is open again',
    ]);
    expect(await logIn(member)).toBe(200);
    expect(await listed(member)).toMatchObject({ isActive: true, suspendedUntil: null });
  });

  it('ends at a sign-in before the job has ended it', async () => {
    const member = await make.user();
    await suspend(member, 1);
    clock.advanceHours(1);
    expect(await logIn(member)).toBe(200);
    expect(await unbans(member)).toBe(1);
  });

  it('is lifted by an unban, and does not lift a later ban', async () => {
    const member = await make.user();
    await suspend(member, 1);
    await setActive(member, true);
    expect(await logIn(member)).toBe(200);
    await setActive(member, false);
    clock.advanceHours(2);
    await liftSuspensions(db, clock.read());
    expect(await logIn(member)).toBe('suspended');
  });

  it('gives way to a permanent ban and a longer one, and to nothing shorter', async () => {
    const member = await make.user();
    await suspend(member, 10);
    expect(await suspend(member, 5)).toBe(false);
    expect(await suspend(member, 20)).toBe(true);
    expect((await setActive(member, false)).body).toMatchObject({ suspendedUntil: null });
    expect(await suspend(member, 30)).toBe(false);
    clock.advanceHours(48);
    const body = { email: member.email, password };
    expect((await app.visitor().refusal('POST /api/login', { body })).message).toBe(
      'This account has been suspended',
    );
  });

  it("refuses the caller's own account, and the only admin's", async () => {
    await expect(suspend(admin, 1)).rejects.toMatchObject({ code: 'conflict' });
    const other = await make.admin();
    expect(await suspend(other, 1)).toBe(true);
    // A suspended admin can't act.
    await expect(suspend(admin, 1, other)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('becomes permanent for a purged author', async () => {
    const spammer = await make.user();
    await suspend(spammer, 1);
    const params = { id: spammer.id };
    await adminClient.call('POST /api/admin/users/:id/cleanup', { params, body: {} });
    clock.advanceHours(2);
    await liftSuspensions(db, clock.read());
    expect(await logIn(spammer)).toBe('suspended');
  });
});
