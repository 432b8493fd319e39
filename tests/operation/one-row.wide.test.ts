import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { afterEach, expect, inject, test, vi } from 'vitest';
import { migrationsFolder, openDatabase } from '#platform/db/database.ts';
import { openEmbeddedEngine } from '#platform/db/embedded/engine.ts';
import { migrateTo } from '#platform/db/transfer/schema.ts';
import { folderOfFile, serverOfFile } from '#tests/support/of-file.ts';
import { freshDatabase, query } from './support.ts';

const dates = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);
const root = folderOfFile();
const server = await serverOfFile();

/** Rows of every state in the five tables of 0.3.0, of which migration 60 makes one. */
const everyState = `
  INSERT INTO users (id, email, first_name)
    SELECT name, name || '@example.org', name FROM unnest('{ann,bob,cat,dan,eve,fay}'::text[]) name;
  INSERT INTO groups (name, category_id, description, group_type, charge_for_events, status)
    VALUES ('Walks', 1, 'Walks', 'interest', false, 'approved');
  INSERT INTO events (category_id, group_id, title, start_time, end_time, description, location)
    SELECT 1, id, 'A walk', '2027-01-01', '2027-01-02', 'A walk', 'Here' FROM groups;
  INSERT INTO children (first_name) VALUES ('Zoe'), ('Max');

  INSERT INTO rsvps (event_id, user_id, self, children, guests, as_guest, calendar_revision, created_at) VALUES
    (1, 'ann', true, 0, 2, false, 3, '2026-01-02'), (1, 'bob', false, 1, 0, true, NULL, '2026-01-01');
  INSERT INTO waitlist (event_id, user_id, turn, guests, offer_expires_at, last_places_of, created_at) VALUES
    (1, 'bob', 7, 5, '2026-06-01', NULL, '2026-01-01'), (1, 'cat', 4, 1, NULL, '2026-05-01', '2026-01-04'),
    (1, 'dan', 3, 0, '2026-06-01', NULL, '2026-01-03');
  INSERT INTO answers (event_id, user_id, cant, note, answered_at) VALUES
    (1, 'ann', false, 'late', '2026-02-01'), (1, 'bob', true, 'ill', '2026-02-01'), (1, 'cat', false, NULL, '2026-02-01'),
    (1, 'eve', true, 'away', '2026-02-01'), (1, 'fay', false, 'gone', '2026-02-01');
  INSERT INTO guest_rsvps (id, event_id, first_name, email, email_hash, guests, status, turn, offer_expires_at, confirmed_at, expires_at, created_at)
    OVERRIDING SYSTEM VALUE VALUES
    (5, 1, 'Una', 'una@example.org', 'h5', 1, 'unconfirmed', NULL, NULL, NULL, '2026-01-02', '2026-01-01'),
    (6, 1, 'Gus', 'gus@example.org', 'h6', 2, 'going', NULL, NULL, '2026-01-03', NULL, '2026-01-01'),
    (7, 1, 'Wim', 'wim@example.org', 'h7', 0, 'waiting', 5, NULL, '2026-01-03', NULL, '2026-01-01'),
    (8, 1, 'Oda', 'oda@example.org', 'h8', 0, 'waiting', 6, '2026-06-01', '2026-01-03', NULL, '2026-01-01'),
    (9, 1, NULL, NULL, 'h9', 0, 'cancelled', NULL, NULL, '2026-01-03', NULL, '2026-01-01');
  INSERT INTO guest_links (id, guest_id) VALUES ('hash of a token', 6);
  INSERT INTO added_attendees (event_id, name, people, note, added_by_id, created_at) VALUES
    (1, 'Art', 20, 'by phone', 'ann', '2026-01-01'), (1, NULL, 1, NULL, NULL, '2026-01-02');
  INSERT INTO child_places (event_id, child_id, user_id) VALUES (1, 1, 'bob'), (1, 2, 'fay');
  SELECT setval('guest_rsvps_id_seq', 20), setval('waitlist_turn_seq', 30);

  INSERT INTO cleanups (user_id, was_active) VALUES ('eve', true);
  INSERT INTO removed_rows (cleanup_id, kind, member_id, creator_id, content) VALUES
    ('eve', 'rsvp', 'eve', NULL, '{"event_id": 1, "self": true, "children": 1, "guests": 2, "created_at": "2026-01-01"}'),
    ('eve', 'child_place', 'eve', NULL, '{"event_id": 1, "child_id": 2}'),
    ('eve', 'guest_rsvp', NULL, NULL,
      '{"id": 11, "event_id": 1, "first_name": "Lou", "guests": 1, "status": "going", "confirmed_at": "2026-01-03", "created_at": "2026-01-01"}'),
    ('eve', 'guest_link', NULL, NULL, '{"id": "another token", "guest_id": 11}'),
    ('eve', 'added_attendee', NULL, 'ann', '{"id": 1, "event_id": 1, "name": "Ida", "people": 4, "created_at": "2026-01-01"}');`;

