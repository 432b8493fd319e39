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
/** The reads that pages of any origin may read; a test names one that is missing or too many. */
const openReads: Read[] = [
  'GET /api/categories',
  'GET /api/events',
  'GET /api/events/:eventId/rsvp/status',
  'GET /api/events/:id',
  'GET /api/events/:id/calendar.ics',
  'GET /api/events/:id/rsvps',
  'GET /api/events/group/:groupId',
  'GET /api/events/count',
  'GET /api/events/spellings',
  'GET /api/events/towns',
  'GET /api/groups',
  'GET /api/groups/count',
  'GET /api/groups/:id',
  'GET /api/groups/:id/members',
  'GET /api/legal/:page',
  'GET /api/locations',
  'GET /api/locations/spellings',
  'GET /api/places',
  'GET /api/places/known',
  'GET /api/numbers',
  'GET /api/events/month',
  'GET /api/openapi.json',
  'GET /api/push',
  'GET /api/reports/:reference',
  'GET /api/reports/subject/:type/:id',
  'GET /api/series/:id',
  'GET /api/series/:id/calendar.ics',
  'GET /api/unsubscribe',
  'GET /api/user',
];

/** All other reads; signing out would end the fixture's session. */
const ownReads = (Object.keys(table) as ApiKey[])
  .filter((key): key is Read => key.startsWith('GET ') && key !== 'GET /api/logout')
  .filter((key) => !openReads.includes(key));

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
    const wrong = await offenders(openReads, String, async (key) => {
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
    const wrong = await offenders(openReads, String, async (key) => {
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
