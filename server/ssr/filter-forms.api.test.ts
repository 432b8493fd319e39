import { beforeAll, describe, expect, it } from 'vitest';
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
    ['/groups', 'near=Penzance,+TR18+4AB', '/groups?near=TR18+4'],
    ['/events', 'near=TR18+4A', '/events?near=TR18+4'],
    ['/events', 'q=choir&location=tr18+4ab', '/events?q=choir&near=TR18+4'],
    ['/events', 'location=TR184AB&near=&within=5', '/events?within=5&near=TR18+4'],
    ['/events', 'q=&location=TR18', '/events?near=TR18'],
    ['/events', 'location=tr18-4', '/events?near=TR18+4'],
    ['/events', 'location=TR18+4A', '/events?near=TR18+4'],
    ['/events', 'location=Penzance+TR18+4AB', '/events?near=TR18+4'],
    ['/events', 'location=TR18+4AB&near=Leeds', '/events?near=TR18+4'],
    ['/events', 'location=ZZ9', '/events?near=ZZ9'],
    ['/events', 'location=+Penzance+', '/events?location=Penzance'],
    ['/events', 'location=B4+Studio', '/events?location=B4+Studio'],
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
  ])('are shortened where somebody wrote a whole postcode into an address: %s', async (url) => {
    const answer = await app.fastify.inject({ method: 'GET', url, headers: host });
    expect(answer.statusCode).toBe(303);
    expect(
      Object.fromEntries(new URL(String(answer.headers.location), 'http://hall.test').searchParams),
    ).toEqual({
      near: 'TR18 4',
      within: '10',
    });
  });

  it.each([
    ['/events?location=TR18%204AB&free=true', { near: 'TR18 4', free: 'true' }],
    ['/events?loc%61tion=TR18%004AB', { near: 'TR18 4' }],
    ['/events?location=tr184ab&near=Leeds', { near: 'TR18 4' }],
    ['/events?location=Leeds&location=TR18+4AB', { near: 'TR18 4' }],
    ['/events?location=TR18&within=5', { near: 'TR18', within: '5' }],
    ['/events?location=Penzance,+TR18-4AB&view=month', { near: 'TR18 4', view: 'month' }],
    ['/events?near=Penzance+TR18+4AB', { near: 'TR18 4' }],
    ['/?location=TR18+4AB', { near: 'TR18 4' }],
  ])('search near a postcode typed as the location: %s', async (url, query) => {
    const answer = await app.fastify.inject({ method: 'GET', url, headers: host });
    expect(answer.statusCode).toBe(303);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { searchParams } = new URL(String(answer.headers.location), 'http://hall.test');
    expect(Object.fromEntries(searchParams)).toEqual(query);
  });

  it.each([
    '/events?near=ZZ9&within=10',
    '/events?near=ZZ99+9',
    '/events?near=ZZ99+9&view=month',
    '/groups?near=ZZ99+9',
  ])('show why a place isn’t known, and nothing else: %s', async (url) => {
    const answer = await app.fastify.inject({ method: 'GET', url, headers: host });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('We can’t find that');
    expect(answer.body).not.toContain('be shown right now');
  });
});

describe('a location without events', () => {
  beforeAll(async () => {
    const group = await app.make.group({ name: 'Neighbours' });
    await app.make.event({ group, town: 'Keswick', title: 'Walk' });
    const pending = await app.make.group({ status: 'pending_approval' });
    await app.make.event({ group: pending, town: 'Ambleside' });
    await app.make.event({ group, town: 'Kendal', status: 'hidden', hiddenFrom: 'scheduled' });
    await app.make.cancelledEvent({ group, town: 'Windermere' });
  });
  const answerTo = async (url: string) => {
    const { statusCode, headers } = await app.fastify.inject({ method: 'GET', url, headers: host });
    return [statusCode, headers.location, headers['cache-control']];
  };

  it.each([
    ['location=Penzance', 'near=Penzance'],
    ['location=ambleside&free=true', 'near=ambleside&free=true'],
    ['location=Kendal&from=2020-01-01&when=all', 'near=Kendal&from=2020-01-01&when=all'],
    ['q=chess&location=Windermere', 'q=chess&near=Windermere'],
    ['location=Cumbria', 'near=Cumbria'],
    ['location=Keswick,+UK', 'near=Keswick%2C+UK'],
  ])('leads to a search nearby if the place is known: %s', async (search, near) => {
    expect(await answerTo(`/events?${search}`)).toEqual([302, `/events?${near}`, 'no-store']);
  });

  it.each([
    'location=Keswick',
    'location=kes',
    'location=Keswick&q=chess',
    'location=Keswick&category=5',
    'location=Atlantis',
    'location=Wales',
    'location=Penzance&near=Leeds',
    'location=Penzance&view=month',
    'location=Penzance&cursor=WzE4MDAwMDAwMDAwMDAsMV0',
    'location=Penzance&access=nonsense',
    'near=Penzance',
  ])('stays if another filter is in the way: %s', async (search) => {
    expect(await answerTo(`/events?${search}`)).toEqual([200, undefined, 'no-cache']);
  });
});
