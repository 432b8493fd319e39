import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('./memory.fixture.ts', import.meta.url));
const million = 1_000_000;
/** As every way of running sets it: with more arenas what a picture held stays taken for the next. */
const env = { ...process.env, MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' };

/** In bytes: what a process of its own takes to read the picture, and what it takes more to read it twice at once. */
function memoryFor(avif: Buffer): Promise<{ first: number; more: number }> {
  const { promise, resolve, reject } =
    Promise.withResolvers<Awaited<ReturnType<typeof memoryFor>>>();
  const child = execFile(process.execPath, [script], { env }, (error, output) =>
    error ? reject(error) : resolve(JSON.parse(output) as Awaited<ReturnType<typeof memoryFor>>),
  );
  child.stdin?.end(avif);
  return promise;
}

it('of the costliest pictures that are taken one is read at a time', async () => {
  const side = Math.floor(Math.sqrt(13 * million));
  const create = { width: side, height: side, channels: 4 as const, background: '#3456' };
  const avif = await sharp({ create }).avif({ effort: 0, chromaSubsampling: '4:4:4' }).toBuffer();
  const { first, more } = await memoryFor(avif);
  expect(first).toBeGreaterThan(100 * million);
  // A second one at the same time takes 230 million more.
  expect(more).toBeLessThan(100 * million);
});
