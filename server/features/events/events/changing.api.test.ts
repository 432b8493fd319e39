import { describe, expect, it } from 'vitest';
import { cleanText } from '#contract/platform/clean-text.ts';
import { startTestApp } from '#tests/support/app.ts';
import { queuedEmailsTo } from '#tests/support/queued-emails.ts';
import type { Event, User } from '#tests/support/factories.ts';

const app = await startTestApp();
const { make } = app;

const idOf = ({ id }: Pick<Event, 'id'>) => ({ params: { id } });
const change = 'PATCH /api/events/:id';
const cancel = 'DELETE /api/events/:id';

async function createFixture(columns: Partial<Event> = {}) {
  const group = await make.group();
  const event = await make.event({ group, ...columns });
  const organiser = await app.as(group.owner);
  const attendee = await make.member(group);
  await make.rsvp(event, attendee);
  return { group, event, organiser, attendee };
}

const queuedEmails = ({ id }: Pick<User, 'id'>) => queuedEmailsTo(app, id);

describe('changing an event', () => {
  it('returns the new event, and leaves unsent fields alone', async () => {
    const { event, organiser } = await createFixture();
    const body = { title: 'Moonlight walk', town: 'Ludlow' };
    const answer = await organiser.call(change, { ...idOf(event), body });
    expect(answer.body).toMatchObject({
      ...body,
      description: event.description,
      location: event.location,
      startTime: event.startTime.toISOString(),
    });
  });

  it('sends nothing for a better description', async () => {
    const { event, organiser, attendee } = await createFixture();
    const body = { description: 'The same walk, described with more care than before.' };
    await organiser.call(change, { ...idOf(event), body });
    expect(await queuedEmails(attendee)).toEqual([]);
  });

  it('checks a new time against the stored one', async () => {
    const { event, organiser } = await createFixture();
    const body = { endTime: new Date(event.startTime.getTime() - 1).toISOString() };
    expect(await organiser.refusal(change, { ...idOf(event), body })).toMatchObject({
      code: 'invalid',
      fields: { endTime: 'End time must be after start time' },
    });
  });

  it('keeps a picture that is not sent, and removes an empty one', async () => {
    const imageUrl = cleanText('https://example.com/hall.jpg');
    const { event, organiser } = await createFixture({ imageUrl });
    const titled = await organiser.call(change, { ...idOf(event), body: { title: 'New title' } });
    expect(titled.body.imageUrl).toBe(imageUrl);
    const bare = await organiser.call(change, { ...idOf(event), body: { imageUrl: '' } });
    expect(bare.body.imageUrl).toBeNull();
  });

  it('is refused once the event is over', async () => {
    const group = await make.group();
    const event = await make.pastEvent({ group });
    const organiser = await app.as(group.owner);
    const input = { ...idOf(event), body: { title: 'Too late now' } };
    expect(await organiser.refusal(change, input)).toMatchObject({
      code: 'conflict',
      message: 'This event has already ended',
    });
  });
});

describe('cancelling an event', () => {
  it('keeps it as cancelled and notifies attendees, once', async () => {
    const { event, organiser, attendee } = await createFixture();
    expect((await organiser.call(cancel, idOf(event))).status).toBe(204);
    const { body } = await (await app.as(attendee)).call('GET /api/events/:id', idOf(event));
    expect(body).toMatchObject({
      status: 'cancelled',
      attendeeCount: 1,
      rsvped: true,
      can: { rsvp: false, comment: true, edit: false },
    });
    expect((await organiser.call(cancel, idOf(event))).status).toBe(204);
    expect((await queuedEmails(attendee)).map(({ kind }) => kind)).toEqual(['event_cancelled']);
  });
});
