import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { productionPages } from '#server/ssr/production.ts';

const app = await startTestApp({}, { pages: await productionPages() });
const member = await app.make.user({ firstName: 'Morwenna', bio: 'Likes long walks. '.repeat(80) });
const { session } = await app.as(member);

const answer = async (url: string, acceptEncoding: string) => {
  const { headers, rawPayload } = await app.fastify.inject({
    method: 'GET',
    url,
    headers: {
      host: 'hall.test',
      cookie: `session=${session}`,
      'accept-encoding': acceptEncoding,
    },
  });
  return { encoding: headers['content-encoding'], vary: String(headers.vary), rawPayload };
};

describe.each([
  ['a page', '/events', 'Explore Events'],
  ['a call', '/api/user', 'Morwenna'],
])('%s for one person', (_, url, words) => {
  it('is compressed with brotli if the browser accepts it', async () => {
    const { encoding, vary, rawPayload } = await answer(url, 'gzip, deflate, br, zstd');
    expect(encoding).toBe('br');
    expect(vary.toLowerCase()).toContain('accept-encoding');
    expect(brotliDecompressSync(rawPayload).toString()).toContain(words);
  });

  it.each(['gzip, br;q=0', 'br; q=0.0, gzip', 'gzip'])('uses gzip for %j', async (accepted) => {
    const { encoding, rawPayload } = await answer(url, accepted);
    expect(encoding).toBe('gzip');
    expect(gunzipSync(rawPayload).toString()).toContain(words);
  });

  it('is sent plain to a browser that accepts neither', async () => {
    const { encoding, rawPayload } = await answer(url, 'identity');
    expect(encoding).toBeUndefined();
    expect(rawPayload.toString()).toContain(words);
  });
});

it('an answer of a few bytes is not compressed', async () => {
  const { encoding, rawPayload } = await answer('/api/user/groups', 'br, gzip');
  expect(encoding).toBeUndefined();
  expect(rawPayload.toString()).toBe('[]');
});
