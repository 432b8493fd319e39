import { describe, expect, it } from 'vitest';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { badServers } from '#tests/support/bad-servers.ts';
import { startHttpsServer, startSocketServer } from '#tests/support/https-server.ts';
import { programVersion } from '#platform/process/version.ts';
import { addressResolver, FetchError, openPublicFetch, openPublicPost } from './fetch-public.ts';

const host = 'calendar.example';
const megabyte = 1024 * 1024;
const asked: string[] = [];
const posted: string[] = [];

const { ca, port } = await startHttpsServer(host, (request, response) => {
  const path = request.url ?? '';
  asked.push(path);
  const [, redirects, then = ''] = /^\/redirects\/(\d)(\/.*)?$/.exec(path) ?? [];
  if (redirects !== undefined && redirects !== '0') {
    const next =
      redirects === '1' && then !== '' ? then : `/redirects/${Number(redirects) - 1}${then}`;
    response.writeHead(302, { location: next }).end();
  } else if (path === '/inwards') {
    response.writeHead(301, { location: `https://metadata.example:${port}/keys` }).end();
  } else if (path === '/plain') {
    response.writeHead(301, { location: 'http://calendar.example/' }).end();
  } else if (path === '/missing') response.writeHead(404).end();
  else if (path === '/log-in') response.writeHead(401).end();
  else if (path === '/silent') response.writeHead(200).write('BEGIN');
  else if (path === '/largest') response.end(Buffer.alloc(5 * megabyte));
  else if (path === '/large') response.end(Buffer.alloc(5 * megabyte + 1));
  else if (path === '/for-named-readers') {
    response.writeHead(request.headers['user-agent'] ? 200 : 403).end('BEGIN:VCALENDAR');
  } else if (path === '/post') {
    posted.push(`${request.method} ${request.headers['content-type']}`);
    response.writeHead(429, { 'retry-after': '30' }).end();
  } else if (path === '/headers') response.end(JSON.stringify(request.headers));
  else response.end('BEGIN:VCALENDAR');
});

/** The test's server stands for a public address; every other one is as on the internet. */
const publicHere = '127.0.0.1';
const ownRules = openPublicFetch({ resolve: async () => [] });

const fetchWith = (addresses: string[][], longestMs = 5_000) =>
  openPublicFetch({
    ca,
    longestMs,
    resolve: async () => addresses.shift() ?? [],
    isAllowed: (address) => address === publicHere,
  });

const read = async (
  path: string,
  fetch = fetchWith([[publicHere], [publicHere], [publicHere], [publicHere]]),
) =>
  fetch(`https://${host}:${port}${path}`, undefined, 'https://hall.example').then(
    (bytes) => new TextDecoder().decode(bytes),
    (error: Error) => error.message,
  );

describe('an address on the internet', () => {
  it('is read without cookies, and with its own name', async () => {
    const headers = JSON.parse(await read('/headers'));
    expect(headers).toMatchObject({
      host: `${host}:${port}`,
      accept: 'text/calendar, */*;q=0.1',
      'user-agent': `Villagehall/${programVersion} (+https://hall.example)`,
    });
    expect(headers).not.toHaveProperty('cookie');
  });

  it('is read where its server refuses readers without a name, also behind another address', async () => {
    expect(await read('/for-named-readers')).toBe('BEGIN:VCALENDAR');
    expect(JSON.parse(await read('/redirects/2/headers'))).toHaveProperty('user-agent');
  });

  it('may have 5 MB', async () => {
    expect(await read('/largest')).toHaveLength(5 * megabyte);
  });

  it('may lead on three times', async () => {
    expect(await read('/redirects/3')).toBe('BEGIN:VCALENDAR');
    expect(await read('/redirects/4')).toBe('This address leads on too often');
  });

  it.each([
    ['/missing', 'This address answers with an error (404)'],
    ['/log-in', 'This address is not open to everybody (401)'],
    ['/large', 'This calendar is larger than 5 MB'],
    ['/plain', 'This address leads on to one that doesn’t start with https://'],
  ])('is refused at %s', async (path, sentence) => {
    expect(await read(path)).toBe(sentence);
  });

  it('is given up when it takes too long', async () => {
    expect(await read('/silent', fetchWith([[publicHere]], 300))).toBe(
      'This address takes too long to answer',
    );
  });

  it('is given up when its name takes too long', async () => {
    const never = openPublicFetch({ resolve: () => new Promise(() => {}), longestMs: 50 });
    expect(await read('/', never)).toBe('This address takes too long to answer');
  });

  it('is refused with a certificate of another name', async () => {
    const other = fetchWith([[publicHere]]);
    await expect(other(`https://other.example:${port}/`)).rejects.toThrow(
      'This address can’t be reached',
    );
  });
});

