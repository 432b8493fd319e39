import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';

const nobody = 65_534;

/** Finds PgBouncer on this machine: at PGBOUNCER, or where Debian installs it. */
export const pgbouncer = [
  process.env['PGBOUNCER'] ?? '',
  ...[...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'].map((folder) =>
    join(folder, 'pgbouncer'),
  ),
].find(isProgram);

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return path !== '';
  } catch {
    return false;
  }
}

export interface Pooler {
  /** The database's address through the pooler. */
  url: string;
  stop: () => Promise<void>;
}

/** Starts PgBouncer before the database of an address, ready for connections. */
export async function startPooler(
  program: string,
  database: string,
  settings: Record<string, string>,
): Promise<Pooler> {
  const { hostname, port, username, password, pathname } = new URL(database);
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  const users = join(folder, 'users');
  writeFileSync(users, `"${username}" "${password}"\n`);
  const all = {
    listen_addr: '',
    listen_port: 6432,
    unix_socket_dir: folder,
    auth_type: 'scram-sha-256',
    auth_file: users,
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]\n* = host=${hostname} port=${port}\n[pgbouncer]\n${lines.join('\n')}\n`,
  );
  for (const path of [folder, users, file]) own(path);
  const ids = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const child = spawn(program, [file], { stdio: ['ignore', 'ignore', 'pipe'], ...ids });
  await ready(child);
  return {
    url: `postgres://${username}:${password}@${encodeURIComponent(folder)}:6432${pathname}`,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

/** PgBouncer refuses to run as root. */
function own(path: string): void {
  if (process.getuid?.() === 0) chownSync(path, nobody, nobody);
}

async function ready(child: ChildProcess): Promise<void> {
  const output: string[] = [];
  if (!child.stderr) return;
  for await (const line of createInterface({ input: child.stderr })) {
    output.push(line);
    if (line.includes('process up')) {
      child.stderr.resume();
      return;
    }
  }
  throw new Error(`PgBouncer did not start: ${output.join('\n')}`);
}
