// Measures the admins' pages with a thousand members and with a million, on one PostgreSQL, in one
// run: node bench/admin.ts [members] [times]
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { countCharts } from '#features/operations/analytics/mutations.ts';
import { buildApp } from '#server/app.ts';
import { newToken, tokenHash } from '#platform/crypto/token.ts';
import { readConfig } from '#platform/config.ts';
import { openDatabase, type Database } from '#platform/db/database.ts';
import { startTestPostgres } from '#tests/postgres/server.ts';

const many = Number(process.argv[2] ?? 1_000_000);
const times = Number(process.argv[3] ?? 30);
const few = 1_000;
const highest = 10;
const now = new Date();

const pages = [
  '/api/admin/summary',
  '/api/admin/analytics',
  '/api/admin/analytics/charts',
  '/api/admin/audit?limit=25',
  '/api/admin/audit?action=user.ban&limit=25',
  '/api/admin/audit/filters',
  '/api/admin/mail?limit=25',
  '/api/admin/suppressions?limit=25',
  '/api/admin/mail?state=dead&limit=25',
  '/api/admin/users?limit=25',
  '/api/admin/users?q=person42&limit=25',
  '/api/admin/groups?limit=25',
  '/api/admin/groups?q=group%2042&limit=25',
  '/api/admin/events?limit=25',
  '/api/admin/events?q=event%2042&limit=25',
  '/api/admin/comments?limit=25',
  '/api/admin/comments?q=comment%2042&limit=25',
];

/**
 * A tenth as many groups, five events a group, two RSVPs and one comment a member, over three
 * years.
 */
async function fill(db: Database, members: number): Promise<void> {
  const groups = Math.ceil(members / 10);
  const past = (part: string) => sql.raw(`now() - interval '3 years' * (1 - ${part})`);
  const text = sql`'Meets every other week, and newcomers are welcome.'`;
  await db.execute(sql`
    insert into users (id, email, first_name, last_name, bio, location, is_active, created_at)
    select 'u' || n, 'person' || n || '@example.org', 'Person ' || n, 'Smith', ${text}, 'Keswick, United Kingdom',
      n % 200 <> 0, ${past(`n / ${members}.0`)} from generate_series(1, ${members}::int) n`);
  await db.execute(sql`
    insert into groups (name, description, category_id, group_type, charge_for_events, status, created_by_id, location, member_count, created_at)
    select 'Group ' || n, ${text}, 2 + n % 9, 'outdoorsAdventure', 'free',
      case when n % 100 = 0 then 'pending_approval' else 'approved' end, 'u' || (1 + n % ${members}::int),
      'Town ' || n % 2000, n % 300, ${past(`n / ${groups}.0`)} from generate_series(1, ${groups}::int) n`);
  await db.execute(sql`
    insert into events (group_id, category_id, created_by_id, title, description, location, town, start_time, end_time, attendee_count, created_at)
    select 1 + n % ${groups}::int, 2 + n % 9, 'u' || (1 + n % ${members}::int), 'Event ' || n, ${text}, 'The Moot Hall', 'Town ' || n % 2000,
      at, at + interval '2 hours', n % 40, at - interval '3 weeks'
    from (select n, ${past(`n * 1.05 / ${groups * 5}.0`)} as at from generate_series(1, ${groups * 5}::int) n) as planned`);
  await db.execute(sql`
    insert into rsvps (event_id, user_id, created_at)
    select 1 + (n / 2) % ${groups * 5}::int, 'u' || (1 + (n * 7) % ${members}::int), ${past(`n / ${members * 2}.0`)}
    from generate_series(1, ${members * 2}::int) n on conflict do nothing`);
  await db.execute(sql`
    insert into comments (event_id, user_id, content, created_at)
    select 1 + n % ${groups * 5}::int, 'u' || (1 + (n * 3) % ${members}::int), 'Comment ' || n, ${past(`n / ${members}.0`)}
    from generate_series(1, ${members}::int) n`);
  await db.execute(sql`
    insert into audit_log (actor_id, action, target_type, target_id, before, after, created_at)
    select 'u' || (1 + n % 5), case n % 3 when 0 then 'user.ban' when 1 then 'group.review' else 'event.delete' end,
      case n % 3 when 0 then 'user' when 1 then 'group' else 'event' end, (1 + n % ${groups}::int)::text,
      '{"status":"pending_approval"}', '{"status":"approved"}', ${past(`n / ${members}.0`)}
    from generate_series(1, ${members}::int) n`);
  await db.execute(sql`
    insert into mails (effect_id, kind, channel, recipient, subject, state, created_at)
    select n, 'group_reviewed', 'mail', 'person' || n || '@example.org', 'Group ' || n || ' has been approved',
      case when n % 1000 = 0 then 'dead' else 'sent' end, ${past(`n / ${members}.0`)}
    from generate_series(1, ${members}::int) n`);
}

