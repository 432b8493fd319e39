import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { productionPages } from './production.ts';

const app = await startTestApp({}, { pages: await productionPages() });
const host = { host: 'hall.test' };

const post = async (url: string, fields: string) => {
  const headers = { ...host, 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await app.fastify.inject({ method: 'POST', url, headers, payload: fields });
  return [answer.statusCode, answer.headers.location];
};

describe('filters that are sent as a form', () => {
  it.each([
    ['/events', 'near=tr18+4ab&within=10&q=', '/events?near=TR18+4&within=10'],
    ['/events', 'near=TR184AB', '/events?near=TR18+4'],
    ['/events', 'near=Penzance&q=choir', '/events?near=Penzance&q=choir'],
    ['/events', 'access=bsl&access=dogs&online=', '/events?access=bsl%2Cdogs'],
    ['/groups', 'near=TR18+4AB', '/groups?near=TR18+4'],
    ['/groups', '', '/groups'],
  ])('to %s as %s lead to %s', async (path, fields, address) => {
    expect(await post(path, fields)).toEqual([303, address]);
  });

  it.each([
    '/events?near=TR18%204AB&within=10',
    '/events?n%65ar=TR18%204AB&within=10',
    '/events?near=TR18%004AB&within=10',
    '/events?near=TRl8-4AB&within=10',
    '/events?near=TR18.4AB&within=10',
    '/events?near=TR18%C2%A04AB&within=10',
    '/events?near=TR18%E2%80%8B4AB&within=10',
    '/events?near=%EF%BC%B4%EF%BC%B2%EF%BC%91%EF%BC%984AB&within=10',
  ])('are cut where somebody wrote a whole postcode into an address: %s', async (url) => {
    const answer = await app.fastify.inject({ method: 'GET', url, headers: host });
    expect(answer.statusCode).toBe(303);
    expect(
      Object.fromEntries(new URL(String(answer.headers.location), 'http://hall.test').searchParams),
    ).toEqual({
      near: 'TR18 4',
      within: '10',
    });
  });

  it('show why a place isn’t known', async () => {
    const url = '/events?near=ZZ9&within=10';
    const answer = await app.fastify.inject({ method: 'GET', url, headers: host });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('We don’t know this place');
  });
});
