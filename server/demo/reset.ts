import { randomUUID } from 'node:crypto';
import { eq, notInArray, sql } from 'drizzle-orm';
import { hour } from '#contract/platform/durations.ts';
import { users } from '#features/base/accounts/tables.ts';
import { secretName } from '#features/base/settings/mutations.ts';
import { settings } from '#features/base/settings/tables.ts';
import { sessions } from '#features/base/sign-in/tables.ts';
import { ConfigError, type Config } from '#platform/config.ts';
import { hashPassword } from '#platform/crypto/password.ts';
import {
  transaction,
  type Database,
  type Reader,
  type Transaction,
} from '#platform/db/database.ts';
import type { Job } from '#platform/jobs/runner.ts';
import { gateOf } from './gate.ts';
import { demoPassword, fillDemo, lockDemo } from './load.ts';

/** A public demonstration starts anew each hour. */
export const resetJob: Job = {
  name: 'demo_reset',
  everyMs: hour,
  run: async ({ db, config, clock }) => ({
    reset: config.publicDemo ? await resetDemo(db, config, clock()) : 0,
  }),
};

const settingName = 'public_demo';

/** Marks a database that was filled as a public demonstration. Only such a one is ever emptied. */
export async function markPublicDemo(db: Database, now: Date): Promise<void> {
  await db
    .insert(settings)
    .values({ name: settingName, value: true, updatedAt: now })
    .onConflictDoNothing();
}

async function isPublicDemo(db: Reader): Promise<boolean> {
  const [row] = await db
    .select({ name: settings.name })
    .from(settings)
    .where(eq(settings.name, settingName));
  return row !== undefined;
}

/** @throws ConfigError where the database holds anything but a public demonstration */
export async function requirePublicDemo(db: Reader): Promise<void> {
  if (!(await isPublicDemo(db))) {
    throw new ConfigError(
      'DEMO may be public only with an empty database: everything in it is deleted each hour',
    );
  }
}

/**
 * Empties the tables and adds the demo's content again, while requests wait. The demo's accounts
 * keep their ids and sessions, and everything else its ids, so a page that is open goes on working.
 * @returns how many accounts there were
 */
export async function resetDemo(db: Database, config: Config, now: Date): Promise<number> {
  const passwordHash = await hashPassword(demoPassword);
  return gateOf(db).closeDuring(() => emptyAndFill(db, passwordHash, config, now));
}

const emptyAndFill = (db: Database, passwordHash: string, config: Config, now: Date) =>
  transaction(db, async (tx) => {
    await lockDemo(tx);
    if (!(await isPublicDemo(tx))) return 0;
    const before = await tx.select({ id: users.id, email: users.email }).from(users);
    const ids = new Map<string, string>(before.map(({ id, email }) => [email, id]));
    await tx.execute(
      sql`CREATE TEMPORARY TABLE open_sessions ON COMMIT DROP AS SELECT * FROM ${sessions}`,
    );
    await emptyTables(tx);
    const idOf = (email: string) => ids.get(email) ?? randomUUID();
    await fillDemo(tx, { passwordHash, idOf }, config, now);
    await tx.execute(
      sql`INSERT INTO ${sessions} SELECT * FROM open_sessions WHERE user_id IN (SELECT id FROM ${users})`,
    );
    return before.length;
  });

/** Tables whose rows belong to the software or to its processes. */
const keptTables = ['settings', 'jobs', 'categories', 'row_counts'];

async function emptyTables(tx: Transaction): Promise<void> {
  const { rows } = await tx.execute<{ name: string }>(
    sql`SELECT quote_ident(tablename) AS name FROM pg_tables
      WHERE schemaname = 'public' AND tablename <> ALL (ARRAY[${sql.join(
        keptTables.map((name) => sql`${name}`),
        sql`, `,
      )}])`,
  );
  await tx.execute(sql`ALTER TABLE audit_log DISABLE TRIGGER audit_log_only_grows`);
  const names = sql.raw(rows.map(({ name }) => name).join(', '));
  await tx.execute(sql`TRUNCATE ${names} RESTART IDENTITY`);
  await tx.execute(sql`ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_only_grows`);
  await tx.delete(settings).where(notInArray(settings.name, [settingName, secretName]));
}
