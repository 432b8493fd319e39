import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('./memory.fixture.ts', import.meta.url));
const million = 1_000_000;
/**
 * The settings of every deployment: with more arenas, a picture's memory would not be reused for
 * the next.
 */
const env = { ...process.env, MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' };

/**
 * Measures in a separate process the bytes to decode the picture, and the extra bytes to decode it
 * twice at once.
 */
function memoryFor(avif: Buffer): Promise<{ first: number; more: number }> {
  const { promise, resolve, reject } =
    Promise.withResolvers<Awaited<ReturnType<typeof memoryFor>>>();
  const child = execFile(process.execPath, [script], { env }, (error, output) =>
    error ? reject(error) : resolve(JSON.parse(output) as Awaited<ReturnType<typeof memoryFor>>),
  );
  child.stdin?.end(avif);
  return promise;
}

it('the costliest pictures are decoded one at a time', async () => {
  const side = Math.floor(Math.sqrt(13 * million));
  const create = { width: side, height: side, channels: 4 as const, background: '#3456' };
  const avif = await sharp({ create }).avif({ effort: 0, chromaSubsampling: '4:4:4' }).toBuffer();
  const { first, more } = await memoryFor(avif);
  expect(first).toBeGreaterThan(100 * million);
  // Two at the same time would take 230 million more.
  expect(more).toBeLessThan(100 * million);
});
