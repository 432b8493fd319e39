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

  it('notifies attendees of old and new values', async () => {
    const { event, organiser, attendee } = await createFixture();
    const body = { startTime: '2026-07-01T18:00:00Z', endTime: '2026-07-01T20:00:00Z' };
    await organiser.call(change, { ...idOf(event), body });
    expect(await queuedEmails(attendee)).toEqual([
      {
        kind: 'event_changed',
        payload: {
          eventId: event.id,
          before: expect.objectContaining({ startTime: event.startTime.toISOString() }),
          after: expect.objectContaining({ startTime: '2026-07-01T18:00:00.000Z' }),
        },
      },
    ]);
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

  it.each([
    ['title', 'Hey', 'Event title must be at least 5 characters'],
    ['location', 'Hall', 'Please enter a location (at least 5 characters)'],
    ['categoryId', 99, 'Please select a category'],
    ['imageUrl', 'javascript:alert(1)', 'Please enter a valid URL'],
  ])('refuses the %s %j', async (field, value, message) => {
    const { event, organiser } = await createFixture();
    expect(
      await organiser.refusal(change, { ...idOf(event), body: { [field]: value } }),
    ).toMatchObject({ code: 'invalid', fields: { [field]: message } });
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
  it('keeps it as cancelled and notifies attendees', async () => {
    const { event, organiser, attendee } = await createFixture();
    expect((await organiser.call(cancel, idOf(event))).status).toBe(204);
    const { body } = await (await app.as(attendee)).call('GET /api/events/:id', idOf(event));
    expect(body).toMatchObject({
      status: 'cancelled',
      attendeeCount: 1,
      rsvped: true,
      can: { rsvp: false, comment: true, edit: false },
    });
    expect((await queuedEmails(attendee)).map(({ kind }) => kind)).toEqual(['event_cancelled']);
  });

  it('twice notifies nobody twice', async () => {
    const { event, organiser, attendee } = await createFixture();
    await organiser.call(cancel, idOf(event));
    expect((await organiser.call(cancel, idOf(event))).status).toBe(204);
    expect(await queuedEmails(attendee)).toHaveLength(1);
  });

  it("removes it from the lists, but not from its attendees' own", async () => {
    const { event, group, organiser, attendee } = await createFixture();
    await organiser.call(cancel, idOf(event));
    const client = await app.as(attendee);
    const listed = await client.call('GET /api/events', { query: { group: group.id } });
    expect(listed.body).toEqual([]);
    const own = await client.call('GET /api/user/events');
    expect(own.body.map(({ id, status }) => [id, status])).toEqual([[event.id, 'cancelled']]);
  });

  it('during RSVPs keeps count and rows equal, and refuses late ones', async () => {
    const { event, group, organiser } = await createFixture();
    const clients = [];
    for (let count = 0; count < 8; count += 1) {
      clients.push(await app.as(await make.member(group)));
    }
    const [cancelled, ...rsvps] = await Promise.all([
      organiser.send(cancel, idOf(event)),
      ...clients.map((client) => client.send('POST /api/events/:id/rsvps', idOf(event))),
    ]);
    expect(cancelled.statusCode).toBe(204);
    const accepted = rsvps.filter(({ statusCode }) => statusCode === 201).length;
    expect(rsvps.every(({ statusCode }) => [201, 409].includes(statusCode))).toBe(true);
    const { body } = await organiser.call('GET /api/events/:id', idOf(event));
    expect(body.attendeeCount).toBe(1 + accepted);
  });
});

describe("an event's calendar file", () => {
  const calendar = 'GET /api/events/:id/calendar.ics';

  it.each([
    ['summer', '2026-07-01T18:30:00Z', 'DTSTART:20260701T183000Z'],
    ['winter', '2026-12-01T19:30:00Z', 'DTSTART:20261201T193000Z'],
  ])('has its time in UTC in %s', async (_, startTime, line) => {
    const start = new Date(startTime);
    const { event } = await createFixture({
      startTime: start,
      endTime: new Date(start.getTime() + 7_200_000),
    });
    const answer = await app.visitor().call(calendar, idOf(event));
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(answer.body.split('\r\n')).toContain(line);
  });

  it('has the venue for permitted viewers only', async () => {
    const { event, attendee } = await createFixture({
      location: cleanText('Moot Hall, Market Square'),
      town: cleanText('Keswick'),
    });
    const stranger = await app.visitor().call(calendar, idOf(event));
    expect(stranger.body).not.toContain('Moot Hall');
    expect(stranger.body).toContain('LOCATION:Keswick');
    const member = await (await app.as(attendee)).call(calendar, idOf(event));
    expect(member.body).toContain('LOCATION:Moot Hall\\, Market Square');
  });

  it('keeps its UID, and raises its sequence with each change', async () => {
    const { event, organiser } = await createFixture();
    const read = async (name: string) => {
      const { body } = await organiser.call(calendar, idOf(event));
      return body.split('\r\n').find((line) => line.startsWith(name));
    };
    const uid = await read('UID:');
    expect(await read('SEQUENCE:')).toBe('SEQUENCE:0');
    await organiser.call(change, { ...idOf(event), body: { title: 'A new title' } });
    expect(await read('SEQUENCE:')).toBe('SEQUENCE:1');
    await organiser.call(cancel, idOf(event));
    expect(await read('SEQUENCE:')).toBe('SEQUENCE:2');
    expect(await read('STATUS:')).toBe('STATUS:CANCELLED');
    expect(await read('UID:')).toBe(uid);
  });
});
