import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ClientBase } from 'pg';
import { readBackup } from './backup.ts';

export interface TrialResult {
  rows: number;
  tables: number;
  members: number;
  groups: number;
  events: number;
  /** The day of the newest row. */
  newest: string | null;
}

type WithFolder = <T>(dataDir: string, work: (client: ClientBase) => Promise<T>) => Promise<T>;

/**
 * Restores a backup into a temporary embedded database below `folder`.
 * @throws TransferError for a backup that can't be restored
 */
export async function tryBackup(
  file: string,
  folder: string,
  withFolder: WithFolder,
): Promise<TrialResult> {
  const made = await mkdir(folder, { recursive: true });
  const place = await mkdtemp(join(resolve(folder), 'trial-'));
  const leave = removeAtExit(place);
  try {
    return await withFolder(place, async (client) => {
      const { rows, tables } = await readBackup(client, file, { replace: false });
      return { rows, tables, ...(await countRestored(client)) };
    });
  } finally {
    leave();
    await rm(made ?? place, { recursive: true, force: true });
  }
}

/** The database holds members' data, so it is removed even if the process is interrupted. */
function removeAtExit(place: string): () => void {
  const end = () => {
    rmSync(place, { recursive: true, force: true });
    process.exit(1);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, end);
  return () => {
    for (const signal of signals) process.off(signal, end);
  };
}

async function countRestored(client: ClientBase): Promise<Omit<TrialResult, 'rows' | 'tables'>> {
  const { rows } = await client.query<Omit<TrialResult, 'rows' | 'tables'>>(`
    SELECT (SELECT count(*)::int FROM users) AS members, (SELECT count(*)::int FROM groups) AS groups,
      (SELECT count(*)::int FROM events) AS events,
      (SELECT max(created_at)::date::text FROM (SELECT created_at FROM users
        UNION ALL SELECT created_at FROM events UNION ALL SELECT created_at FROM comments) made) AS newest`);
  return rows[0] ?? { members: 0, groups: 0, events: 0, newest: null };
}
