import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { productionPages } from '#server/ssr/production.ts';

const lines: string[] = [];
const app = await startTestApp(
  { logLevel: 'info' },
  {
    pages: await productionPages(),
    sharedSeconds: 600,
    measured: true,
    logTo: { write: (line) => void lines.push(line) },
  },
);

let port = 0;
beforeAll(async () => {
  await app.fastify.listen({ host: '127.0.0.1', port: 0 });
  port = (app.fastify.server.address() as AddressInfo).port;
});

/** Sends these exact bytes and reads until the connection ends. */
async function answerTo(head: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(head);
  return (await buffer(socket)).toString();
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);

const ending = 'Host: hall.test\r\nConnection: close\r\n\r\n';

describe('a request line that no browser sends', () => {
  it.each([
    'GET *',
    'HEAD *',
    'GET ?q=x',
    'GET #',
    'GET http://',
    'GET http://[/events',
    'GET a:1',
  ])('matches no address of the site: %s', async (line) => {
    const answer = await answerTo(`${line} HTTP/1.1\r\n${ending}`);
    expect([400, 404]).toContain(statusOf(answer));
  });

  it.each([
    'http://evil.example/about',
    'https://evil.example/api/categories',
    'ftp://evil.example/events/1',
    'http://evil.example',
    '//evil.example/about',
    '/\\evil.example/about',
    '/%2f%2fevil.example',
  ])('leads to no other host: %s', async (target) => {
    const answer = await answerTo(`GET ${target} HTTP/1.1\r\n${ending}`);
    expect(statusOf(answer)).toBeLessThan(500);
    expect(answer).not.toMatch(/(href|content|src)="[^"/?]*\/\/evil|^(location|link):.*\/\/evil/im);
  });

  it.each([
    ['POST *', 'POST *'],
    ['OPTIONS *', 'OPTIONS *'],
    ['TRACE', 'TRACE /'],
    ['a method of WebDAV', 'PROPFIND /'],
    ['a method of its own', 'BREW /'],
    ['slashes', 'GET ///'],
    ['many slashes', `GET ${'/'.repeat(10_000)}`],
    ['dots', 'GET /events/../../../about'],
    ['encoded dots', 'GET /events/%2e%2e/%2e%2e'],
    ['half an encoding', 'GET /%'],
    ['an encoding of no character', 'GET /%ff'],
    ['an overlong encoding', 'GET /api/events/%C0%AF'],
    ['NUL', 'GET /%00'],
    ['half an encoding, in a call', 'GET /api/%2'],
    ['half an encoding, for a picture', 'GET /media/%'],
    ['half an encoding, for a share picture', 'GET /share/events/%.png'],
    ['half an encoding, for a sitemap', 'GET /sitemap/events-%.xml'],
    ['half an encoding, in a question', 'GET /api/events?%'],
    ['a long path', `GET /${'a'.repeat(5_000)}`],
    ['a long path, encoded', `GET /${'%61'.repeat(4_000)}`],
    ['a long question', `GET /events?q=${'a'.repeat(15_000)}`],
    ['too long a path', `GET /${'a'.repeat(20_000)}`],
  ])('causes no server error: %s', async (_, line) => {
    const answer = await answerTo(`${line} HTTP/1.1\r\n${ending}`);
    expect(statusOf(answer)).toBeLessThan(500);
  });

  it('to another host is disconnected', async () => {
    expect(await answerTo(`CONNECT evil.example:443 HTTP/1.1\r\n${ending}`)).toBe('');
  });

  it.each([
    ['no host', ''],
    ['a host that is none', 'Host: evil.example/x\r\n'],
    ['two lengths', 'Host: hall.test\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n'],
    ['a long header', `Host: hall.test\r\nX: ${'x'.repeat(20_000)}\r\n`],
    ['a wish of its own', 'Host: hall.test\r\nExpect: 200-maybe\r\n'],
  ])('is refused with %s', async (_, headers) => {
    const answer = await answerTo(`GET /about HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
    expect(statusOf(answer)).toBeGreaterThanOrEqual(400);
    expect(statusOf(answer)).toBeLessThan(500);
  });

  it('can have an empty host, which counts as none', async () => {
    const answer = await answerTo(`GET /about HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n`);
    expect(answer).toContain('"http://localhost/about"');
  });
});

describe('an interrupted upload', () => {
  it('counts neither as a database outage nor as a server error', async () => {
    lines.length = 0;
    const socket = connect(port, '127.0.0.1');
    const arrived = once(app.fastify.server, 'request') as Promise<[unknown, ServerResponse]>;
    socket.write(
      `POST /api/login HTTP/1.1\r\nHost: hall.test\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"email":`,
    );
    const [, response] = await arrived;
    const closed = once(response, 'close');
    socket.resetAndDestroy();
    await closed;
    await new Promise(setImmediate);
    const entries = lines.map((line) => JSON.parse(line) as { level: number; msg: string });
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.filter(({ level }) => level > 30)).toEqual([]);
    const figures = await app.metrics?.registry.metrics();
    expect(figures).not.toMatch(/status="5\d\d"/);
    expect(figures).toMatch(/route="\/api\/login",status="499"/);
  });
});
