import type { ClientBase } from 'pg';
import { quoted, type Table } from './catalog.ts';
import { type Row, writeRows } from './rows.ts';
import { TransferError } from '../refusals.ts';

/**
 * The audit log may have an owner of its own, so that the site's role can only add to it
 * (docs/decisions/0051-keep-another-owners-audit-log-on-restore.md). Such a log outlives a restore:
 * it gets the entries that it lacks.
 */
export const logTable = 'audit_log';

/** Tells whether a statement creates or changes the log; a surviving log has these already. */
export const isAboutLog = (statement: string): boolean =>
  /\b(?:CREATE|ALTER|DROP)\b/.test(statement) && /\b(?:audit_log|refuse_change)/.test(statement);

/** Returns the log's owner if it differs from the owner of the other tables. */
export async function ownerOfKeptLog(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ owner: string }>(
    `SELECT pg_get_userbyid(log.relowner) AS owner FROM pg_class log, pg_class users
     WHERE log.oid = to_regclass($1) AND users.oid = to_regclass('public.users')
       AND log.relowner <> users.relowner`,
    [`public.${logTable}`],
  );
  return rows[0]?.owner;
}

export type WriteRows = (table: Table, columns: string[], rows: Row[]) => Promise<void>;

/** Returns a writer for rows of any table; a surviving log gets only the rows it lacks. */
export async function writerFor(client: ClientBase): Promise<WriteRows> {
  const owner = await ownerOfKeptLog(client);
  return (table, columns, rows) =>
    owner !== undefined && table.name === logTable
      ? addToLog(client, owner, () => writeRows(client, table, columns, rows, { missing: true }))
      : writeRows(client, table, columns, rows);
}

const alreadyThere = '23505';

/** @throws TransferError if the log has other entries under the same numbers */
async function addToLog(
  client: ClientBase,
  owner: string,
  write: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ user: string }>('SELECT current_user AS user');
  await write().catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === alreadyThere)) throw error;
    throw new TransferError(
      `the audit log belongs to ${owner} and holds other entries: nothing was changed. To have it replaced, have an ` +
        `administrator of the server run ALTER TABLE ${logTable} OWNER TO ${quoted(rows[0]?.user ?? '')} first`,
    );
  });
}