describe('a bad server', () => {
  it.concurrent.each(Object.entries(badServers))(
    'that %s is given up, with its connections',
    async (_, { layer, treat }) => {
      const bad = await startSocketServer(host, layer, treat);
      const fetchBad = openPublicFetch({
        ca: bad.ca,
        longestMs: 300,
        resolve: async () => [publicHere],
        isAllowed: () => true,
      });
      const end = await fetchBad(`https://${host}:${bad.port}/`).catch((error: unknown) => error);
      expect(end instanceof FetchError || end instanceof Uint8Array).toBe(true);
      await bad.allClosed();
    },
  );

  it('is given up by the signal of its caller', async () => {
    const leaving = new AbortController();
    const silent = await startSocketServer(host, 'tls', () => leaving.abort(new Error('leaving')));
    const fetchSilent = openPublicFetch({
      ca: silent.ca,
      resolve: async () => [publicHere],
      isAllowed: () => true,
    });
    await expect(fetchSilent(`https://${host}:${silent.port}/`, leaving.signal)).rejects.toThrow(
      'leaving',
    );
    await silent.allClosed();
  });

  it('is given up whose name servers never answer', async () => {
    const nameServer = createSocket('udp4').bind(0, '127.0.0.1');
    await once(nameServer, 'listening');
    const resolve = addressResolver([`127.0.0.1:${nameServer.address().port}`]);
    const question = once(nameServer, 'message');
    await expect(
      openPublicFetch({ resolve, longestMs: 500 })('https://calendar.example/'),
    ).rejects.toThrow('This address takes too long to answer');
    await question;
    nameServer.close();
  });
});

describe('an address inside', () => {
  it('is refused where a public one leads to it', async () => {
    const inwards = fetchWith([[publicHere], ['169.254.169.254']]);
    expect(await read('/inwards', inwards)).toBe('This address is not on the public internet');
    expect(asked).not.toContain('/keys');
  });

  it('is refused among public ones', async () => {
    const both = fetchWith([[publicHere, '10.0.0.1']]);
    expect(await read('/', both)).toBe('This address is not on the public internet');
  });

  it('is not reached by a name that changes after the check', async () => {
    const answers = [[publicHere], ['10.0.0.1']];
    expect(await read('/', fetchWith(answers))).toBe('BEGIN:VCALENDAR');
    expect(answers).toEqual([['10.0.0.1']]);
  });

  it.each([
    '127.0.0.1',
    '127.1.2.3',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.7',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:10.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::10.0.0.1]',
    '[2002:a00:1::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[2001:db8::1]',
    '[2001::1]',
    '[3fff::1]',
  ])('is refused by its number: %s', async (address) => {
    await expect(ownRules(`https://${address}/`)).rejects.toThrow(
      'This address is not on the public internet',
    );
  });

  it.each(['93.184.215.14', '2a00:1450:4009::1'])('is not one like %s', async (address) => {
    const reached = openPublicFetch({ resolve: async () => [address], longestMs: 1 });
    await expect(reached('https://calendar.example/')).rejects.not.toThrow('public internet');
  });

  it.each([
    ['http://calendar.example/', 'An address must start with https://'],
    ['file:///etc/passwd', 'An address must start with https://'],
    ['https://user:word@calendar.example/', 'An address can’t have a password in it'],
    ['https://', 'An address must start with https://'],
  ])('has no other scheme: %s', async (url, sentence) => {
    await expect(ownRules(url)).rejects.toThrow(sentence);
  });
});

describe('a post', () => {
  const post = (
    path: string,
    { addresses = [publicHere], longestMs = 5_000, server = `${host}:${port}`, trust = ca } = {},
  ) =>
    openPublicPost({
      ca: trust,
      longestMs,
      resolve: async () => addresses,
      isAllowed: (address) => address === publicHere,
    })(new URL(`https://${server}${path}`), { 'content-type': 'text/plain' }, Buffer.from('hello'));

  it('hands its bytes over, and reads the head of the answer', async () => {
    expect(await post('/post')).toEqual({ status: 429, retryAfter: '30' });
    expect(posted).toEqual(['POST text/plain']);
  });

  it('follows no redirect', async () => {
    expect(await post('/redirects/1/post')).toMatchObject({ status: 302 });
  });

  it('goes to no address inside', async () => {
    await expect(post('/post', { addresses: ['10.0.0.1'] })).rejects.toThrow(
      'This address is not on the public internet',
    );
  });

  it.concurrent.each(Object.entries(badServers))('gives a server that %s up', async (_, bad) => {
    const server = await startSocketServer(host, bad.layer, bad.treat);
    await post('/', { longestMs: 300, server: `${host}:${server.port}`, trust: server.ca }).catch(
      () => undefined,
    );
    await server.allClosed();
  });
});
