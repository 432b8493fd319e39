import { eq, sql, type SQL } from 'drizzle-orm';
import { tokenHash } from '#platform/crypto/token.ts';
import { errorCode, isUnreachable, type Database } from '#platform/db/database.ts';
import type { Position, Replica } from '#platform/db/replica.ts';
import { statement } from '#platform/db/fast/statements.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Context, RawInput, Reply, RequestReads, Route } from './context.ts';
import { ownWrites } from './tables.ts';
import type { CallerProvider } from './caller-provider.ts';

/** The caller who changed something: the session that continues, or the owner of the token. */
interface ChangedBy {
  session: string | undefined;
  userId: string | undefined;
  /** A second user who must see this write. */
  concerns: string | undefined;
}

/**
 * Reads on a server with a replica. Members' last writes are stored where every process finds them.
 */
export class ReplicaReads {
  readonly #db: Database;
  readonly #replica: Replica;
  readonly #memberBySession: CallerProvider['memberBySession'];
  /** The position of this process's last write. */
  #written: Position = 0n;

  constructor(db: Database, replica: Replica, memberBySession: CallerProvider['memberBySession']) {
    this.#db = db;
    this.#replica = replica;
    this.#memberBySession = memberBySession;
  }

  /**
   * Returns the reads for a caller. A member's replica must have that member's writes. A visitor's
   * must have this process's, so that purged shared answers can't return from a replica that lags
   * behind.
   */
  for(userId: string | undefined): RequestReads {
    let chosen: Promise<Database | undefined> | undefined;
    const choose = async () =>
      this.#replica.having(
        userId === undefined ? this.#written : await lastWriteOf(this.#db, userId),
      );
    return { replica: this.#replica, db: () => (chosen ??= choose()) };
  }

  /** Runs after a change, before its answer. */
  async changed({ concerns, ...by }: ChangedBy): Promise<void> {
    try {
      const member = this.#memberOf(by);
      const both = member && concerns ? sql`${member} union select ${concerns}::text` : member;
      const position = await recordWrite(this.#db, both);
      if (position > this.#written) this.#written = position;
    } catch (error) {
      this.#replica.distrust(error);
    }
  }

  #memberOf({ session, userId }: Omit<ChangedBy, 'concerns'>): SQL | undefined {
    if (session !== undefined) return this.#memberBySession(session);
    return userId === undefined ? undefined : sql`select ${userId}::text`;
  }
}

/** Members with no recent write have 0. */
async function lastWriteOf(db: Database, userId: string): Promise<Position> {
  const byMember = statement(db, 'own_write_by_member', (sqlDb) =>
    sqlDb
      .select({ position: ownWrites.position })
      .from(ownWrites)
      .where(eq(ownWrites.member, sql.placeholder('member'))),
  );
  const [last] = await byMember.execute({ member: tokenHash(userId) });
  return last?.position ?? 0n;
}

interface WritePosition extends Record<string, unknown> {
  position: string;
}

async function recordWrite(db: Database, member: SQL | undefined): Promise<Position> {
  const here = sql`pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint`;
  const { rows } = await db.execute<WritePosition>(
    member === undefined
      ? sql`select ${here}::text as position`
      : sql`
        with here as materialized (select ${here} as position),
        noted as (
          insert into ${ownWrites} as known (member, position, written_at)
          select encode(sha256(convert_to(caller.id, 'UTF8')), 'hex'), here.position, now()
          from (${member}) as caller (id), here
          on conflict (member) do update set
            position = greatest(known.position, excluded.position), written_at = excluded.written_at)
        select position::text from here`,
  );
  return BigInt(rows[0]?.position ?? 0);
}

/**
 * Answers reads that may lag from the replica, and all others, or failed ones, from the primary.
 */
export async function answerRead(
  route: Route,
  raw: RawInput,
  context: Context,
): Promise<Reply<unknown>> {
  const reads = mayLag(route) ? context.replicaReads : undefined;
  if (!reads) return route.answer(raw, context);
  const db = await reads.db();
  const { replica } = reads;
  replica.reads[db ? 'replica' : 'primary'] += 1;
  if (!db) return route.answer(raw, context);
  try {
    return await route.answer(raw, { ...context, db });
  } catch (error) {
    if (!isOfDatabase(error)) throw error;
    replica.reads.again += 1;
    replica.distrust(error);
    return route.answer(raw, context);
  }
}

const mayLag = ({ endpoint }: Route) => endpoint.mayLag || endpoint.shared;

const isOfDatabase = (error: unknown) =>
  !(error instanceof Refusal) && (errorCode(error) !== undefined || isUnreachable(error));
