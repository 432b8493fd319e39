import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../tests/support/app.ts';
import { productionPages } from '../ssr/production.ts';

const app = await startTestApp({}, { pages: await productionPages() });
const { session } = await app.as(await app.make.user());

const page = async (acceptEncoding: string) => {
  const { headers, rawPayload } = await app.fastify.inject({
    method: 'GET',
    url: '/events',
    headers: {
      host: 'hall.test',
      cookie: `session=${session}`,
      'accept-encoding': acceptEncoding,
    },
  });
  return { encoding: headers['content-encoding'], vary: headers.vary, rawPayload };
};

describe('a page made for one person', () => {
  it('is compressed with brotli where the browser takes it', async () => {
    const { encoding, vary, rawPayload } = await page('gzip, deflate, br, zstd');
    expect(encoding).toBe('br');
    expect(vary).toBe('Cookie, Accept-Encoding');
    expect(brotliDecompressSync(rawPayload).toString()).toContain('Explore Events');
  });

  it.each(['gzip, br;q=0', 'br; q=0.0, gzip', 'gzip'])('with gzip for %j', async (accepted) => {
    const { encoding, rawPayload } = await page(accepted);
    expect(encoding).toBe('gzip');
    expect(gunzipSync(rawPayload).toString()).toContain('Explore Events');
  });

  it('and goes out as it is to whoever takes neither', async () => {
    const { encoding, rawPayload } = await page('identity');
    expect(encoding).toBeUndefined();
    expect(rawPayload.toString()).toContain('Explore Events');
  });
});
