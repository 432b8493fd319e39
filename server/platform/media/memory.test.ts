import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('./memory.fixture.ts', import.meta.url));
const million = 1_000_000;

/** In bytes: what a process of its own takes to read the picture twice at once. */
function memoryFor(avif: Buffer): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const child = execFile(process.execPath, [script], (error, output) =>
    error ? reject(error) : resolve(Number(output)),
  );
  child.stdin?.end(avif);
  return promise;
}

it('the costliest pictures that are taken hold 256 MB, and one is read at a time', async () => {
  const side = Math.floor(Math.sqrt(13 * million));
  const create = { width: side, height: side, channels: 4 as const, background: '#3456' };
  const avif = await sharp({ create }).avif({ effort: 0, chromaSubsampling: '4:4:4' }).toBuffer();
  const grown = await memoryFor(avif);
  expect(grown).toBeGreaterThan(100 * million);
  // Two at once take 500, and the library itself some more.
  expect(grown).toBeLessThan(400 * million);
});
