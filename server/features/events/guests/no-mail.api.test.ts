import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { Client } from '#tests/support/client.ts';

const key = 'POST /api/events/:id/guest-rsvps';
const ada = { firstName: 'Ada', email: 'ada@example.org' };
const app = await startTestApp();
const { make } = app;

const openEvent = () => make.event({ openTo: 'anyone' });

describe('a site without a mail server', () => {
  it('accepts no guests without an account, and offers it to nobody', async () => {
    const visitor = new Client(await app.another({ smtpUrl: undefined }));
    const params = { id: (await openEvent()).id };
    expect(await visitor.refusal(key, { params, body: ada })).toMatchObject({
      status: 409,
      code: 'conflict',
      message: 'This site can’t send email yet, so nobody can come without an account',
    });
    const { body } = await visitor.call('GET /api/events/:id', { params });
    expect(body.can.guestRsvp).toBe(false);
  });

  it('lets those who came before change their minds', async () => {
    const visitor = new Client(await app.another({ smtpUrl: undefined }));
    const { token } = await make.guestRsvp(await openEvent());
    await visitor.call('POST /api/guest-rsvps/cancel', { body: { token } });
    const { body } = await visitor.call('POST /api/guest-rsvps/confirm', { body: { token } });
    expect(body.state).toBe('going');
  });
});

describe('a public demonstration', () => {
  it('answers with the page behind the email’s button, once an hour for an address', async () => {
    const visitor = new Client(await app.another({ smtpUrl: undefined, publicDemo: true }));
    const params = { id: (await openEvent()).id };
    const { body: event } = await visitor.call('GET /api/events/:id', { params });
    expect(event.can.guestRsvp).toBe(true);
    const { body } = await visitor.call(key, { params, body: ada });
    expect(body).toEqual({
      status: 'check_email',
      message: 'No email leaves this demonstration. Here is the button that it would have.',
      path: expect.stringMatching(/^\/coming\/[\w-]{43}$/),
    });
    const token = body.path?.split('/').at(-1) ?? '';
    const read = await visitor.call('POST /api/guest-rsvps/read', { body: { token } });
    expect(read.body.state).toBe('unconfirmed');
    const { body: again } = await visitor.call(key, { params, body: ada });
    expect(again).toEqual({
      status: 'check_email',
      message: 'This address has asked within the last hour. Please use another one.',
    });
  });
});

it('a site that sends email answers with no page', async () => {
  const params = { id: (await openEvent()).id };
  const { body } = await app.visitor().call(key, { params, body: ada });
  expect(body).not.toHaveProperty('path');
});
