import { beforeEach, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { startTestApp } from '#tests/support/app.ts';
import { createTestMailer } from '#tests/support/mailer.ts';
import { mails, outbox } from '#platform/mail/tables.ts';
import { events } from './tables.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const mailer = await createTestMailer(app);

beforeEach(async () => {
  clock.reset();
  await db.delete(outbox);
  await db.delete(mails);
});

/** Creates an event at 18:30 in London with its organiser's client and one attendee. */
async function planned() {
  const group = await make.group({ name: 'Derwent Dippers' });
  const event = await make.event({
    group,
    title: 'Sunset swim',
    location: 'Lakeside landings',
    startTime: new Date('2026-06-17T17:30:00Z'),
  });
  const person = await make.member(group);
  await make.rsvp(event, person);
  return { event, person, organiser: await app.as(group.owner) };
}

const written = async () => {
  clock.advanceHours(0.1);
  await mailer.deliver();
  return db.select({ to: mails.recipient, subject: mails.subject, text: mails.text }).from(mails);
};

describe('the email about a change', () => {
  it('has the values before and after, in London time', async () => {
    const { event, person, organiser } = await planned();
    await organiser.call('PATCH /api/events/:id', {
      params: { id: event.id },
      body: { startTime: '2026-06-17T18:00:00Z', location: 'The Old Chapel' },
    });
    const [mail, ...others] = await written();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: person.email, subject: 'Changed: Sunset swim' });
    expect(mail?.text).toContain(`What: Sunset swim
When: Wednesday, June 17, 2026 • 7:00 PM – 8:30 PM
(before: Wednesday, June 17, 2026 • 6:30 PM – 8:30 PM)
Where: The Old Chapel
(before: Lakeside landings)`);
    expect(mail?.text).toContain(`https://hall.example/events/${event.id}`);
  });

  it('is not sent to people who have since cancelled', async () => {
    const { event, person, organiser } = await planned();
    await organiser.call('PATCH /api/events/:id', {
      params: { id: event.id },
      body: { location: 'The Old Chapel' },
    });
    const client = await app.as(person);
    await client.call('DELETE /api/events/:id/rsvps', { params: { id: event.id } });
    expect(await written()).toEqual([]);
  });

  it('is not sent once the event is cancelled, which has its own email', async () => {
    const { event, organiser } = await planned();
    await organiser.call('PATCH /api/events/:id', {
      params: { id: event.id },
      body: { location: 'The Old Chapel' },
    });
    await organiser.call('DELETE /api/events/:id', { params: { id: event.id } });
    expect((await written()).map(({ subject }) => subject)).toEqual(['Cancelled: Sunset swim']);
  });
});

describe('the email about a cancelled event', () => {
  it('reaches attendees with its details', async () => {
    const { event, person, organiser } = await planned();
    await organiser.call('DELETE /api/events/:id', { params: { id: event.id } });
    const [mail] = await written();
    expect(mail).toMatchObject({ to: person.email, subject: 'Cancelled: Sunset swim' });
    expect(mail?.text).toContain('by Derwent Dippers');
    expect(mail?.text).toContain('When: Wednesday, June 17, 2026 • 6:30 PM – 8:30 PM');
  });

  it('says so once where the title does already', async () => {
    const { event, person, organiser } = await planned();
    await organiser.call('PATCH /api/events/:id', {
      params: { id: event.id },
      body: { title: 'CANCELLED – Sunset swim' },
    });
    await organiser.call('DELETE /api/events/:id', { params: { id: event.id } });
    expect(await written()).toMatchObject([
      { to: person.email, subject: 'CANCELLED – Sunset swim' },
    ]);
  });

  it('is sent even when its row is deleted by then', async () => {
    const { event, organiser } = await planned();
    await organiser.call('DELETE /api/events/:id', { params: { id: event.id } });
    await db.delete(events).where(eq(events.id, event.id));
    expect((await written()).map(({ subject }) => subject)).toEqual(['Cancelled: Sunset swim']);
  });

  it("is not sent after the event's end", async () => {
    const { event, organiser } = await planned();
    await organiser.call('DELETE /api/events/:id', { params: { id: event.id } });
    clock.advanceHours(8 * 24);
    expect(await written()).toEqual([]);
  });
});
