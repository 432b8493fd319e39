import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiKey } from '#contract/api.ts';
import { enterRole } from '#tests/access/fixture.ts';
import { table } from '#tests/access/table.ts';
import { startTestApp } from '#tests/support/app.ts';
import { ownOrigin } from '#tests/support/client.ts';
import { offenders } from '#tests/support/offenders.ts';

const app = await startTestApp();
const elsewhere = 'https://parish.example';

type Read = Extract<ApiKey, `GET ${string}`>;
type Readable = 'any origin' | 'own origin';

/** The origins whose pages may read each answer; a read without a row does not compile. */
const reads: Record<Read, Readable> = {
  'GET /api/admin/analytics': 'own origin',
  'GET /api/admin/analytics/charts': 'own origin',
  'GET /api/admin/audit': 'own origin',
  'GET /api/admin/audit/filters': 'own origin',
  'GET /api/admin/backup': 'own origin',
  'GET /api/admin/comments': 'own origin',
  'GET /api/admin/donations': 'own origin',
  'GET /api/admin/donations.csv': 'own origin',
  'GET /api/admin/donations/summary': 'own origin',
  'GET /api/admin/events': 'own origin',
  'GET /api/admin/groups': 'own origin',
  'GET /api/admin/held-comments': 'own origin',
  'GET /api/admin/complaints': 'own origin',
  'GET /api/admin/held-contacts': 'own origin',
  'GET /api/admin/held-messages': 'own origin',
  'GET /api/admin/invitations': 'own origin',
  'GET /api/admin/legal/:page': 'own origin',
  'GET /api/admin/mail': 'own origin',
  'GET /api/admin/mail-sender': 'own origin',
  'GET /api/admin/suppressions': 'own origin',
  'GET /api/admin/mail/:id': 'own origin',
  'GET /api/admin/mail/:id/body.html': 'own origin',
  'GET /api/admin/papers': 'own origin',
  'GET /api/admin/papers/:paper': 'own origin',
  'GET /api/admin/papers/:paper/versions': 'own origin',
  'GET /api/admin/papers/:paper/versions/:version': 'own origin',
  'GET /api/admin/papers/:paper/versions/:version/paper.md': 'own origin',
  'GET /api/admin/queue': 'own origin',
  'GET /api/admin/setup': 'own origin',
  'GET /api/admin/reports': 'own origin',
  'GET /api/admin/reports.csv': 'own origin',
  'GET /api/admin/reports/:id': 'own origin',
  'GET /api/admin/settings': 'own origin',
  'GET /api/admin/summary': 'own origin',
  'GET /api/admin/users': 'own origin',
  'GET /api/admin/users/:id/cleanup': 'own origin',
  'GET /api/auth/user/export': 'own origin',
  'GET /api/auth/user/parting': 'own origin',
  'GET /api/auth/user/sessions': 'own origin',
  'GET /api/auth/user/sign-in-methods': 'own origin',
  'GET /api/auth/user/sign-ins': 'own origin',
  'GET /api/auth/user/two-step': 'own origin',
  'GET /api/categories': 'any origin',
  'GET /api/events': 'any origin',
  'GET /api/events/:eventId/rsvp/status': 'any origin',
  'GET /api/events/:id': 'any origin',
  'GET /api/events/:id/calendar.ics': 'any origin',
  'GET /api/events/:id/comments': 'own origin',
  'GET /api/events/:id/door-list.csv': 'own origin',
  'GET /api/events/:id/rsvps': 'any origin',
  'GET /api/events/:id/waitlist': 'own origin',
  'GET /api/events/group/:groupId': 'any origin',
  'GET /api/events/towns': 'any origin',
  'GET /api/groups': 'any origin',
  'GET /api/groups/:id': 'any origin',
  'GET /api/groups/:id/audiences': 'own origin',
  'GET /api/groups/:id/export.json': 'own origin',
  'GET /api/groups/:id/email-invitations': 'own origin',
  'GET /api/groups/:id/imports': 'own origin',
  'GET /api/imports/:id': 'own origin',
  'GET /api/groups/:id/invitation-link': 'own origin',
  'GET /api/groups/:id/members': 'any origin',
  'GET /api/groups/:id/venue': 'own origin',
  'GET /api/groups/:id/messages': 'own origin',
  'GET /api/legal/:page': 'any origin',
  'GET /api/locations': 'any origin',
  'GET /api/locations/spellings': 'any origin',
  'GET /api/places': 'any origin',
  // These redirect, sign in or sign out, so there is no answer to read.
  'GET /api/login': 'own origin',
  'GET /api/login/callback': 'own origin',
  'GET /api/logout': 'own origin',
  'GET /api/numbers': 'any origin',
  'GET /api/events/month': 'any origin',
  'GET /api/openapi.json': 'any origin',
  'GET /api/reports/:reference': 'any origin',
  'GET /api/reports/subject/:type/:id': 'any origin',
  'GET /api/series/:id': 'any origin',
  'GET /api/series/:id/calendar.ics': 'any origin',
  'GET /api/unsubscribe': 'any origin',
  'GET /api/user': 'any origin',
  'GET /api/user/blocks': 'own origin',
  'GET /api/user/hidden': 'own origin',
  'GET /api/user/hidden-groups': 'own origin',
  'GET /api/user/reports': 'own origin',
  'GET /api/user/calendar-feed': 'own origin',
  'GET /api/user/donations': 'own origin',
  'GET /api/user/event-rsvps': 'own origin',
  'GET /api/events/:id/answers': 'own origin',
  'GET /api/user/events': 'own origin',
  'GET /api/user/groups': 'own origin',
  'GET /api/user/household': 'own origin',
  'GET /api/user/mail-preferences': 'own origin',
  'GET /api/user/tokens': 'own origin',
  'GET /api/user/quotas': 'own origin',
  'GET /api/user/waiting': 'own origin',
  'GET /api/users': 'own origin',
  'GET /api/users/:id/card': 'own origin',
};

