import { describe, expect, it } from 'vitest';
import { invitationRefusals } from '#features/community/email-invitations/tables.ts';
import { remindAttendees } from '#features/events/events/jobs/reminders.ts';
import { sendMessages } from '#features/events/messages/jobs.ts';
import { readConfig } from '#platform/config.ts';
import { guestTokenIn } from '#tests/support/guests.ts';
import { hiding } from '#tests/support/hiding.ts';
import { startMailing } from '#tests/support/mailing.ts';

const { app, guests, mailer } = await startMailing();
const { db, make, clock } = app;
const { hide, show } = hiding(app);

/** An event to which a guest comes, who has its entry in their calendar. */
async function comingGuest(columns: Parameters<typeof make.event>[0] = {}) {
  const owner = await make.user();
  const group = await make.group({ owner });
  const event = await make.event({ group, openTo: 'anyone', ...columns });
  const email = `ada-${event.id}@example.org`;
  await guests.ask(event, { email });
  const token = guestTokenIn((await guests.emailsTo(email))[0]?.text);
  await guests.answer('confirm', token);
  await guests.emailsTo(email);
  mailer.sent.length = 0;
  const organiser = await app.as(group.owner);
  return { owner, group, event, email, token, organiser, params: { id: event.id } };
}

/** The one email to an address, once it is due. */
async function onlyEmailTo(email: string | null) {
  clock.advanceHours(0.2);
  const [only, ...more] = await guests.emailsTo(email);
  expect(more.map(({ subject }) => subject)).toEqual([]);
  return only;
}

/** The email's link opens the guest's page in this state. */
const expectLink = async (text: string | undefined, state: string) =>
  expect(await guests.answer('read', guestTokenIn(text))).toMatchObject({ state });

describe('an email to a guest who is coming', () => {
  it('names what has changed, moves the calendar entry, and has a link', async () => {
    const { email, organiser, params } = await comingGuest();
    await organiser.call('PATCH /api/events/:id', { params, body: { location: 'The Old Barn' } });
    const sent = await onlyEmailTo(email);
    expect(sent?.subject).toContain('Changed: ');
    expect(sent?.text).toContain('The Old Barn');
    expect(JSON.stringify(sent?.calendar)).toContain('The Old Barn');
    expect(sent?.unsubscribeUrl).toBeUndefined();
    await expectLink(sent?.text, 'going');
  });

  it.each([
    ['DELETE /api/events/:id', 'event'],
    ['DELETE /api/admin/events/:id', 'event'],
    ['DELETE /api/admin/groups/:id', 'group'],
  ] as const)(
    'cancels the event after %s, also in the calendar and for guests who wait',
    async (key, of) => {
      const hall = await comingGuest();
      const waits = await make.guestRsvp(hall.event, { status: 'waiting' });
      const client = key.includes('admin') ? await app.as(await make.admin()) : hall.organiser;
      await client.call(key, { params: { id: hall[of].id } });
      const sent = await onlyEmailTo(hall.email);
      expect(sent?.subject).toBe(`Cancelled: ${hall.event.title}`);
      expect(JSON.stringify(sent?.calendar)).toContain('CANCEL');
      const [told, ...more] = await guests.emailsTo(waits.email);
      expect([told?.subject, more]).toEqual([`Cancelled: ${hall.event.title}`, []]);
    },
  );

  it('reports that the event is under review, and that it is on again', async () => {
    const { event, email } = await comingGuest();
    await hide('event', event);
    expect((await onlyEmailTo(email))?.subject).toBe(`Under review: ${event.title}`);
    mailer.sent.length = 0;
    await show('event', event);
    const sent = await onlyEmailTo(email);
    expect(sent?.subject).toBe(`Going ahead: ${event.title}`);
    await expectLink(sent?.text, 'going');
  });

  it('reminds once, with a link', async () => {
    const { event, email } = await comingGuest({ createdAt: clock.inHours(-24) });
    clock.advanceHours(6.5 * 24);
    await remindAttendees(db, clock.read());
    await remindAttendees(db, clock.read());
    const sent = await onlyEmailTo(email);
    expect(sent?.subject).toContain(event.title);
    await expectLink(sent?.text, 'going');
  });

  it('reports that dates of a series have changed, and that they are cancelled', async () => {
    const group = await make.group();
    const series = await make.series({ group, openTo: 'anyone' });
    const { email } = await make.guestRsvp(series.events[0]!, { calendarRevision: 0 });
    await make.guestRsvp(series.events[1]!, { email, calendarRevision: 0 });
    const organiser = await app.as(group.owner);
    const params = { id: series.id };
    const subjects = async (word: string) => {
      clock.advanceHours(0.2);
      const sent = await guests.emailsTo(email);
      const expected = series.events.slice(0, 2).map(({ title }) => `${word}: ${title}`);
      expect(sent.map(({ subject }) => subject).toSorted()).toEqual(expected.toSorted());
      return sent.map(({ text }) => text);
    };
    const body = { scope: 'all', location: 'The Old Barn' } as const;
    await organiser.call('PATCH /api/series/:id', { params, body });
    for (const text of await subjects('Changed')) await expectLink(text, 'going');
    mailer.sent.length = 0;
    await organiser.call('DELETE /api/series/:id', { params, body: { scope: 'all' } });
    await subjects('Cancelled');
  });

  it('reports that the group is for under 18s now', async () => {
    const { event, group, email, token } = await comingGuest();
    const admin = await app.as(await make.admin());
    const { name, description } = group;
    await admin.call('PUT /api/groups/:id', {
      params: { id: group.id },
      body: {
        name,
        description,
        groupType: 'outdoorsAdventure',
        chargeForEvents: 'free',
        joinPolicy: 'open',
        audience: 'under18',
        safeguardingLead: 'Ruth Okafor',
        safeguardingContact: '01632 960 142',
      },
    });
    expect((await onlyEmailTo(email))?.subject).toBe(`For under 18s now: ${event.title}`);
    expect(await guests.answer('read', token)).toMatchObject({ state: 'going' });
  });
});

