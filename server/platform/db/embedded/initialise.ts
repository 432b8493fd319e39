import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { reasonOf } from './error.ts';

/**
 * A separate program that creates a new database's files, unsynced. Its memory is freed when it
 * ends, which neither V8 nor the engine would do in a thread.
 */

const megabyte = 1024 * 1024;
const page = 64 * 1024;

/** The engine asks for 128 MB at once, and initdb starts with three copies; a tenth is enough. */
const initialMemory = 24 * megabyte;

/** initdb also tries buffer sizes until one works, and fills each one with zeros. */
const bufferArgs = ['-c', 'shared_buffers=1MB'];

/**
 * The bytes by which a module declares its memory: a minimum and a maximum, then the minimum in two
 * bytes of seven bits.
 */
const memoryDeclaration = Buffer.from('\x03env\x06memory\x02\x01');

/** @returns the engine's program, content with less memory to begin with */
async function frugalProgram(): Promise<WebAssembly.Module> {
  const bytes = readFileSync(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite')));
  const at = bytes.indexOf(memoryDeclaration);
  if (at < 0) throw new Error('pglite.wasm takes its memory in a way that is not known here');
  const pages = initialMemory / page;
  bytes.set([(pages & 0x7f) | 0x80, pages >> 7], at + memoryDeclaration.length);
  return WebAssembly.compile(bytes);
}

try {
  const database = await PGlite.create({
    fs: new NodeFS(process.argv[2] ?? ''),
    pgliteWasmModule: await frugalProgram(),
    initialMemory,
    initDbStartParams: [...bufferArgs, '--no-sync'],
    startParams: [...PGlite.defaultStartParams, ...bufferArgs],
  });
  await database.close();
} catch (error) {
  console.error(reasonOf(error));
  process.exitCode = 1;
}
