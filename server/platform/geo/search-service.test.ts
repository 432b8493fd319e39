import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { placeNamesCredit, attributionOf } from '#contract/base/place-names.ts';
import { actAs } from '#platform/acting-account.ts';
import { searchService } from './search-service.ts';
import { day } from '#contract/platform/durations.ts';

type Answering = (response: ServerResponse, request: IncomingMessage) => void;

let answering: Answering;
let requests: IncomingMessage[] = [];
const server = createServer((request, response) => {
  requests.push(request);
  answering(response, request);
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
const { port } = server.address() as AddressInfo;
const origin = `http://127.0.0.1:${port}`;

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  requests = [];
  warnings = [];
  now = start;
});

let warnings: unknown[] = [];
const start = Date.UTC(2031, 5, 14);
let now = start;

const serviceAt = (url: string, timeout = 10_000) =>
  searchService({
    url,
    userAgent: 'Villagehall (https://hall.example; hello@hall.example)',
    log: { warn: (details: unknown) => void warnings.push(details) },
    timeout,
    clock: () => now,
  });

const json =
  (body: unknown): Answering =>
  (response) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify(body));

const bath = {
  place_id: 259_034_741,
  licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
  osm_type: 'relation',
  osm_id: 2_651_343,
  lat: '51.3813864',
  lon: '-2.3596963',
  category: 'boundary',
  type: 'administrative',
  addresstype: 'city',
  name: 'Bath',
  display_name:
    'Bath, Bath and North East Somerset, West of England, England, BA1 1LZ, United Kingdom',
  address: {
    city: 'Bath',
    state: 'England',
    postcode: 'BA1 1LZ',
    country: 'United Kingdom',
    country_code: 'gb',
  },
};
const suggestion = {
  placeId: 'osm:relation:2651343',
  description: 'Bath, Bath and North East Somerset, West of England, England',
  mainText: 'Bath',
  secondaryText: 'Bath and North East Somerset, West of England, England',
};

describe('a search', () => {
  it("follows the service's rules, and identifies the caller", async () => {
    answering = json([bath]);
    expect(await serviceAt(origin)('Bath & Wells')).toEqual([suggestion]);
    const [request] = requests;
    const url = new URL(request?.url ?? '', origin);
    expect(url.pathname).toBe('/search');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      q: 'bath & wells',
      format: 'jsonv2',
      countrycodes: 'gb',
      limit: '6',
      featureType: 'city',
      'accept-language': 'en',
      addressdetails: '1',
    });
    expect(request?.headers['user-agent']).toBe(
      'Villagehall (https://hall.example; hello@hall.example)',
    );
    expect(warnings).toEqual([]);
  });

  it('keeps the path and the key of the configured address', async () => {
    answering = json([]);
    expect(await serviceAt(`${origin}/nominatim/?key=a1`)('bath')).toEqual([]);
    expect(requests[0]?.url).toMatch(/^\/nominatim\/search\?key=a1&q=bath&/);
  });

  it('yields at most six, without duplicates', async () => {
    const point = { ...bath, osm_type: 'node', osm_id: 1 };
    const others = Array.from({ length: 7 }, (_, id) => ({
      osm_type: 'node',
      osm_id: id,
      display_name: `Newtown ${id}, Powys, Wales`,
    }));
    answering = json([bath, point, ...others]);
    const suggestions = await serviceAt(origin)('new');
    expect(suggestions.map(({ mainText }) => mainText)).toEqual([
      'Bath',
      'Newtown 0',
      'Newtown 1',
      'Newtown 2',
      'Newtown 3',
      'Newtown 4',
    ]);
  });

  it('knows the source of the names', () => {
    expect(attributionOf(suggestion)).toContain('OpenStreetMap');
    expect(attributionOf({ ...suggestion, placeId: 'geonames:2656173' })).toBe(placeNamesCredit);
  });
});