describe('an email to an address that nobody has confirmed', () => {
  it('contains nothing that was typed into the form', async () => {
    const event = await make.event({ openTo: 'anyone', guestsAllowed: 3 });
    const email = 'someone-else@example.org';
    await guests.ask(event, { firstName: 'Ada', email, guests: 3 });
    const sent = await onlyEmailTo(email);
    expect(sent?.text).toContain('Hello,');
    expect(`${sent?.text}${sent?.html}`).not.toContain('Ada');
    expect(`${sent?.text}${sent?.html}`).not.toContain(email);
    expect(sent?.calendar).toBeUndefined();
    for (const firstName of [
      'Visit evil.example',
      'Win £100 www.evil.example',
      'me@evil.example',
    ]) {
      const refused = await app.visitor().refusal('POST /api/events/:id/guest-rsvps', {
        params: { id: event.id },
        body: { firstName, email },
      });
      expect(refused).toMatchObject({ status: 400, fields: { firstName: expect.any(String) } });
    }
  });

  it.each([
    'Claim £500: https://evil.example/prize',
    'Ring 07700 900123 now',
    'Win 250£ tonight',
    'Your parcel: evil.com/track',
    '=?utf-8?b?Q2xhaW0gwqM1MDA=?=',
    '\u202Emoc.live ta eerf',
  ])('contains no title that says more than a title: %s', async (title) => {
    const group = await make.group({ name: 'Bell Ringers' });
    const event = await make.event({ group, title, priceText: '£750', openTo: 'anyone' });
    await guests.ask(event, { email: 'someone-else@example.org' });
    const sent = await onlyEmailTo('someone-else@example.org');
    expect(sent?.subject).toBe('Confirm that you’re coming: an event of Bell Ringers');
    expect(`${sent?.subject}${sent?.text}${sent?.html}`).not.toContain(title);
    expect(`${sent?.text}${sent?.html}`).not.toMatch(/£|evil/);
  });

  it('names no group whose name says more than a name', async () => {
    const group = await make.group({ name: 'www.evil.example' });
    const event = await make.event({ group, title: 'Pub quiz', openTo: 'anyone' });
    await guests.ask(event, { email: 'someone-else@example.org' });
    const sent = await onlyEmailTo('someone-else@example.org');
    expect(sent?.subject).toBe('Confirm that you’re coming: Pub quiz');
    expect(sent?.text).toMatch(/You’ll be asked\s+once\s+more\s+before\s+anything\s+happens/);
    expect(`${sent?.text}${sent?.html}`).not.toContain('evil');
  });

  it('goes out three times a day at most, for all dates of a series together', async () => {
    const series = await make.series({ dates: 12, openTo: 'anyone' });
    const email = 'someone-else@example.org';
    for (const event of series.events) {
      await guests.ask(event, { email });
      clock.advanceHours(1);
      await mailer.deliver();
    }
    expect(await guests.emailsTo(email)).toHaveLength(3);
  });

  it('goes out ten times a day at most once the address is confirmed', async () => {
    const email = 'known@example.org';
    const ask = async () => guests.ask(await make.event({ openTo: 'anyone' }), { email });
    await ask();
    const [first] = await guests.emailsTo(email);
    await guests.answer('confirm', guestTokenIn(first?.text));
    for (let times = 0; times < 12; times += 1) {
      clock.advanceHours(1);
      await ask();
    }
    const sent = await guests.emailsTo(email);
    const links = sent.filter(({ subject }) => subject.startsWith('Confirm that you’re coming'));
    expect(links).toHaveLength(10);
  });

  it('can be stopped by one press, for every event, and allowed again', async () => {
    const email = 'someone-else@example.org';
    const ask = async () => {
      await guests.ask(await make.event({ openTo: 'anyone' }), { email });
      return guests.emailsTo(email);
    };
    const [sent] = await ask();
    expect(sent?.text).toContain('No such emails to this address again:');
    const url = new URL(sent?.unsubscribeUrl ?? '');
    const pressed = await app.fastify.inject({
      method: 'POST',
      url: url.pathname + url.search,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(pressed.statusCode).toBe(200);
    expect(await ask()).toHaveLength(1);
    const token = url.searchParams.get('token') ?? '';
    const { body } = await app.visitor().call('GET /api/unsubscribe', { query: { token } });
    expect(body).toEqual({ topic: 'guestLinks', on: false });
    await app.visitor().call('POST /api/unsubscribe', { body: { token, on: true } });
    expect(await ask()).toHaveLength(2);
    expect(JSON.stringify(await db.select().from(invitationRefusals))).not.toContain('someone');
  });

  it('is the only one: nothing follows it, whatever happens to the event', async () => {
    const { event, organiser, params } = await comingGuest({ createdAt: clock.inHours(-24) });
    const { email } = await make.guestRsvp(event, {
      status: 'unconfirmed',
      expiresAt: clock.inHours(24 * 7),
    });
    await organiser.call('PATCH /api/events/:id', { params, body: { location: 'The Old Barn' } });
    clock.advanceHours(6.5 * 24);
    await remindAttendees(db, clock.read());
    await organiser.call('DELETE /api/events/:id', { params });
    clock.advanceHours(0.2);
    expect(await guests.emailsTo(email)).toEqual([]);
  });
});

describe('a message to the people of an event', () => {
  const words = { subject: 'Come to the back door', text: 'The front steps are being mended.' };

  const write = async (
    { organiser, params }: Pick<Awaited<ReturnType<typeof comingGuest>>, 'organiser' | 'params'>,
    more: object = {},
  ) => {
    const { body } = await organiser.call('POST /api/events/:id/messages', {
      params,
      body: { audience: 'all', ...words, ...more },
    });
    clock.advanceHours(0.2);
    await sendMessages(db, readConfig({}), clock.read());
    clock.advanceHours(0.2);
    return body;
  };

  it('reaches guests who come and wait, and counts them', async () => {
    const hall = await comingGuest();
    const waits = await make.guestRsvp(hall.event, { status: 'waiting' });
    const unconfirmed = await make.guestRsvp(hall.event, { status: 'unconfirmed' });
    await make.addedAttendee(hall.event);
    await write(hall);
    const sent = await onlyEmailTo(hall.email);
    expect(sent?.subject).toBe(words.subject);
    expect(sent?.text).toContain(words.text);
    await expectLink(sent?.text, 'going');
    expect(await guests.emailsTo(waits.email)).toHaveLength(1);
    expect(await guests.emailsTo(unconfirmed.email)).toEqual([]);
    const { body } = await hall.organiser.call('GET /api/groups/:id/audiences', {
      params: { id: hall.group.id },
      query: { eventId: hall.event.id },
    });
    expect(Object.fromEntries(body.map((each) => [each.audience, each.recipients]))).toEqual({
      going: 1,
      waiting: 1,
      all: 2,
      came: 0,
    });
  });

  it('reaches no guest who has turned them off for this event', async () => {
    const hall = await comingGuest();
    expect(await guests.answer('messages', hall.token, { on: false })).toMatchObject({
      messages: false,
    });
    await write(hall);
    expect(await guests.emailsTo(hall.email)).toEqual([]);
    await guests.answer('messages', hall.token, { on: true });
    clock.advanceHours(25);
    await write(hall);
    expect(await guests.emailsTo(hall.email)).toHaveLength(1);
  });

  it('has a link that stops them for this event, also by the button of a mail program', async () => {
    const hall = await comingGuest();
    await write(hall);
    const url = new URL((await onlyEmailTo(hall.email))?.unsubscribeUrl ?? '');
    const token = url.searchParams.get('token') ?? '';
    const visitor = app.visitor();
    const { body } = await visitor.call('GET /api/unsubscribe', { query: { token } });
    expect(body).toEqual({ topic: 'eventMessages', on: true });
    const pressed = await app.fastify.inject({
      method: 'POST',
      url: url.pathname + url.search,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(pressed.statusCode).toBe(200);
    expect(await guests.answer('read', hall.token)).toMatchObject({ messages: false });
    await visitor.call('POST /api/unsubscribe', { body: { token, on: true } });
    expect(await guests.answer('read', hall.token)).toMatchObject({ messages: true });
    await guests.answer('cancel', hall.token);
    const gone = await visitor.call('POST /api/unsubscribe', { body: { token, on: true } });
    expect(gone.body).toEqual({ topic: 'eventMessages', on: false });
  });

  it('asking for donations reaches no guest', async () => {
    const hall = await comingGuest();
    expect(await write(hall, { asksForDonations: true })).toMatchObject({ recipients: 0 });
    expect(await guests.emailsTo(hall.email)).toEqual([]);
  });
});

describe('writing to the organisers', () => {
  const words = { subject: 'Parking', text: 'Where can I leave the car?' };

  it('shows them the first name, and the address only where the guest says so', async () => {
    const { owner, email, token } = await comingGuest();
    for (const showAddress of [false, true]) {
      mailer.sent.length = 0;
      expect(await guests.answer('contact', token, { ...words, showAddress })).toEqual({
        recipients: 1,
      });
      clock.advanceHours(1);
      const [sent] = await guests.emailsTo(owner.email);
      expect(sent?.text).toContain(words.text);
      expect(sent?.text).toContain('Ada, who has no account');
      expect(sent?.replyTo === email).toBe(showAddress);
      expect(`${sent?.text}${sent?.html}`).not.toContain(email);
    }
  });

  it('is refused before the button is pressed, and where the group takes no messages', async () => {
    const { event } = await comingGuest();
    const { token } = await make.guestRsvp(event, { status: 'unconfirmed' });
    expect(await guests.refusal('contact', token, words)).toMatchObject({ status: 409 });
    const closed = await make.group({ contactEnabled: false });
    const other = await make.event({ group: closed, openTo: 'anyone' });
    const going = await make.guestRsvp(other);
    expect(await guests.refusal('contact', going.token, words)).toMatchObject({ status: 403 });
  });

  it.each(['See https://evil.example', 'Write to me@evil.example', 'Ring 07700 900123'])(
    'refuses links and contact details: %s',
    async (text) => {
      const limited = await app.another({ rateLimits: true });
      const { token } = await comingGuest();
      const response = await limited.inject({
        method: 'POST',
        url: '/api/guest-rsvps/contact',
        headers: { host: 'villagehall.test', origin: 'http://villagehall.test' },
        payload: { token, subject: 'Hello', text },
      });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ fields: { text: expect.any(String) } });
    },
  );
});
