import { and, eq, isNull } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { cleanText } from '#contract/platform/clean-text.ts';
import { startTestApp } from '#tests/support/app.ts';
import { password } from '#tests/support/factories.ts';
import { createTestMailer } from '#tests/support/mailer.ts';
import { reportBody } from '#tests/support/reports.ts';
import { rowsContaining } from '#tests/support/active-member.ts';
import { mails, outbox } from '#platform/mail/tables.ts';
import { complaints } from '#features/safety/complaints/tables.ts';
import { reports } from '#features/safety/reports/tables.ts';

const app = await startTestApp();
const { make } = app;
const leave = 'DELETE /api/auth/user';
const proof = { body: { password } };

describe('an account with an unconfirmed address', () => {
  /** Creates the rows that an email address can cause without an account. */
  async function liveSignedOut(email: string) {
    const event = await make.event();
    const visitor = app.visitor();
    const body = { ...reportBody('event', event).body, email };
    const { reference } = (await visitor.call('POST /api/reports', { body })).body;
    const complaint = { kind: 'content' as const, text: 'My poster is gone.', email };
    await visitor.call('POST /api/complaints', { body: complaint });
    await (await createTestMailer(app, { RATE_LIMITS: 'off' })).deliver();
    // A queued email.
    await visitor.call('POST /api/forgot-password', { body: { email } });
    return reference;
  }

  const leftOf = async (email: string) => ({
    reports: await app.db.$count(reports, eq(reports.email, cleanText(email))),
    complaints: await app.db.$count(complaints, eq(complaints.email, cleanText(email))),
    mails: await app.db.$count(
      mails,
      and(eq(mails.recipient, cleanText(email)), isNull(mails.recipientId)),
    ),
    waiting: await app.db.$count(
      outbox,
      and(eq(outbox.recipientEmail, cleanText(email)), isNull(outbox.doneAt)),
    ),
  });

  it.each(['by whoever registered it', 'by an admin'])(
    'is deleted %s without anything that others did with the address',
    async (who) => {
      const squatter = await make.user({ emailVerifiedAt: null });
      const own = await app.as(squatter);
      await own.call('POST /api/confirm-email/resend');
      await own.call('POST /api/reports', reportBody('event', await make.event()));
      await liveSignedOut(squatter.email);
      const before = await leftOf(squatter.email);
      expect(before).toMatchObject({ reports: 1, complaints: 1, mails: 2, waiting: 1 });
      const outcome =
        who === 'by an admin'
          ? await (
              await app.as(await make.admin())
            ).outcome('DELETE /api/admin/users/:id', { params: { id: squatter.id } })
          : await own.outcome(leave, proof);
      expect(outcome).toBe(204);
      expect(await leftOf(squatter.email)).toEqual(before);
      const rows = await rowsContaining(app, [squatter.id]);
      expect(Object.keys(rows)).toEqual(who === 'by an admin' ? ['audit_log'] : []);
    },
  );

  it('takes the emails to its address along once it is confirmed, and its share in reports', async () => {
    const owner = await make.user();
    const reference = await liveSignedOut(owner.email);
    expect(await (await app.as(owner)).outcome(leave, proof)).toBe(204);
    expect(await leftOf(owner.email)).toEqual({ reports: 0, complaints: 1, mails: 0, waiting: 0 });
    const made = await app.db.select().from(reports).where(eq(reports.reference, reference));
    expect(made).toMatchObject([{ email: null, kind: 'spam' }]);
  });
});
