import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '#platform/db/database.ts';
import type { Client } from './client.ts';
import { fact } from './ledger.ts';
import type { FactsByClient } from './read-api.ts';

/** Planner settings that force reads through the tables alone, or through their indexes alone. */
const byTables = ['enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan'];
const byIndexes = ['enable_seqscan'];

/**
 * Reads each client's facts from the rows; every count must match its rows, and every index its
 * table.
 */
export async function factsFromRows(db: Database, clients: Client[]): Promise<FactsByClient> {
  const facts = await without(byTables, db, () => readFacts(db, clients));
  const again = await without(byIndexes, db, () => readFacts(db, clients));
  for (const [client, found] of facts) {
    if (sorted(found) === sorted(again.get(client) ?? [])) continue;
    throw new Error(`An index and its table differ on ${client.name}`);
  }
  await checkRowCounts(db);
  return facts;
}

const sorted = (facts: string[]) => facts.toSorted().join('\n');

async function without<T>(ways: string[], db: Database, read: () => Promise<T>): Promise<T> {
  for (const way of ways) await db.execute(sql.raw(`set ${way} = off`));
  try {
    return await read();
  } finally {
    for (const way of ways) await db.execute(sql.raw(`reset ${way}`));
  }
}

async function readFacts(db: Database, clients: Client[]): Promise<FactsByClient> {
  const facts: FactsByClient = new Map();
  for (const client of clients) {
    facts.set(client, [
      ...(await accountFacts(db, client)),
      ...(await groupFacts(db, client)),
      ...(await eventFacts(db, client)),
    ]);
  }
  return facts;
}

async function accountFacts(db: Database, { name }: Client): Promise<string[]> {
  const accounts = await rows<{ email: string }>(
    db,
    sql`select email from users where email like ${`crash-${name}-%`}`,
  );
  return accounts.map(({ email }) => fact.account(email));
}

async function groupFacts(db: Database, { userId }: Client): Promise<string[]> {
  const groups = await rows<{ id: number; name: string; organiser: boolean | null }>(
    db,
    sql`select id, name, is_organizer as organiser from groups
      left join memberships on group_id = id and user_id = ${userId}
      where user_id is not null or created_by_id = ${userId}`,
  );
  return groups.map(({ id, name, organiser }) =>
    organiser ? fact.organiser(name) : fact.member(id),
  );
}

async function eventFacts(db: Database, { userId }: Client): Promise<string[]> {
  const comments = await rows<{ id: number; content: string }>(
    db,
    sql`select event_id as id, content from comments
      where user_id = ${userId} and content like 'Crash%'`,
  );
  const rsvps = await rows<{ id: number }>(
    db,
    sql`select event_id as id from rsvps where user_id = ${userId} and status = 'going'`,
  );
  const events = await rows<{ id: number; title: string }>(
    db,
    sql`select group_id as id, title from events
      where created_by_id = ${userId} and title like 'Crash%'`,
  );
  return [
    ...comments.map(({ id, content }) => fact.comment(id, content)),
    ...rsvps.map(({ id }) => fact.going(id)),
    ...events.map(({ id, title }) => fact.event(id, title)),
  ];
}

async function checkRowCounts(db: Database): Promise<void> {
  const wrong = await rows<{ what: string; counted: number; found: number }>(
    db,
    sql`select 'group ' || id as what, member_count as counted, found from groups
      cross join lateral (select count(*)::int as found from memberships
        where group_id = id and status = 'approved') as people where member_count <> found
      union all
      select 'event ' || id, attendee_count, found from events
      cross join lateral (select count(*)::int as found from rsvps
        where event_id = events.id and status = 'going') as people where attendee_count <> found
      union all
      select 'places of event ' || id, places_taken, found from events
      cross join lateral (select coalesce(sum(self::int + children + companions), 0) as found from rsvps
        where event_id = events.id and status in ('going', 'offered')) as places
      where places_taken <> found
      union all
      select 'account without its first session: ' || email, 1, 0 from users
      where email like 'crash-%' and not exists (select from sessions where user_id = users.id)`,
  );
  if (wrong.length > 0) throw new Error(`What belongs together differs: ${JSON.stringify(wrong)}`);
}

async function rows<Row>(db: Database, query: SQL): Promise<Row[]> {
  return (await db.execute(query)).rows as Row[];
}