const of = (readable: Readable) =>
  (Object.keys(reads) as Read[]).filter((key) => reads[key] === readable);

/** The reads of this origin's pages alone; signing out would end the fixture's session. */
const ownReads = of('own origin').filter((key) => key !== 'GET /api/logout');

let fixture: Awaited<ReturnType<typeof enterRole>>;
beforeAll(async () => {
  fixture = await enterRole(app, 'admin');
});

/** Calls an endpoint from a page of an origin, with or without an admin's cookie. */
async function ask(key: Read, origin: string | undefined, who: 'admin' | 'visitor') {
  const client = who === 'admin' ? fixture.client : app.visitor();
  const { params = {}, query = {} } = table[key].request(fixture);
  const path = key.slice(4).replace(/:(\w+)/g, (_, name: string) => String(params[name]));
  const search = new URLSearchParams(query as Record<string, string>).toString();
  const url = search ? `${path}?${search}` : path;
  return { url, answer: await client.request({ method: 'GET', url, headers: { origin } }) };
}

/** The downloaded file contains the time of its creation. */
const sameTime = (text: string) => text.replace(/DTSTAMP:\S+/g, '');

describe("another origin's page in an admin's browser", () => {
  it('reads what anyone may read as a signed-out caller', async () => {
    const wrong = await offenders(of('any origin'), String, async (key) => {
      const { answer } = await ask(key, elsewhere, 'admin');
      const { answer: signedOut } = await ask(key, undefined, 'visitor');
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
      expect(answer.headers).not.toHaveProperty('set-cookie');
      expect(answer.statusCode).toBe(signedOut.statusCode);
      expect(sameTime(answer.body)).toBe(sameTime(signedOut.body));
    });
    expect(wrong).toEqual([]);
  });

  it('can read nothing else', async () => {
    const wrong = await offenders(ownReads, String, async (key) => {
      const { answer } = await ask(key, elsewhere, 'admin');
      expect(Object.keys(answer.headers).join()).not.toContain('access-control');
    });
    expect(wrong).toEqual([]);
  });

  it('is refused as without a cookie', async () => {
    const hidden = await enterRole(app, 'admin', 'pending_approval');
    const url = `/api/groups/${hidden.group.id}`;
    const [own, foreign] = await Promise.all(
      [ownOrigin, elsewhere].map((origin) =>
        hidden.client.request({ method: 'GET', url, headers: { origin } }),
      ),
    );
    expect([own?.statusCode, foreign?.statusCode]).toEqual([200, 401]);
    expect(foreign?.headers['access-control-allow-origin']).toBe('*');
  });

  it('includes pages without an origin, as in a frame of their own', async () => {
    const { answer } = await ask('GET /api/user', 'null', 'admin');
    expect(answer.json()).toEqual({});
  });
});

describe('a page of this site', () => {
  it.each([undefined, ownOrigin])('reads as the signed-in person (origin %s)', async (origin) => {
    const { answer } = await ask('GET /api/user', origin, 'admin');
    expect(answer.json()).toHaveProperty('user');
  });
});

describe('a preflight request', () => {
  const preflight = async (key: Read, method: string) => {
    const { url } = await ask(key, undefined, 'visitor');
    return app.fastify.inject({
      method: 'OPTIONS',
      url,
      headers: {
        origin: elsewhere,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization',
      },
    });
  };

  it('permits what anyone may read, and nothing else, and never with credentials', async () => {
    const wrong = await offenders(of('any origin'), String, async (key) => {
      const { statusCode, headers } = await preflight(key, 'GET');
      expect(statusCode).toBe(204);
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': 'Accept, Content-Type, If-None-Match',
      });
    });
    expect(wrong).toEqual([]);
  });

  it('does not permit any other read', async () => {
    const wrong = await offenders(ownReads, String, async (key) => {
      const { statusCode, headers } = await preflight(key, 'GET');
      expect(statusCode).toBe(404);
      expect(Object.keys(headers).join()).not.toContain('access-control');
    });
    expect(wrong).toEqual([]);
  });
});
