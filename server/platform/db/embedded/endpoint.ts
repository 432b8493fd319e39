import { mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import type { ListenOptions } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const unixPort = 5432;
const folderPrefix = 'embedded-postgres-';
/** The longest path that every system accepts; mkdtemp adds six characters. */
const maxPathBytes = 103;

/**
 * The engine's address: a socket if the system has them, in a folder that only this user may enter.
 */
export interface Endpoint {
  readonly listen: ListenOptions;
  /** The address that clients connect to, by the TCP port that the engine got. */
  address(port: number | null): { host: string; port: number };
  readonly socketFolder: string | null;
  remove(): void;
}

export function makeEndpoint(): Endpoint {
  const template = join(tmpdir(), folderPrefix);
  const longest = Buffer.byteLength(socketPath(`${template}XXXXXX`));
  if (process.platform === 'win32' || longest > maxPathBytes) return loopbackEndpoint;

  const folder = mkdtempSync(template);
  const remove = () => {
    process.off('exit', remove);
    removeSocketFolder(folder);
  };
  process.once('exit', remove);
  return {
    listen: { path: socketPath(folder) },
    address: () => ({ host: folder, port: unixPort }),
    socketFolder: folder,
    remove,
  };
}

/** Removes the sockets and their folder, but no other files. */
export function removeSocketFolder(folder: string): void {
  if (dirname(folder) !== tmpdir() || !basename(folder).startsWith(folderPrefix)) return;
  for (const socket of [socketPath(folder), controlPath(folder)]) rmSync(socket, { force: true });
  try {
    rmdirSync(folder);
  } catch {
    // It is gone already, or another user's.
  }
}

const loopbackEndpoint: Endpoint = {
  listen: { host: '127.0.0.1', port: 0 },
  address: (port) => ({ host: '127.0.0.1', port: port ?? 0 }),
  socketFolder: null,
  remove: () => undefined,
};

function socketPath(folder: string): string {
  return join(folder, `.s.PGSQL.${unixPort}`);
}

/** The socket for backup requests, beside the engine's own. */
export function controlPath(folder: string): string {
  return join(folder, 'control');
}