/** Makes a database of 0.3.0. */
async function make(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('BEGIN');
  await migrateTo(client, [], dates.slice(0, 60));
  await client.query(everyState);
  await client.query('COMMIT');
  await client.end();
}

async function onServer() {
  const { url } = await freshDatabase(server.url);
  await make({ connectionString: url });
  return { databaseUrl: url, dataDir: '' };
}

async function inFolder() {
  const dataDir = join(root, 'data');
  cpSync(inject('folders').empty, dataDir, { recursive: true });
  const engine = await openEmbeddedEngine(dataDir);
  await make(engine.connection);
  await engine.close();
  return { dataDir };
}

const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {});
afterEach(() => warnings.mockClear());

const stores = [
  { name: 'a server', store: onServer },
  { name: 'a folder', store: inFolder },
];

test.each(stores)('each party on $name is one row, with all that it had', async ({ store }) => {
  const { db, close } = await openDatabase(await store());
  const read = async (text: string) => (await db.$client.query<pg.QueryResultRow>(text)).rows;

  const rows = await read(`
    SELECT concat_ws(' ', id, kind, status, coalesce(user_id, name), self::int + children + companions,
      'turn ' || turn, 'since ' || to_char(created_at, 'MM-DD'), note) AS row
    FROM rsvps ORDER BY id`);
  expect(rows.map(({ row }) => row)).toEqual([
    '5 guest unconfirmed Una 2 since 01-01',
    '6 guest going Gus 3 since 01-03',
    '7 guest waiting Wim 1 turn 5 since 01-03',
    '8 guest offered Oda 1 turn 6 since 01-03',
    '9 guest cancelled 1 since 01-03',
    '21 member going bob 1 since 01-01 ill',
    '22 member going ann 3 since 01-02 late',
    '23 member offered dan 1 turn 3 since 01-03',
    '24 member waiting cat 2 turn 4 since 01-04',
    '25 member cant eve 1 since 02-01 away',
    '26 added going Art 20 since 01-01 by phone',
    '27 added going 1 since 01-02',
  ]);
  expect(
    await read(`SELECT as_guest, calendar_revision, last_places_of IS NULL AS unwarned, answered_at IS NULL AS silent,
      added_by_id, email_hash FROM rsvps WHERE id IN (6, 21, 22, 24, 26) ORDER BY id`),
  ).toMatchObject([
    { email_hash: 'h6', silent: true },
    { as_guest: true, calendar_revision: null, silent: false },
    { as_guest: false, calendar_revision: 3 },
    { unwarned: false, silent: false },
    { added_by_id: 'ann' },
  ]);
  expect(await read('SELECT child_id, rsvp_id FROM child_places')).toEqual([
    { child_id: 1, rsvp_id: 21 },
  ]);
  expect(await read('SELECT id, guest_id FROM guest_links')).toEqual([
    { id: 'hash of a token', guest_id: 6 },
  ]);
  expect(await read(`SELECT nextval('rsvps_turn')::int AS turn`)).toEqual([{ turn: 31 }]);
  expect(await read('SELECT kind, content FROM removed_rows ORDER BY id')).toMatchObject([
    {
      kind: 'rsvp',
      content: { id: 28, kind: 'member', status: 'going', companions: 2, children: 1 },
    },
    { kind: 'child_place', content: { event_id: 1, child_id: 2, rsvp_id: 28 } },
    {
      kind: 'rsvp',
      content: { id: 11, kind: 'guest', status: 'going', name: 'Lou', companions: 1 },
    },
    { kind: 'guest_link', content: { guest_id: 11 } },
    {
      kind: 'rsvp',
      content: { id: 29, kind: 'added', status: 'going', name: 'Ida', companions: 3 },
    },
  ]);
  await close();
});

