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

  it('sends no email for a better description', async () => {
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

describe('deleting an event that is over', () => {
  const remove = async (event: { id: number }, by: { id: string }) =>
    (await app.as(by)).outcome(cancel, idOf(event));

  it('deletes one that nobody answered, and its place in its series', async () => {
    const group = await make.group();
    const event = await make.pastEvent({ group });
    const organiser = await app.as(group.owner);
    const { body } = await organiser.call('GET /api/events/:id', idOf(event));
    expect(body.can.delete).toBe(true);
    expect(await remove(event, await make.member(group))).toBe('forbidden');
    expect(await remove(event, group.owner)).toBe(204);
    expect(await remove(event, group.owner)).toBe('not_found');
    expect(await organiser.outcome('GET /api/events/:id', idOf(event))).toBe('not_found');
  });

  it.each([
    ['goes', (event: Event, person: User) => make.rsvp(event, person)],
    ['commented', (event: Event, person: User) => make.comment(event, person)],
    [
      'wrote a comment that waits',
      (event: Event, person: User) => make.pendingComment(event, person),
    ],
  ] as const)('keeps one to which somebody %s', async (_, answer) => {
    const group = await make.group();
    const event = await make.pastEvent({ group });
    await answer(event, await make.member(group));
    const organiser = await app.as(group.owner);
    const { body } = await organiser.call('GET /api/events/:id', idOf(event));
    expect(body.can.delete).toBe(false);
    expect(await organiser.refusal(cancel, idOf(event))).toMatchObject({
      code: 'conflict',
      message: 'This event has already ended. People have answered, so it stays.',
    });
  });

  it('leaves an entry in the log for an admin who doesn’t organise the group', async () => {
    const event = await make.pastEvent({ title: 'Never happened' });
    const admin = await app.as(await make.admin());
    expect(await admin.outcome(cancel, idOf(event))).toBe(204);
    const { body } = await admin.call('GET /api/admin/audit');
    expect(body[0]).toMatchObject({
      action: 'event.delete',
      before: { title: 'Never happened', attendees: 0 },
      after: null,
    });
  });
});