describe('a repeated search', () => {
  it('is sent once for simultaneous callers, and then not for a day', async () => {
    answering = json([bath]);
    const search = serviceAt(origin);
    const answers = await Promise.all(['bath', 'Bath', 'BATH'].map((text) => search(text)));
    expect(answers).toEqual([[suggestion], [suggestion], [suggestion]]);
    now = start + day;
    await search('bath');
    expect(requests).toHaveLength(1);
    now += 1;
    await search('bath');
    expect(requests).toHaveLength(2);
  });

  it('is sent again after a failure', async () => {
    const search = serviceAt(origin);
    answering = (response) => void response.writeHead(503).end();
    expect(await search('bath')).toEqual([]);
    answering = json([bath]);
    expect(await search('bath')).toEqual([suggestion]);
  });
});

describe('an empty answer and a log line follow when the service', () => {
  const switching = 'HTTP/1.1 101 Switching Protocols\r\n\r\n';
  it.each<[string, Answering]>([
    ['hangs up', (response) => void response.destroy()],
    ['switches protocols', ({ socket }) => void socket?.write(switching)],
    ['fails', (response) => void response.writeHead(500).end('{"error":"oh"}')],
    ['wants fewer searches', (response) => void response.writeHead(429).end('[]')],
    ['sends broken JSON', (response) => void response.end('[{"osm_type":')],
    ['sends what is no place', json([{ name: 'Bath' }])],
    ['sends a place of a strange kind', json([{ ...bath, osm_type: '<script>' }])],
    ['sends a name without an end', json([{ ...bath, display_name: 'a'.repeat(2_000) }])],
    ['sends too many', json(Array.from({ length: 200 }, () => bath))],
    ['sends more than a megabyte', json([{ ...bath, extra: 'a'.repeat(1024 * 1024) }])],
    [
      'sends elsewhere',
      (response, { url }) =>
        url === '/elsewhere'
          ? json([bath])(response, requests[0] as IncomingMessage)
          : void response.writeHead(302, { location: `http://localhost:${port}/elsewhere` }).end(),
    ],
  ])('%s', async (_, answer) => {
    answering = answer;
    expect(await serviceAt(origin)('bath')).toEqual([]);
    expect(requests).toHaveLength(1);
    expect(warnings).toEqual([{ err: expect.any(Error) as unknown }]);
  });

  it.each<[string, Answering]>([
    ['never answers', () => undefined],
    ['stops in the middle', (response) => void response.writeHead(200).write('[{"osm_type"')],
  ])('%s', async (_, answer) => {
    answering = answer;
    expect(await serviceAt(origin, 200)('bath')).toEqual([]);
    expect(warnings).toEqual([
      { err: expect.objectContaining({ name: 'TimeoutError' }) as unknown },
    ]);
  });

  it('is missing', async () => {
    expect(await serviceAt('http://127.0.0.1:1')('bath')).toEqual([]);
    expect(warnings).toHaveLength(1);
  });

  it('is overloaded', async () => {
    const waiting: ServerResponse[] = [];
    answering = (response) => void waiting.push(response);
    const search = serviceAt(origin);
    const from = (address: string) =>
      Array.from({ length: 7 }, (_, index) =>
        actAs(null, () => search(`town ${index} of ${address}`), address),
      );
    const answers = Promise.all([...from('mill'), ...from('ada')]);
    await vi.waitFor(() => expect(waiting).toHaveLength(10));
    // Five searches at once from one address, so that others find room.
    expect(warnings).toHaveLength(4);
    for (const response of waiting) response.end('[]');
    await answers;
    answering = json([bath]);
    expect(await search('bath')).toEqual([suggestion]);
  });
});

it('the search service remembers answers up to a total size', async () => {
  answering = json(
    Array.from({ length: 6 }, (_, number) => ({
      ...bath,
      osm_id: number,
      display_name: `${number}${'x'.repeat(990)}`,
    })),
  );
  const search = serviceAt(origin);
  for (let number = 0; number < 200; number += 1) await search(`town ${number}`);
  await search('town 199');
  expect(requests).toHaveLength(200);
  await search('town 0');
  expect(requests).toHaveLength(201);
});
