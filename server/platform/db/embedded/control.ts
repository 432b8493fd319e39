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

/** Services that the process with the lock on the folder offers to its user's other processes. */
export interface Services {
  /** Writes a backup. */
  dump: (to: Writable) => Promise<void>;
  /**
   * Operator commands, about an account's address or about nothing. Each returns a sentence on what
   * it did.
   */
  commands: Record<Command, (address: string) => Promise<string>>;
}

const commandNames = ['admin', 'links', 'backed-up'] as const;
export type Command = (typeof commandNames)[number];

/** A request is one line: a command and its subject. */
const longestRequest = 1_000;
const controlTimeoutMs = 5_000;

/**
 * Listens for requests beside the engine, in a folder that only this user may enter. A dump goes
 * into a file first: the engine serves nobody else during a dump, and must not wait for a slow
 * reader.
 */
export async function serveControl(
  dataDir: string,
  services: Services,
): Promise<{ close: () => Promise<void> }> {
  const folder = readHolder(dataDir)?.socketFolder;
  if (!folder) return { close: async () => undefined };
  const busy = new Set<Promise<void>>();
  const server = createServer((socket) => {
    const answered = answer(socket, dataDir, services).finally(() => busy.delete(answered));
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

async function answer(
  socket: Socket,
  dataDir: string,
  { dump, commands }: Services,
): Promise<void> {
  socket.on('error', () => socket.destroy());
  try {
    const [word, about = ''] = (await requestOn(socket)).split(' ');
    const command = commandNames.find((name) => name === word);
    if (command) {
      const reply = Buffer.from(await commands[command](about));
      socket.end(Buffer.concat([Buffer.from(`${reply.length}\n`), reply]));
    } else if (word === 'dump') await sendDump(socket, dataDir, dump);
    else socket.destroy();
  } catch (error) {
    socket.end(`${error instanceof Error ? error.message : String(error)}\n`);
  }
}

/** Reads the first line; '' if none comes. */
function requestOn(socket: Socket): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = '';
  socket.setTimeout(controlTimeoutMs, () => socket.destroy());
  socket.on('close', () => resolve(''));
  socket.on('data', (chunk) => {
    text += String(chunk);
    if (!text.includes('\n') && text.length < longestRequest) return;
    socket.setTimeout(0);
    resolve(text.split('\n', 1)[0] ?? '');
  });
  return promise;
}

async function sendDump(socket: Socket, dataDir: string, dump: Services['dump']): Promise<void> {
  const spool = join(dataDir, `backup-${randomBytes(4).toString('hex')}.part`);
  try {
    await dump(createWriteStream(spool, { mode: 0o600, flags: 'wx' }));
    const { size } = await stat(spool);
    socket.write(`${size}\n`);
    await pipeline(createReadStream(spool), socket);
  } finally {
    await rm(spool, { force: true });
  }
}

/** Tells whether a process holds the folder and answers. */
export async function isFolderInUse(dataDir: string): Promise<boolean> {
  const socket = await reachHolder(dataDir);
  socket?.destroy();
  return socket !== undefined;
}

/**
 * Asks the process that holds the folder to write a dump; false if none does.
 * @throws EmbeddedEngineError if it fails
 */
export async function dumpByHolder(dataDir: string, to: () => Writable): Promise<boolean> {
  const socket = await askHolder(dataDir, 'dump');
  if (!socket) return false;
  await pipeline(Readable.from(receiveChunks(socket, 'The backup failed: ')), to());
  return true;
}

/**
 * Sends a command to the process that holds the folder; undefined if none does.
 * @returns the process's answer
 * @throws EmbeddedEngineError with its message if it refuses
 */
export async function commandByHolder(
  dataDir: string,
  command: Command,
  address = '',
): Promise<string | undefined> {
  const socket = await askHolder(dataDir, `${command} ${address}`);
  if (!socket) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of receiveChunks(socket, '')) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function askHolder(dataDir: string, request: string): Promise<Socket | undefined> {
  const socket = await reachHolder(dataDir);
  socket?.write(`${request}\n`);
  return socket;
}

async function reachHolder(dataDir: string): Promise<Socket | undefined> {
  const folder = readHolder(dataDir)?.socketFolder;
  if (!folder || !existsSync(controlPath(folder))) return undefined;
  const socket = connect(controlPath(folder));
  try {
    await once(socket, 'connect');
  } catch {
    return undefined;
  }
  return socket;
}

/** Yields the bytes after the size line. Any other first line is an error message. */
async function* receiveChunks(socket: Socket, failed: string): AsyncGenerator<Buffer, void> {
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
    if (!/^\d+$/.test(line)) throw new EmbeddedEngineError(`${failed}${line}`);
    const first = head.subarray(end + 1);
    left = Number(line) - first.length;
    yield first;
  }
  if (left !== 0) {
    throw new EmbeddedEngineError(
      'The answer was cut off because the site stopped. Run this again.',
    );
  }
}
