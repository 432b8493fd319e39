import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { reportBody } from '#tests/support/reports.ts';
import type { User } from '#tests/support/factories.ts';

const app = await startTestApp();
const { make } = app;
const capturingMailer = await createCapturingMailer(app);

/** Returns the emails to a member about their report of an event. */
async function emailsOf(person: User) {
  const event = await make.event();
  const client = await app.as(person);
  const { reference } = (await client.call('POST /api/reports', reportBody('event', event))).body;
  await capturingMailer.deliver();
  const admin = await app.as(await make.admin());
  const [found] = (await admin.call('GET /api/admin/reports')).body;
  const body = { decision: 'nothing' as const, reason: 'Harmless.' };
  await admin.call('PATCH /api/admin/reports/:id', { params: { id: found?.id ?? 0 }, body });
  const texts = (await capturingMailer.emailsTo(person)).map(({ text }) => text);
  return { reference, texts };
}

it('no email to an unconfirmed address opens a member’s report', async () => {
  const unconfirmed = await emailsOf(await make.user({ emailVerifiedAt: null }));
  expect(unconfirmed.texts).toHaveLength(2);
  for (const text of unconfirmed.texts) {
    expect(text).toContain(`/appeal/${unconfirmed.reference}`);
    expect(text).not.toContain('token=');
  }
  const confirmed = await emailsOf(await make.user());
  expect(confirmed.texts).toHaveLength(2);
  for (const text of confirmed.texts) expect(text).toContain('token=');
});

it('an account’s export leaves out what others did with its address', async () => {
  const squatter = await make.user({ emailVerifiedAt: null });
  const visitor = app.visitor();
  const body = { ...reportBody('event', await make.event()).body, email: squatter.email };
  const { reference } = (await visitor.call('POST /api/reports', { body })).body;
  const complaint = { kind: 'content' as const, text: 'Only the owner’s.', email: squatter.email };
  const { number } = (await visitor.call('POST /api/complaints', { body: complaint })).body;
  await capturingMailer.deliver();
  const { rawPayload } = await (await app.as(squatter)).send('GET /api/auth/user/export');
  const files = Object.entries(unzipSync(rawPayload));
  expect(files.length).toBeGreaterThan(10);
  const all = files.map(([, bytes]) => strFromU8(bytes)).join('\n');
  expect(all).toContain(squatter.email);
  for (const theirs of [reference, number, complaint.text]) expect(all).not.toContain(theirs);
});
