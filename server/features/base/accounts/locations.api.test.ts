import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { cleanText } from '#contract/platform/clean-text.ts';
import { startTestApp } from '#tests/support/app.ts';

const key = 'GET /api/locations';

const client = (await startTestApp()).visitor();

describe('the embedded gazetteer', () => {
  const found = async (q?: string) => (await client.call(key, { query: { q } })).body;

  it('suggests places for the typed text', async () => {
    const suggestions = await found('bath');
    expect(suggestions[0]).toEqual({
      placeId: 'geonames:2656173',
      description: 'Bath, Bath and North East Somerset, England',
      mainText: 'Bath',
      secondaryText: 'Bath and North East Somerset, England',
    });
    expect(await found('ton')).toHaveLength(6);
  });

  it.each([undefined, '', 'b', 'ba', '  ba  ', '   '])('has nothing for %j', async (q) => {
    expect(await found(q)).toEqual([]);
  });

  it('answers from three characters on', async () => {
    expect((await found('Ely')).map(({ mainText }) => mainText)).toContain('Ely');
  });

  it('refuses an absurdly long text', async () => {
    const refused = await client.refusal(key, { query: { q: 'a'.repeat(201) } });
    expect(refused).toMatchObject({
      code: 'invalid',
      fields: { q: expect.any(String) as unknown },
    });
  });
});

describe('the spelling of a town', () => {
  const spellings = async (q?: string) =>
    (await client.call('GET /api/locations/spellings', { query: { q } })).body;

  it('is suggested for an almost correct name', async () => {
    expect(await spellings('Leds')).toContain('Leeds');
  });

  it.each([undefined, 'Leeds', 'Atlantis'])('is not suggested for %j', async (q) => {
    expect(await spellings(q)).toEqual([]);
  });
});

it.each([
  ['Keswick', true],
  ['keswick, UK', true],
  ['Hull', true],
  ['Yorkshire', true],
  ['Cumbria', true],
  ['Caerdydd', true],
  ['Atlantis', false],
  ['Wales', false],
  ['TR18', false],
  ['', false],
  [undefined, false],
])('%j is a known place: %j', async (q, isKnown) => {
  expect((await client.call('GET /api/places/known', { query: { q } })).body).toBe(isKnown);
});

describe('an outside search service', async () => {
  const seen: (string | undefined)[] = [];
  const service = createServer((request, response) => {
    seen.push(request.headers['user-agent']);
    const bath = { osm_type: 'node', osm_id: 7, display_name: 'Bath, Somerset' };
    if (request.url?.includes('q=bath')) response.end(JSON.stringify([bath]));
    else response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => {
    service.listen(0, '127.0.0.1', resolve);
  });
  afterAll(() => {
    service.closeAllConnections();
    service.close();
  });
  const { port } = service.address() as AddressInfo;
  const app = await startTestApp({
    geocoderUrl: `http://127.0.0.1:${port}`,
    publicOrigin: 'http://villagehall.test',
    supportEmail: cleanText('help@villagehall.test'),
  });
  const outside = app.visitor();

  it('replaces the gazetteer', async () => {
    const { body } = await outside.call(key, { query: { q: 'bath' } });
    expect(body).toEqual([
      {
        placeId: 'osm:node:7',
        description: 'Bath, Somerset',
        mainText: 'Bath',
        secondaryText: 'Somerset',
      },
    ]);
    expect(seen).toEqual(['Villagehall (http://villagehall.test; help@villagehall.test)']);
  });

  it('gets no request for short texts', async () => {
    const before = seen.length;
    expect((await outside.call(key, { query: { q: 'ba' } })).body).toEqual([]);
    expect(seen).toHaveLength(before);
  });

  it('may fail without an error on the page', async () => {
    expect((await outside.call(key, { query: { q: 'leeds' } })).body).toEqual([]);
  });
});