const toldToStop =
  /^This version keeps RSVPs in another way\. Stop every process of the version before/;

test('the start lists first that every old process has to stop, and a later one lists nothing', async () => {
  const store = await onServer();
  await (await openDatabase(store)).close();
  const [first, ...later] = warnings.mock.calls.flat();
  expect(first).toMatch(toldToStop);
  for (const line of later) expect(line).toMatch(/^Stop every process/);
  warnings.mockClear();
  await (await openDatabase(store)).close();
  await (
    await openDatabase({ ...store, databaseUrl: (await freshDatabase(server.url)).url })
  ).close();
  expect(warnings).not.toHaveBeenCalled();
});

/** Runs a statement as soon as the migration has made the new table. */
const duringMigration = (url: string, statement: string) =>
  query(
    url,
    `CREATE FUNCTION interfere() RETURNS event_trigger LANGUAGE plpgsql AS $$
     BEGIN
       IF to_regclass('rsvps_before') IS NOT NULL THEN ${statement}; END IF;
     END $$;
     CREATE EVENT TRIGGER interfering ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION interfere()`,
  );

const oldCounts = `
  SELECT (SELECT count(*)::int FROM rsvps) AS rsvps, (SELECT count(*)::int FROM waitlist) AS waitlist,
    (SELECT count(*)::int FROM answers) AS answers, (SELECT count(guests)::int FROM guest_rsvps) AS guests,
    (SELECT count(people)::int FROM added_attendees) AS added, (SELECT count(user_id)::int FROM child_places) AS places`;
const untouched = [{ rsvps: 2, waitlist: 3, answers: 5, guests: 5, added: 2, places: 2 }];

test('a row that gets lost on the way stops the start, and nothing is changed', async () => {
  const store = await onServer();
  await duringMigration(
    store.databaseUrl,
    `CREATE RULE lost AS ON INSERT TO rsvps WHERE new.user_id = 'ann' DO INSTEAD NOTHING`,
  );
  await expect(openDatabase(store)).rejects.toThrow(
    'the RSVPs to event 1 would not be what they were (member, going: 2 with 4 people, then 1 with 1); nothing was changed',
  );
  expect(await query(store.databaseUrl, oldCounts)).toEqual(untouched);
});

test('a start that dies midway leaves everything, and the next one does all of it', async () => {
  const store = await onServer();
  const url = store.databaseUrl;
  await duringMigration(url, 'PERFORM pg_sleep(60)');
  const outcome = openDatabase(store).then(
    () => 'started',
    () => 'died',
  );
  await expect
    .poll(() =>
      query(
        url,
        `SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event = 'PgSleep'`,
      ),
    )
    .toEqual([{ ended: true }]);
  expect(await outcome).toBe('died');
  expect(await query(url, oldCounts)).toEqual(untouched);

  await query(url, 'DROP EVENT TRIGGER interfering');
  await (await openDatabase(store)).close();
  expect(await query(url, 'SELECT count(*)::int FROM rsvps')).toEqual([{ count: 12 }]);
});
