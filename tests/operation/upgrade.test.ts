import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { day, hour } from '#contract/platform/durations.ts';
import type { Event, EventCard } from '#contract/events/events.ts';
import type { GroupCard } from '#contract/community/groups.ts';
import { openDatabase, type OpenDatabase } from '#platform/db/database.ts';
import { signIn } from '#tests/crash/client.ts';
import { ServerProcess } from '#tests/crash/server-process.ts';
import { readList, sendSuccessfully, overHttp, type Send } from '#tests/crash/transport.ts';
import { broken } from '#tests/races/invariants.ts';
import { oneIn } from '#tests/support/breadth.ts';
import { folderOfFile, serverOfFile } from '#tests/support/of-file.ts';
import { ensureBuild, freshDatabase, operate, type Store } from './support.ts';

/**
 * Backups of the demo by each released version's own `operate.js backup`, the newest first.
 * docs/maintaining.md says how a release adds its own.
 */
const released = ['0.3.0', '0.2.0', '0.1.0'];
const backupOf = (version: string) =>
  fileURLToPath(new URL(`released/${version}.backup`, import.meta.url));

/** The answered complaint of the demo has had no email. */
const ofDemo = { 'a complaint is answered once, and told so': [{ id: 2 }] };

const root = folderOfFile();
const server = await serverOfFile();
await ensureBuild();

const open = (store: Store): Promise<OpenDatabase> =>
  'DATABASE_URL' in store
    ? openDatabase({ databaseUrl: store.DATABASE_URL, dataDir: '' })
    : openDatabase({ dataDir: store.DATA_DIR });

const stores: { name: string; store: (version: string) => Promise<Store> }[] = [
  {
    name: 'a PostgreSQL server',
    store: async () => ({ DATABASE_URL: (await freshDatabase(server.url)).url }),
  },
  {
    name: 'a folder',
    store: (version) => Promise.resolve({ DATA_DIR: join(root, version) }),
  },
];
const upgrades = released.flatMap((version) => stores.map((each) => ({ version, ...each })));

describe.each(oneIn(6, upgrades))('a database of $version on $name', ({ version, store }) => {
  let place: Store;

  beforeAll(async () => {
    place = await store(version);
    const { code, output } = await operate(place, 'restore', backupOf(version));
    if (code !== 0) throw new Error(output);
  });

  test('is migrated by the start, serves its data, and accepts new data', async () => {
    const process = new ServerProcess({ ...place, DEMO: 'false' });
    const send = overHttp(await process.ready);

    const events = await readList<EventCard>(send, '/api/events?when=all');
    expect(events.length).toBeGreaterThan(40);
    const organiser = await signIn(send, 'organiser@example.com');
    const event = await planEvent(send, organiser);
    const member = await signIn(send, 'member@example.com');
    await sendSuccessfully(send, 'POST', `/api/groups/${event.groupId}/members`, {
      cookie: member,
    });
    await sendSuccessfully(send, 'POST', `/api/events/${event.id}/rsvps`, {
      cookie: member,
      body: { guests: 2 },
    });

    const cookie = organiser;
    const after = await sendSuccessfully<Event>(send, 'GET', `/api/events/${event.id}`, { cookie });
    expect(after).toMatchObject({ placesTaken: 3, placesLeft: 7 });
    await process.stop();
  });

  test('of a newer version still serves the previous one, which warns in a line', async () => {
    const { db, close } = await open(place);
    await db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 4102444800000)`,
    );
    await close();
    const process = new ServerProcess({ ...place, DEMO: 'false' });
    expect((await fetch(new URL('/api/events', await process.ready))).status).toBe(200);
    expect(process.stderr.split('\n').filter((line) => line.includes('newer version'))).toEqual([
      expect.stringMatching(/^The database was migrated by a newer version than this program/),
    ]);
    await process.stop();
  });

  test('then has correct counts, including places from before they were counted', async () => {
    const { db, close } = await open(place);
    const { rows } = await db.execute(
      sql`select id from events where attendee_count > 1 and places_taken = attendee_count limit 5`,
    );
    expect(rows).toHaveLength(5);
    expect({ ...(await broken(db)), ...ofDemo }).toEqual(ofDemo);
    await close();
  });
});

async function planEvent(send: Send, cookie: string | undefined): Promise<Event> {
  const groups = await readList<GroupCard>(send, '/api/user/groups', cookie);
  const group = groups.find(
    ({ status, membership, joinPolicy }) =>
      status === 'approved' && joinPolicy === 'open' && membership?.isOrganizer,
  );
  if (!group) throw new Error('the demo organiser has no public group');
  return sendSuccessfully<Event>(send, 'POST', '/api/events', {
    cookie,
    body: {
      groupId: group.id,
      title: 'The first after the upgrade',
      description: 'What the version before did not know: a bound, and guests.',
      location: 'The village hall, Mill Lane',
      startTime: new Date(Date.now() + 7 * day).toISOString(),
      endTime: new Date(Date.now() + 7 * day + 2 * hour).toISOString(),
      categoryId: group.categoryId,
      capacity: 10,
      guestsAllowed: 2,
    },
  });
}
