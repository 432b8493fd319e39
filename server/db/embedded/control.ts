import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { controlPath } from './endpoint.ts';
import { EmbeddedEngineError } from './error.ts';
import { readHolder } from './lock.ts';

/** How a backup is written while the process that holds the folder runs. */
export type Dump = (to: Writable) => Promise<void>;

/**
 * Listens beside the engine for a request to back up. The dump goes into a file first: the engine serves
 * nobody else meanwhile, and must not wait for whoever reads.
 */
export async function serveControl(
  dataDir: string,
  dump: Dump,
): Promise<{ close: () => Promise<void> }> {
  const folder = readHolder(dataDir)?.socketFolder;
  if (!folder) return { close: async () => undefined };
  const busy = new Set<Promise<void>>();
  const server = createServer((socket) => {
    const answered = answer(socket, dataDir, dump).finally(() => busy.delete(answered));
    busy.add(answered);
  });
  server.listen(controlPath(folder));
  await once(server, 'listening');
  return {
    close: async () => {
      server.close();
      await Promise.all(busy);
    },
  };
}

async function answer(socket: Socket, dataDir: string, dump: Dump): Promise<void> {
  const spool = join(dataDir, `backup-${randomBytes(4).toString('hex')}.part`);
  socket.on('error', () => socket.destroy());
  try {
    await dump(createWriteStream(spool, { mode: 0o600, flags: 'wx' }));
    const { size } = await stat(spool);
    socket.write(`${size}\n`);
    await pipeline(createReadStream(spool), socket);
  } catch (error) {
    socket.end(`${error instanceof Error ? error.message : String(error)}\n`);
  } finally {
    await rm(spool, { force: true });
  }
}

/**
 * Has the process that holds the folder write a dump; false where none does.
 * @throws EmbeddedEngineError where it fails
 */
export async function dumpByHolder(dataDir: string, to: () => Writable): Promise<boolean> {
  const folder = readHolder(dataDir)?.socketFolder;
  if (!folder || !existsSync(controlPath(folder))) return false;
  const socket = connect(controlPath(folder));
  try {
    await once(socket, 'connect');
  } catch {
    return false;
  }
  await pipeline(Readable.from(received(socket)), to());
  return true;
}

/** What follows the line with its size; a line of anything else says what went wrong. */
async function* received(socket: Socket): AsyncGenerator<Buffer, void> {
  let head = Buffer.alloc(0);
  let left: number | undefined;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    if (left !== undefined) {
      left -= chunk.length;
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\n');
    if (end < 0) continue;
    const line = head.subarray(0, end).toString();
    if (!/^\d+$/.test(line)) throw new EmbeddedEngineError(`The backup failed: ${line}`);
    const first = head.subarray(end + 1);
    left = Number(line) - first.length;
    yield first;
  }
  if (left !== 0)
    throw new EmbeddedEngineError('The backup was cut off: the site ended meanwhile.');
}
