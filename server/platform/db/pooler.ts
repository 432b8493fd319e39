import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** The state of a connection that outlasts a transaction. */
export interface PoolerMode {
  session: boolean;
  statements: boolean;
}

export const sessionMode: PoolerMode = { session: true, statements: true };

/**
 * Finds the state that a pooler in front of the server keeps for a connection. In transaction mode
 * each transaction may run on another server connection; PgBouncer keeps prepared statements with
 * `max_prepared_statements`, from 1.21 on.
 */
export async function detectPoolerMode(
  one: pg.Client,
  connect: () => Promise<pg.Client>,
): Promise<PoolerMode> {
  if (await isDirect(one)) return sessionMode;
  const other = await connect();
  try {
    return await compareConnections(one, other);
  } catch (error) {
    const isLost = error instanceof pg.DatabaseError && lostStatement.has(error.code ?? '');
    if (!isLost) throw error;
    return { session: false, statements: false };
  } finally {
    await other.end();
  }
}

/** A pooler sends its own cancel key, rather than the server process's. */
async function isDirect(client: pg.Client): Promise<boolean> {
  return Reflect.get(client, 'processID') === (await serverOf(client));
}

/** The prepared statement is missing, or another client's statement has its name. */
const lostStatement = new Set(['26000', '42P05']);

const compareRounds = 3;

/**
 * While one connection is idle, the pooler may give its server connection to the other: a prepared
 * statement shows which server process serves each.
 */
async function compareConnections(one: pg.Client, other: pg.Client): Promise<PoolerMode> {
  for (let round = 0; round < compareRounds; round += 1) {
    const name = `probe_${randomBytes(8).toString('hex')}`;
    const before = await serverOf(one, name);
    await other.query('BEGIN');
    const isShared = (await serverOf(other, name)) === before;
    if (isShared || (await serverOf(one, name)) !== before)
      return { session: false, statements: true };
    await other.query('ROLLBACK');
  }
  return sessionMode;
}

async function serverOf(client: pg.Client, name?: string): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>({
    text: 'SELECT pg_backend_pid() AS pid',
    ...(name && { name }),
  });
  return rows[0]?.pid;
}
