import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../tests/support/app.ts';
import { productionPages } from './production.ts';

const app = await startTestApp({}, { pages: await productionPages() });
const event = await app.make.event();

const get = (url: string, host = 'hall.test') =>
  app.fastify.inject({ method: 'GET', url, headers: { host } });

describe('a page asked for by an odd address', () => {
  it.each(['//', '///', '//evil.example/', '//evil.example/create-group', '/events/%00', '/no%20'])(
    'is not found, and nothing breaks: %s',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404);
    },
  );

  it.each(['//evil.example/', '//evil.example//events', `//evil.example/events/${event.id}`])(
    'names no other host as the site: %s',
    async (url) => {
      expect((await get(url)).body).not.toMatch(/(https?:|["'=])\/\/evil\.example/);
    },
  );

  it('that cannot be decoded is refused', async () => {
    expect((await get('/%')).statusCode).toBe(400);
  });

  it.each(['a b', '[::', '"><script>', 'hall.test/evil', 'a@b'])(
    'by a host that is none is refused: %j',
    async (host) => {
      expect((await get(`/events/${event.id}`, host)).statusCode).toBe(400);
    },
  );
});