interface Measured {
  medians: Map<string, number>;
  counting: number;
}

/** Returns each page's median time for an admin, on a database with this many members. */
async function measure(address: string, members: number): Promise<Measured> {
  const name = `bench_${randomBytes(4).toString('hex')}`;
  const administrator = new pg.Client(address);
  await administrator.connect();
  await administrator.query(`CREATE DATABASE ${name}`);
  const url = new URL(address);
  url.pathname = `/${name}`;
  const { db, engine, close } = await openDatabase({ databaseUrl: url.href, dataDir: '' });
  const config = readConfig({ RATE_LIMITS: 'off', LOG_LEVEL: 'silent' });
  const app = await buildApp({ db, engine, config, clock: () => now });
  console.log(`Filling a database with ${members.toLocaleString('en-GB')} members ...`);
  await fill(db, members);
  await db.execute(sql`vacuum analyze`);
  const cookie = `session=${await signIn(db)}`;
  const began = performance.now();
  await countCharts(db, now);
  const counting = performance.now() - began;
  const medians = new Map<string, number>();
  for (const page of pages) {
    const ask = () => app.inject({ url: page, headers: { cookie } });
    const { statusCode, body } = await ask();
    if (statusCode !== 200) console.error(`${page} answered ${statusCode}: ${body.slice(0, 200)}`);
    else medians.set(page, await median(ask));
  }
  await app.close();
  await close();
  await administrator.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await administrator.end();
  return { medians, counting };
}

async function signIn(db: Database): Promise<string> {
  const token = newToken();
  await db.execute(sql`update users set role = 'admin' where id = 'u1'`);
  await db.execute(sql`
    insert into sessions (id, user_id, expires_at)
    values (${tokenHash(token)}, 'u1', now() + interval '30 days')`);
  return token;
}

async function median(ask: () => Promise<unknown>): Promise<number> {
  for (let time = 0; time < times; time += 1) await ask();
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const began = performance.now();
    await ask();
    taken.push(performance.now() - began);
  }
  return taken.toSorted((one, other) => one - other)[Math.floor(times / 2)] ?? 0;
}

const server = await startTestPostgres();
const small = await measure(server.url, few);
const large = await measure(server.url, many);
await server.stop();
console.table(
  pages.map((page) => {
    const [one = 0, other = 0] = [small.medians.get(page), large.medians.get(page)];
    return {
      page,
      few: `${one.toFixed(1)} ms`,
      many: `${other.toFixed(1)} ms`,
      ratio: (other / one).toFixed(1),
    };
  }),
);
console.log(
  `Counting the charts, by the job: ${Math.round(small.counting)} and ${Math.round(large.counting)} ms`,
);
const slow = pages.filter(
  (page) => (large.medians.get(page) ?? Infinity) > highest * (small.medians.get(page) ?? 0),
);
if (slow.length > 0) console.error(`More than ${highest} times as long: ${slow.join(', ')}`);
process.exitCode = slow.length > 0 ? 1 : 0;
