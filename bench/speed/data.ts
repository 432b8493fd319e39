import { createHash } from 'node:crypto';
import type pg from 'pg';
import { hashPassword } from '#platform/crypto/password.ts';
import { findPlace } from '#platform/geo/find-place.ts';

/** The size of the data; the rows are the same in every run. */
export interface Scale {
  users: number;
  groups: number;
  /** A fifth of them upcoming. */
  events: number;
  rsvpsPerEvent: number;
  membersPerGroup: number;
  /** Members of the first group. */
  largeGroup: number;
}

export const scales = {
  small: {
    users: 1_000,
    groups: 100,
    events: 1_000,
    rsvpsPerEvent: 10,
    membersPerGroup: 30,
    largeGroup: 500,
  },
  large: {
    users: 1_000_000,
    groups: 100_000,
    events: 1_000_000,
    rsvpsPerEvent: 10,
    membersPerGroup: 30,
    largeGroup: 50_000,
  },
} satisfies Record<string, Scale>;
export type ScaleName = keyof typeof scales;

/** The members that sign in while the clock runs. */
export const benchUsers = 64;
export const password = 'Village-hall1';

export const sessionTokenOf = (user: number) => `bench-session-${user}`;
export const emailOf = (user: number) => `bench${user}@example.com`;

const words =
  `walk run paint sing bake knit read dance swim climb cycle garden forage sketch write cook taste
 listen play build mend sew weave carve film photograph stargaze paddle sail fish row jog stretch breathe meditate
 harbour meadow river valley bridge market kitchen library studio orchard chapel station common green lane mill`
    .split(/\s+/)
    .filter(Boolean);
/** Every seventh or so is London. */
const towns =
  `London London London London London London London London London London Bath Hull Leeds York Derby Ripon Truro Wells Exeter Oxford Cambridge Norwich Ipswich Lincoln Durham
 Carlisle Lancaster Preston Chester Stafford Hereford Worcester Gloucester Swindon Salisbury Winchester Brighton
 Hastings Canterbury Dover Keswick Kendal Hexham Whitby Skipton Buxton Matlock Ludlow Oswestry Stroud Frome
 Taunton Bideford Penzance Falmouth Swansea Cardiff Newport Bangor Conwy Wrexham Stirling Perth Dundee Inverness
 Oban Ayr Paisley Dumfries Belfast Lisburn Armagh Omagh Derry Newry`
    .split(/\s+/)
    .filter(Boolean);

/** A town where one in this many events is. */
const remote = { name: 'Thurso', often: 20_000 };
/** How far events are from the middle of their town, in metres. */
const spread = 8_000;

const positions = towns.map((name) => findPlace(name)?.position ?? { x: 0, y: 0 });
const remotePosition = findPlace(remote.name)?.position ?? { x: 0, y: 0 };

/** Words that one in this many events and groups contains. */
const rareWords = { supper: 4, pottery: 40, falconry: 400, dulcimer: 40_000 };

/** Picks a word from a list by an evenly spread number. */
const pick = (list: string, number: string) =>
  `(${list})[1 + (hashint8(${number}) & 2147483647) % array_length(${list}, 1)]`;
const word = (number: string) => pick('words', number);
const isRemote = (number: string) => `hashint8(${number} * 3) % ${remote.often} = 0`;
const town = (number: string) =>
  `CASE WHEN ${isRemote(number)} THEN '${remote.name}' ELSE ${pick('towns', number)} END`;
/** A coordinate near the town of a number. */
const near = (axis: 'x' | 'y', number: string) =>
  `CASE WHEN ${isRemote(number)} THEN ${remotePosition[axis]} ELSE ${pick(`${axis}s`, number)} END
   + ${axis === 'x' ? `hashint8(${number} * 5)` : `hashint8(${number} * 7)`} % ${spread}`;
/** Event `n` is only online. */
const isOnline = 'n % 25 = 3';
/** The access that organisers give: most say something of the entrance, few of anything rare. */
const access = `CASE WHEN n % 200 = 0 THEN '{"stepFreeEntrance":"yes","bsl":"yes"}'
  WHEN n % 3 = 0 THEN '{"stepFreeEntrance":"yes","accessibleToilet":"yes","dogs":"no"}'
  WHEN n % 3 = 1 THEN '{"stepFreeEntrance":"no"}' ELSE '{}' END::jsonb`;
