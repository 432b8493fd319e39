import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { ClientBase } from 'pg';
import { applicationName, migrationsFolder } from '../database.ts';
import { appliedMigrations, quoted, readTables, type Migration } from './catalog.ts';
import { isAboutLog, logTable, ownerOfKeptLog } from './kept-log.ts';
import { TransferError } from '../refusals.ts';

const knownMigrations = () => readMigrationFiles({ migrationsFolder });

/** @throws TransferError if the data was made by a newer version */
export function requireKnown(migrations: Migration[]): void {
  const dates = new Set(knownMigrations().map(({ folderMillis }) => folderMillis));
  if (migrations.every((date) => dates.has(date))) return;
  throw new TransferError(
    'the data is from a newer version of the software: update this one first',
  );
}

/**
 * Migrates the schema to the named migrations, or to the newest, within the current transaction. A
 * surviving audit log has those of `keptLog` already.
 */
export async function migrateTo(
  client: ClientBase,
  keptLog: Migration[],
  wanted?: Migration[],
): Promise<void> {
  await client.query('CREATE SCHEMA IF NOT EXISTS drizzle');
  await client.query(
    `CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations
     (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)`,
  );
  const applied = new Set(await appliedMigrations(client));
  const missing = knownMigrations().filter(
    ({ folderMillis: date }) => !applied.has(date) && (wanted?.includes(date) ?? true),
  );
  for (const { sql, hash, folderMillis } of missing) {
    const isDone = keptLog.includes(folderMillis) ? isAboutLog : () => false;
    for (const statement of sql) if (!isDone(statement)) await client.query(statement);
    await client.query(
      'INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)',
      [hash, folderMillis],
    );
  }
}

/**
 * Empties the database for new contents, except for an audit log that belongs to another role.
 * @returns the migrations that such a log has had
 * @throws TransferError if it isn't ours, or has members and `replace` is false
 */
export async function clearForTransfer(client: ClientBase, replace: boolean): Promise<Migration[]> {
  const applied = await appliedMigrations(client);
  const isOurs = applied.length > 0;
  const { rows: tables } = await client.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
      AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = class.oid AND deptype = 'e')`);
  if (!isOurs && tables.length > 0) {
    throw new TransferError(
      `the database has tables of something else (${tables[0]?.name}): choose an empty one`,
    );
  }
  if (!isOurs) return [];
  if (!replace) await requireNobody(client);
  const keepsLog = (await ownerOfKeptLog(client)) !== undefined;
  for (const { name } of tables) {
    if (keepsLog && name === logTable) continue;
    await client.query(`DROP TABLE IF EXISTS public.${quoted(name)} CASCADE`);
  }
  await dropFunctions(client);
  await client.query('DROP SCHEMA drizzle CASCADE');
  return keepsLog ? applied : [];
}

/** The dump contains the rows that migrations insert, so they are removed first. */
export async function emptyTables(client: ClientBase): Promise<void> {
  for (const { name } of await readTables(client)) {
    if (name !== logTable) await client.query(`DELETE FROM public.${quoted(name)}`);
  }
}

async function requireNobody(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ members: number; groups: number }>(
    `SELECT (SELECT count(*)::int FROM users) AS members, (SELECT count(*)::int FROM groups) AS groups`,
  );
  const { members = 0, groups = 0 } = rows[0] ?? {};
  if (members + groups === 0) return;
  throw new TransferError(
    `the database holds ${members} members and ${groups} groups already; ` +
      'add --replace to have them deleted, or choose an empty one',
  );
}

/** Functions that a surviving table calls stay. */
async function dropFunctions(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT oid::regprocedure::text AS name FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT 1 FROM pg_trigger WHERE tgfoid = pg_proc.oid)
      AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')`);
  for (const { name } of rows) await client.query(`DROP ROUTINE IF EXISTS ${name} CASCADE`);
}

/**
 * Refuses an administrator of the server, who may write into anyone's database: the site could not
 * use objects that an administrator owns.
 * @throws TransferError if an administrator is connected to the database of another role
 */
export async function requireOwnRole(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; owner: string }>(
    `SELECT current_user AS name, owner.rolname AS owner
     FROM pg_database base JOIN pg_roles owner ON owner.oid = base.datdba
     WHERE base.datname = current_database() AND owner.rolname <> current_user
       AND (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)`,
  );
  const [other] = rows;
  if (!other) return;
  throw new TransferError(
    `the database belongs to the role ${other.owner}, and ${other.name} would own what is restored: connect as ${other.owner}`,
  );
}

/**
 * @throws TransferError where another process of the site is connected to this server's database
 */
export async function requireStopped(client: ClientBase): Promise<void> {
  const { rows } = await client.query(
    `SELECT 1 FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = $1`,
    [applicationName],
  );
  if (rows.length > 0)
    throw new TransferError('the site is running on this database: stop it first');
}
