import { describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { startTestApp } from '#tests/support/app.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { sendMessages } from './jobs.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const config = readConfig({ SMTP_URL: 'smtp://localhost:2525' });
const mailer = await createCapturingMailer(app);

/** Writes to the people of an event, this many hours after it ended, and returns the emails. */
async function emailsWritten(hoursAfter: number) {
  mailer.sent.length = 0;
  const group = await make.group();
  const event = await make.event({ group });
  await make.rsvp(event, await make.member(group));
  clock.advanceHours((event.endTime.getTime() - clock.read().getTime()) / 3_600_000 + hoursAfter);
  const owner = await app.as(group.owner);
  const params = { id: event.id };
  const body = { audience: 'going' as const, subject: 'Found', text: 'A green scarf.' };
  await owner.call('POST /api/events/:id/messages', { params, body });
  await owner.call('POST /api/events/:id/messages', { params, body: { ...body, test: true } });
  clock.advanceHours(0.1);
  await sendMessages(db, config, clock.read());
  await mailer.deliver();
  const list = await owner.call('GET /api/groups/:id/messages', { params: { id: group.id } });
  clock.reset();
  const emails = mailer.sent.map(({ text }) => text.replaceAll(/\s+/g, ' '));
  return { event, emails, listed: list.body[0]?.event };
}

describe('a message to the people of an event', () => {
  it.each([
    ['speaks of the present before it', -3, false, 'who’s going to', 'waiting for a place:'],
    ['speaks of the past after it', 1, true, 'who went to', 'waited for a place:'],
  ])('%s, as does a test', async (_, hoursAfter, ended, coming, waiting) => {
    const { event, emails, listed } = await emailsWritten(hoursAfter);
    expect(emails).toHaveLength(2);
    for (const email of emails)
      expect(email).toContain(`everyone ${coming} ‘${event.title}’ or ${waiting}`);
    expect(listed).toEqual({ id: event.id, title: event.title, ended });
  });
});