const sentence = (number: string, length: number) =>
  Array.from({ length }, (_, at) => word(`(${number}) * 31 + ${at}`)).join(` || ' ' || `);

const rareWordIn = (number: string) =>
  Object.entries(rareWords)
    .map(
      ([name, often], at) =>
        `CASE WHEN hashint8(${number} * 7 + ${at}) % ${often} = 0 THEN ' ${name}' ELSE '' END`,
    )
    .join(' || ');

/** One in this many events is full; if it is still to come, people wait for it. */
const eachBound = 10;
const waitingPerEvent = 20;

/** One in this many members has blocked a number of others. */
const eachBlocks = 20;
const blocksEach = 3;

const userId = (number: string) => `'u' || (${number})`;

/** Fills an empty, migrated database: bulk inserts first, indexes after, then the statistics. */
export async function fill(client: pg.ClientBase, scale: Scale, now: Date): Promise<void> {
  const restore = await withoutIndexes(client);
  const at = now.toISOString();
  const constants = `(SELECT ARRAY['${words.join("','")}'] AS words, ARRAY['${towns.join("','")}'] AS towns,
    ARRAY[${positions.map(({ x }) => x).join()}] AS xs, ARRAY[${positions.map(({ y }) => y).join()}] AS ys) c`;
  const insert = (into: string, select: string, from: string) =>
    client.query(`INSERT INTO ${into} SELECT ${select} FROM ${constants}, ${from}`);

  await insert(
    'users (id, email, email_verified_at, password_hash, first_name, last_name, bio, location, created_at)',
    `${userId('n')}, 'bench' || n || '@example.com', '${at}', '${await hashPassword(password)}', initcap(${word('n')}), 'Bench',
     ${sentence('n', 8)}, ${town('n')} || ', United Kingdom', '${at}'::timestamptz - n * interval '30 seconds'`,
    `generate_series(1, ${scale.users}) n`,
  );
  await insert(
    'groups (name, description, category_id, group_type, charge_for_events, status, created_by_id, location, member_count, created_at)',
    `initcap(${word('n')}) || ' and ' || ${word('n * 7')} || ' of ' || ${town('n')}, ${sentence('n * 3', 24)} || ${rareWordIn('n * 3')}, 2 + n % 9,
     (ARRAY['outdoorsAdventure','businessNetworking','techCommunity','artsCreative','healthWellness','foodDrink','socialActivities','learningEducation','languageCulture'])[1 + n % 9],
     CASE WHEN n % 3 = 0 THEN 'paid' ELSE 'free' END, 'approved', ${userId('n')}, ${town('n')}, CASE n WHEN 1 THEN ${scale.largeGroup} ELSE ${scale.membersPerGroup} END,
     '${at}'::timestamptz - n * interval '5 minutes'`,
    `generate_series(1, ${scale.groups}) n`,
  );
  await insert(
    'memberships (group_id, user_id, status, is_organizer, created_at)',
    `g, ${userId('u')}, 'approved', k = 0, '${at}'::timestamptz - k * interval '1 minute'`,
    `generate_series(2, ${scale.groups}) g, generate_series(0, ${scale.membersPerGroup - 1}) k,
     LATERAL (SELECT 1 + (g - 1 + k * 7919::bigint) % ${scale.users} AS u) who`,
  );
  await insert(
    'memberships (group_id, user_id, status, is_organizer, created_at)',
    `1, ${userId('u')}, 'approved', u = 1, '${at}'::timestamptz - u * interval '1 minute'`,
    `generate_series(1, ${scale.largeGroup}) u`,
  );
  const upcoming = scale.events / 5;
  await insert(
    'events (group_id, category_id, created_by_id, title, description, location, town, easting, northing, online_url, access, free, start_time, end_time, attendee_count, places_taken, capacity, created_at)',
    `1 + n % ${scale.groups}, 2 + n % 9, ${userId('1')}, initcap(${word('n')}) || ' ' || ${word('n * 5')} || ' in ' || ${town('n')},
     ${sentence('n * 11', 30)} || ${rareWordIn('n * 11')}, ${word('n')} || ' Hall, ' || ${town('n')}, ${town('n')},
     CASE WHEN NOT ${isOnline} THEN ${near('x', 'n')} END, CASE WHEN NOT ${isOnline} THEN ${near('y', 'n')} END,
     CASE WHEN ${isOnline} THEN 'https://meet.example/' || n END, ${access}, (1 + n % ${scale.groups}) % 3 > 0, start_time, start_time + interval '2 hours',
     ${scale.rsvpsPerEvent}, ${scale.rsvpsPerEvent}, CASE WHEN n % ${eachBound} = 0 THEN ${scale.rsvpsPerEvent} END, '${at}'`,
    `generate_series(1, ${scale.events}) n, LATERAL (SELECT '${at}'::timestamptz
       + CASE WHEN n <= ${upcoming} THEN n * interval '180 days' / ${upcoming} ELSE -(n - ${upcoming}) * interval '1000 days' / ${scale.events - upcoming} END
       AS start_time) t`,
  );
  const attendee = userId(`1 + (e * 13::bigint + k * 104729::bigint) % ${scale.users}`);
  await insert(
    'rsvps (event_id, user_id, created_at)',
    `e, ${attendee}, '${at}'::timestamptz - k * interval '1 minute'`,
    `generate_series(1, ${scale.events}) e, generate_series(0, ${scale.rsvpsPerEvent - 1}) k`,
  );
  await insert(
    'rsvps (event_id, user_id, status, turn, created_at)',
    `e, ${attendee}, 'waiting', nextval('rsvps_turn'), '${at}'::timestamptz - k * interval '1 minute'`,
    `generate_series(${eachBound}, ${upcoming}, ${eachBound}) e, 
       generate_series(${scale.rsvpsPerEvent}, ${scale.rsvpsPerEvent + waitingPerEvent - 1}) k`,
  );
  await insert(
    'comments (event_id, user_id, content, created_at)',
    `1 + (n * 17) % ${scale.events}, ${userId(`1 + n % ${scale.users}`)}, ${sentence('n', 12)}, '${at}'::timestamptz - n * interval '30 minutes'`,
    `generate_series(1, ${scale.events}) n`,
  );
  await insert(
    'blocks (user_id, blocked_id, created_at)',
    `${userId('n')}, ${userId(`1 + (n + k * 7919::bigint) % ${scale.users}`)}, '${at}'::timestamptz - k * interval '1 day'`,
    `generate_series(${eachBlocks}, ${scale.users}, ${eachBlocks}) n, generate_series(1, ${blocksEach}) k`,
  );
  await restore();
  await addBenchUsers(client, at);
  await client.query('VACUUM ANALYZE');
}

