import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { createTestMailer } from '#tests/support/mailer.ts';
import { mails } from '#platform/mail/tables.ts';

const app = await startTestApp();
const { make } = app;
const mailer = await createTestMailer(app);
const adminClient = await app.as(await make.admin());
const status = 'PATCH /api/admin/users/:id/status';

/** Delivers all due emails and returns the texts of those to a member. */
async function mailsTo(person: { id: string }) {
  await mailer.deliver();
  const rows = await app.db
    .select({ subject: mails.subject, text: mails.text })
    .from(mails)
    .where(eq(mails.recipientId, person.id))
    .orderBy(mails.id);
  return rows.map(({ subject, text }) => ({ subject, text: text?.replace(/\s+/g, ' ') }));
}

describe('a banned member', () => {
  it('reads the reason and the lost RSVPs by email, and later the end of the ban', async () => {
    const person = await make.user();
    const params = { id: person.id };
    const reason = 'Selling tickets in the comments.';
    await adminClient.call(status, { params, body: { isActive: false, reason } });
    await mailsTo(person);
    await adminClient.call(status, { params, body: { isActive: true } });
    const [ban, end] = await mailsTo(person);
    expect(ban?.subject).toBe('Your Villagehall account is suspended');
    expect(ban?.text).toContain(`The reason: ${reason}`);
    expect(ban?.text).toContain('your RSVPs to upcoming events have been cancelled');
    expect(end?.subject).toBe('Your Villagehall account is open again');
    expect(end?.text).toContain('please RSVP again if you’d like to go');
  });

  it('banned by mistake and restored before the email reads of the end only', async () => {
    const person = await make.user();
    const params = { id: person.id };
    await adminClient.call(status, { params, body: { isActive: false } });
    await adminClient.call(status, { params, body: { isActive: true } });
    expect((await mailsTo(person)).map(({ subject }) => subject)).toEqual([
      'Your Villagehall account is open again',
    ]);
  });
});

describe('a member of a group that an admin deleted', () => {
  it('reads its name, and how many of its events are cancelled', async () => {
    const group = await make.group({ name: 'Fell Runners' });
    await make.event({ group });
    await adminClient.call('DELETE /api/admin/groups/:id', { params: { id: group.id } });
    const [mail] = await mailsTo(group.owner);
    expect(mail?.subject).toBe('Fell Runners has been removed');
    expect(mail?.text).toContain('Its one upcoming event won’t take place.');
  });
});
