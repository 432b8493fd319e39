import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { mails, outbox } from '#platform/mail/tables.ts';
import { users } from '#features/base/accounts/tables.ts';
import { complaints } from '#features/safety/complaints/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { notifyOfReviews } from './jobs.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const capturingMailer = await createCapturingMailer(app);

beforeEach(async () => {
  for (const table of [outbox, mails, complaints, groups, users]) await db.delete(table);
  capturingMailer.sent.length = 0;
});
afterEach(() => clock.reset());

/** Runs the job twice and returns the emails sent since the last call. */
async function runAndDeliver(): Promise<typeof capturingMailer.sent> {
  for (let runs = 0; runs < 2; runs += 1) {
    await notifyOfReviews(db, clock.read());
    await capturingMailer.deliver();
  }
  return capturingMailer.sent.splice(0);
}

const about = (sent: typeof capturingMailer.sent) =>
  sent.map(({ to, subject }) => ({ to, subject }));

const name = 'Keswick Fell Walkers';

async function createPendingGroup() {
  await make.group({ name, status: 'pending_approval' });
  await make.complaint();
}

describe('the email about pending reviews', () => {
  it('goes to each admin, counts pending items and names nobody', async () => {
    const admins = [await make.admin(), await make.admin()];
    await createPendingGroup();
    const sent = await runAndDeliver();
    const subject = '2 items to review at Villagehall';
    // Emails are sent in parallel, so either may come first.
    expect(new Set(about(sent))).toEqual(
      new Set(admins.map(({ email }) => ({ to: email, subject }))),
    );
    expect(sent[0]?.text).toContain('Groups to approve: 1\nComplaints to answer: 1\n');
    expect(sent[0]?.text).not.toContain(name);
    expect(sent[0]?.text).not.toContain('held');
  });

  it('comes once a day, however much arrives, and again while something waits', async () => {
    await make.admin();
    await createPendingGroup();
    expect(await runAndDeliver()).toHaveLength(1);
    await createPendingGroup();
    clock.advanceHours(23.9);
    expect(await runAndDeliver()).toEqual([]);
    clock.advanceHours(0.2);
    expect(about(await runAndDeliver())).toMatchObject([
      { subject: '4 items to review at Villagehall' },
    ]);
  });

  it('is not sent when nothing waits, or everything has been decided', async () => {
    await make.admin();
    expect(await runAndDeliver()).toEqual([]);
    await createPendingGroup();
    await notifyOfReviews(db, clock.read());
    for (const table of [complaints, groups]) await db.delete(table);
    await capturingMailer.deliver();
    expect(capturingMailer.sent).toEqual([]);
  });

  it('skips admins who have turned it off or are suspended, and everybody else', async () => {
    await make.user();
    await make.user({ role: 'admin', isActive: false });
    const client = await app.as(await make.admin());
    await client.call('PATCH /api/user/mail-preferences', { body: { reviews: false } });
    await createPendingGroup();
    expect(await runAndDeliver()).toEqual([]);
    await client.call('PATCH /api/user/mail-preferences', { body: { reviews: true } });
    expect(await runAndDeliver()).toHaveLength(1);
  });
});
