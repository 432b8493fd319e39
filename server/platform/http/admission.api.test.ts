import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { deepestNesting } from './json.ts';
import { defaultBounds } from './mount.ts';

const app = await startTestApp({ rateLimits: true });
const { make } = app;
const megabyte = 1024 * 1024;

const sockets: Socket[] = [];
const ends: Promise<void>[] = [];
beforeAll(async () => {
  app.fastify.server.on('connection', (socket) => {
    ends.push(new Promise((resolve) => socket.once('close', () => resolve())));
  });
  await app.fastify.listen({ host: '127.0.0.1', port: 0 });
});
/** Ends all connections on both sides: until the server notices, it counts their bodies. */
async function closeAll() {
  for (const socket of sockets) socket.destroy();
  await Promise.all(ends);
}
afterAll(closeAll);

interface Begun {
  key: string;
  session?: string;
  type?: string;
  origin?: string;
  length?: number;
}

/** Begins a call that announces a megabyte, and sends its first bytes. */
async function begin({ key, session, origin, ...body }: Begun) {
  const { type = 'application/json', length = megabyte } = body;
  const { port } = app.fastify.server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  // Each size is another caller for the limit of addresses.
  const localAddress = `127.0.0.${1 + Math.floor(length / (2 * megabyte))}`;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  const lines = [
    `${key} HTTP/1.1`,
    `host: ${host}`,
    `origin: ${origin ?? `http://${host}`}`,
    `content-type: ${type}`,
    `content-length: ${length}`,
    ...(session ? [`cookie: session=${session}`] : []),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n{"`);
  return socket;
}

/** Reads the answer before the rest of the body is sent. */
async function answered(begun: Begun): Promise<{ head: string; socket: Socket }> {
  const socket = await begin(begun);
  const [first] = (await once(socket, 'data')) as [Buffer];
  return { head: first.toString().split('\r\n')[0] ?? '', socket };
}

const takingPictures = ['PATCH /api/auth/user', 'POST /api/media', 'POST /api/media/cover'];

describe('a call with a large body', () => {
  it.each(takingPictures)('is refused from a stranger before it is read: %s', async (key) => {
    expect((await answered({ key })).head).toContain('401');
  });

  it.each(takingPictures)('is refused from another site before it is read: %s', async (key) => {
    const session = await make.session(await make.user());
    const begun = { key, session, origin: 'https://evil.example' };
    expect((await answered(begun)).head).toContain('403');
  });

  it.each(takingPictures)('is refused beyond the rate limit before it is read: %s', async (key) => {
    const user = await make.user();
    const client = await app.as(user);
    for (let count = 0; count < 60; count += 1) {
      await client
        .from(`203.0.113.${count}`)
        .request({ method: 'POST', url: '/api/groups', headers: { 'content-type': 'text/plain' } });
    }
    const session = await make.session(user);
    expect((await answered({ key, session })).head).toContain('429');
  });
});

describe('a refused request that keeps sending', () => {
  it('soon loses its connection', async () => {
    const { socket } = await answered({ key: 'POST /api/media' });
    await once(socket, 'close');
    expect(socket.destroyed).toBe(true);
  });

  it('can end, and its connection serves another', async () => {
    const { socket } = await answered({ key: 'POST /api/media' });
    socket.write(Buffer.alloc(megabyte - 2, 'x'));
    socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
    const [second] = (await once(socket, 'data')) as [Buffer];
    expect(second.toString()).toContain('200 OK');
  });
});

describe('unfinished large bodies', () => {
  const newSession = async () => make.session(await make.user());
  const beginMany = (count: number, session: string, length = megabyte) =>
    Promise.all(
      Array.from({ length: count }, () => begin({ key: 'POST /api/media', session, length })),
    );
  const firstClosed = (begun: Socket[]) => Promise.race(begun.map((each) => once(each, 'close')));
  const open = (begun: Socket[]) => begun.filter((socket) => !socket.destroyed).length;
  afterEach(closeAll);

  it('are eight of one account at most: another one costs the oldest its connection', async () => {
    const elsewhere = await beginMany(1, await newSession());
    const own = await beginMany(9, await newSession());
    await firstClosed(own);
    expect([open(own), open(elsewhere)]).toEqual([8, 1]);
  });

  it('are sixteen in all: whoever has most of them makes room for a newcomer', async () => {
    const many = await beginMany(8, await newSession());
    const single = await Promise.all(
      Array.from({ length: 9 }, async () => beginMany(1, await newSession())),
    );
    await firstClosed(many);
    expect([open(many), open(single.flat())]).toEqual([7, 9]);
  });

  it('are 64 MB of one account at most', async () => {
    const own = await beginMany(5, await newSession(), 16 * megabyte);
    await firstClosed(own);
    expect(open(own)).toBe(4);
  });

  it('are 128 MB in all', async () => {
    const many = await beginMany(4, await newSession(), 16 * megabyte);
    const single = await Promise.all(
      Array.from({ length: 5 }, async () => beginMany(1, await newSession(), 16 * megabyte)),
    );
    await firstClosed(many);
    expect([open(many), open(single.flat())]).toEqual([3, 5]);
  });
});

describe('large bodies whose senders left before they were admitted', () => {
  afterEach(closeAll);
  const beginEach = async (sessions: string[]) => {
    const arrived = requests(sessions.length);
    const begun = sessions.map((session) =>
      begin({ key: 'POST /api/media', session, length: 16 * megabyte }),
    );
    await arrived;
    return Promise.all(begun);
  };

  it('take no room', async () => {
    const sessions = await Promise.all(
      Array.from({ length: 5 }, async () => make.session(await make.user())),
    );
    const [many = '', ...singles] = sessions;
    await whileSessionsWait(async () => {
      await beginEach(singles);
      await closeAll();
    });
    const begun = await beginEach([many, many, many, many, ...singles]);
    const client = await app.as(await make.user());
    for (let turn = 0; turn < 5; turn += 1) await client.call('GET /api/user/events');
    expect(begun.filter(({ destroyed }) => destroyed)).toEqual([]);
  });

  /** Resolves when the server has got so many requests. */
  function requests(count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    let left = count;
    app.fastify.server.on('request', function counted() {
      left -= 1;
      if (left > 0) return;
      app.fastify.server.off('request', counted);
      resolve();
    });
    return promise;
  }

  /** Nobody's session can be read until the work is done. */
  const whileSessionsWait = (work: () => Promise<void>) =>
    app.db.transaction(async (tx) => {
      await tx.execute('lock table sessions in access exclusive mode');
      await work();
    });
});

describe('a body with too many levels or values', () => {
  const length = 8 * megabyte - 100;
  const repeated = (unit: string) => unit.repeat(Math.floor(length / unit.length));
  const tooDeep = 'The request is nested too deeply';
  const tooMany = 'The request has too many parts';

  it.each([
    ['lists in lists', () => repeated('['), tooDeep],
    ['lists that are closed', () => `${'['.repeat(length / 2)}${']'.repeat(length / 2)}`, tooDeep],
    ['objects in objects', () => repeated('{"a":'), tooDeep],
    ['millions of numbers', () => `[${repeated('1,')}1]`, tooMany],
    ['millions of keys', () => `{${repeated('"a":1,')}"a":1}`, tooMany],
    [
      'a deep list behind a text',
      () => `{"\\"[":"]]]${'x'.repeat(megabyte)}",${repeated('[')}`,
      tooDeep,
    ],
    ['millions of escapes', () => `{"bio":"${repeated('\\n')}`, tooMany],
    ['millions of quotes', () => `{"bio":"${repeated('\\"')}`, tooMany],
    ['megabytes of space', () => `{${repeated(' ')}`, tooMany],
  ])('is refused before it is parsed: %s', async (_, payload, message) => {
    const client = await app.as(await make.user());
    const response = await client.request({
      method: 'PATCH',
      url: '/api/auth/user',
      headers: { 'content-type': 'application/json' },
      payload: payload().slice(0, length),
    });
    expect(response.json()).toMatchObject({ code: 'invalid', message });
  });

  const parsed = async (payload: string) => {
    const client = await app.as(await make.user());
    const headers = { 'content-type': 'application/json' };
    return client.request({ method: 'PATCH', url: '/api/auth/user', headers, payload });
  };

  it('begins at 21 levels or 1,001 values', async () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    const wide = (values: number) => `{"a":[${Array(values).fill(1).join(',')}]}`;
    expect((await parsed(nested(deepestNesting))).statusCode).toBe(200);
    expect((await parsed(nested(deepestNesting + 1))).json()).toMatchObject({ message: tooDeep });
    expect((await parsed(wide(defaultBounds.values))).statusCode).toBe(200);
    expect((await parsed(wide(defaultBounds.values + 1))).json()).toMatchObject({
      message: tooMany,
    });
  });

  it('includes no body with texts full of brackets and commas', async () => {
    const bio = `${'[{,'.repeat(500)}\\"${'[{,'.repeat(100)}\\\\`;
    expect((await parsed(`{"bio":"${bio}"}`)).statusCode).toBe(200);
  });
});

describe('a search that may read the whole list', () => {
  it.each(['zq', 'walks and talks with tea, cake, chat'])(
    'leaves connections to others, and a visitor has ten at once: %s',
    async (q) => {
      const holder = new pg.Client(String(app.db.$client.options.connectionString));
      await holder.connect();
      await holder.query('BEGIN; LOCK TABLE event_texts');
      const waiting = async () => {
        const { rows } = await holder.query(`SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`);
        return rows.length;
      };
      const visitor = app.visitor();
      const searches = [];
      for (let count = 1; count <= 11; count += 1) {
        searches.push(visitor.request({ method: 'GET', url: '/api/events', query: { q } }));
        await vi.waitFor(async () => expect(await waiting()).toBe(Math.min(count, 2)));
      }
      expect((await visitor.call('GET /api/groups')).status).toBe(200);
      await holder.query('COMMIT');
      await holder.end();
      const answers = await Promise.all(searches);
      const refused = answers.filter(({ statusCode }) => statusCode !== 200);
      expect(refused.map((answer) => answer.json())).toMatchObject([
        {
          code: 'unavailable',
          message: 'Many people are searching. Please try again in a moment.',
        },
      ]);
    },
  );
});
