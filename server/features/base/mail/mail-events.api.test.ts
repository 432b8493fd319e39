import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';

const app = await startTestApp({
  mailEvents: { provider: 'postmark', credentials: 'post:secret' },
});
const admin = await app.as(await app.make.admin());

const post = (event: object, { password = 'secret', type = 'application/json' } = {}) =>
  app.visitor().request({
    method: 'POST',
    url: '/api/mail/events',
    headers: {
      'content-type': type,
      authorization: `Basic ${Buffer.from(`post:${password}`).toString('base64')}`,
    },
    payload: JSON.stringify(event),
  });

const listed = async () => (await admin.call('GET /api/admin/suppressions', { query: {} })).body;

describe('a report of the mail provider', () => {
  it('suppresses its addresses, once, however often it comes', async () => {
    const bounce = { RecordType: 'Bounce', Type: 'HardBounce', Email: 'Ada@Example.org' };
    expect((await post(bounce)).statusCode).toBe(204);
    expect((await post(bounce, { type: 'text/plain; charset=UTF-8' })).statusCode).toBe(204);
    expect(await listed()).toMatchObject([
      { address: 'ada@example.org', reason: 'bounced HardBounce' },
    ]);
  });

  it('is refused with a wrong password, and with an unknown shape', async () => {
    const bounce = { RecordType: 'Bounce', Type: 'HardBounce', Email: 'ben@example.org' };
    expect((await post(bounce, { password: 'guess' })).statusCode).toBe(401);
    expect((await post({ RecordType: 'Fax' })).statusCode).toBe(400);
    expect(await listed()).toHaveLength(1);
  });
});