/** The first members each have a session and an event in the first group. */
async function addBenchUsers(client: pg.ClientBase, at: string): Promise<void> {
  for (let user = 1; user <= benchUsers; user += 1) {
    const hash = createHash('sha256').update(sessionTokenOf(user)).digest('hex');
    await client.query(
      `INSERT INTO sessions (id, user_id, created_at, expires_at, last_seen_at)
       VALUES ($1, $2, $3, $3::timestamptz + interval '30 days', $3)`,
      [hash, `u${user}`, at],
    );
    await client.query(
      `INSERT INTO events (group_id, category_id, title, description, location, town, start_time, end_time, created_at)
       VALUES (1, 2, $1, 'Where those who load the server meet.', 'Station Hall, York', 'York',
         $2::timestamptz + interval '190 days', $2::timestamptz + interval '191 days', $2)`,
      [`Meeting ${user} of the load`, at],
    );
  }
}

/** Drops indexes and foreign keys for the load; the returned function restores them. */
async function withoutIndexes(client: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index WHERE indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
       AND NOT indisprimary AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  await client.query(`SET session_replication_role = replica`);
  return async () => {
    await client.query(`SET session_replication_role = origin`);
    await client.query(`SET maintenance_work_mem = '512MB'`);
    for (const { definition } of rows) await client.query(definition);
  };
}
