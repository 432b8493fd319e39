import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountById } from '#features/base/accounts/queries.ts';
import { askMembers } from '#features/events/attendance/mutations/asking.ts';
import { groups } from '#features/community/groups/tables.ts';
import { openDatabase, type OpenDatabase } from '#platform/db/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { ServerProcess } from '#tests/crash/server-process.ts';
import { overHttp } from '#tests/crash/transport.ts';
import { startTestPostgres, type TestPostgres } from '#tests/postgres/server.ts';
import { hour } from '#contract/platform/durations.ts';
import { factoriesFor } from '#tests/support/factories.ts';
import { headerOf, startMailServer, type MailServer } from '#tests/support/smtp.ts';
import { ensureBuild } from './support.ts';
import '#server/steps.ts';

/** `npm run test:long` writes to 10,000. */
const crowd = Number(process.env.RECIPIENTS ?? 1_500);

let server: TestPostgres;
let opened: OpenDatabase;
let mailServer: MailServer;
let make: ReturnType<typeof factoriesFor>;

const startProcess = () =>
  new ServerProcess({ DATABASE_URL: server.url, DEMO: 'false', SMTP_URL: mailServer.url });

beforeAll(async () => {
  await ensureBuild();
  [server, mailServer] = await Promise.all([startTestPostgres(), startMailServer()]);
  const first = startProcess();
  await first.ready;
  await first.stop();
  opened = await openDatabase({ databaseUrl: server.url, dataDir: '' });
  const inHours = (hours: number) => new Date(Date.now() + hours * hour);
  make = factoriesFor(opened.db, { read: () => new Date(), inHours });
}, 180_000);

afterAll(async () => {
  await opened.close();
  await mailServer.close();
  await server.stop();
});

/** Creates a group of many, whose ids begin with this name. */
async function groupOf(size: number, name: string) {
  const group = await make.group();
  await opened.db.execute(sql`
    with crowd as (
      insert into users (id, email, first_name, email_verified_at)
      select ${name}::text || '-' || n, ${name}::text || '-' || n || '@example.org', 'Person', now()
      from generate_series(1, ${size}::int) n returning id)
    insert into memberships (group_id, user_id, status) select ${group.id}::int, id, 'approved' from crowd`);
  return group;
}

/** Writes to a group of many, and creates another member who will ask for a new password. */
async function gather() {
  const group = await groupOf(crowd, 'crowd');
  const message = await make.message(group, { sentById: group.owner.id, sendsAt: new Date() });
  return { message, forgetful: await make.user() };
}

/** The recipients of a group by the name of their email. */
const sentEmails = (group = 'crowd') =>
  new Map(
    mailServer.received
      .filter(({ to }) => to[0]?.startsWith(`${group}-`))
      .map((each) => [headerOf(each, 'message-id') ?? '', each.to[0] ?? '']),
  );

async function until(what: string, holds: () => boolean): Promise<void> {
  const began = Date.now();
  for (let lastPrinted = began; !holds(); await pause(100)) {
    if (Date.now() - began > 1_500_000) throw new Error(`not within 25 minutes: ${what}`);
    // The runner ends a step that prints nothing for minutes.
    if (Date.now() - lastPrinted < 60_000) continue;
    lastPrinted = Date.now();
    console.info(`${mailServer.received.length} letters have come; waiting for ${what}`);
  }
}

/** Ends all leases, so that other workers take over a dead worker's emails at once. */
const endLeases = () =>
  opened.db.execute(sql`update outbox set due_at = now() where done_at is null and due_at > now()`);

test(
  `two processes send ${crowd} emails, one dies twice: each arrives, and a reset link meanwhile`,
  { timeout: 1_800_000 },
  async () => {
    const survivor = startProcess();
    const address = await survivor.ready;
    const { message, forgetful } = await gather();
    const began = Date.now();
    for (const share of [0.1, 0.3]) {
      const doomed = startProcess();
      await doomed.ready;
      await until(`${share} of the letters`, () => sentEmails().size > share * crowd);
      await doomed.killAll();
    }
    const asked = Date.now();
    const send = overHttp(address);
    await send('POST', '/api/forgot-password', { body: { email: forgetful.email } });
    await until('the link', () => mailServer.received.some(({ to }) => to[0] === forgetful.email));
    const waited = Date.now() - asked;
    expect(sentEmails().size).toBeLessThan(crowd);
    expect(waited).toBeLessThan(10_000);
    await until('most letters', () => sentEmails().size > crowd - 64);
    await pause(1_000);
    await endLeases();
    await until('every letter', () => new Set(sentEmails().values()).size === crowd);
    const took = (Date.now() - began) / 1_000;
    // Each recipient counts once, however many copies came.
    expect(sentEmails().size).toBe(crowd);
    const { rows } = await opened.db.execute(sql`
      select count(*)::int as queued, count(distinct recipient_id)::int as people from outbox
      where cause = ${`message:${message.id}`}`);
    expect(rows).toEqual([{ queued: crowd, people: crowd }]);
    const twice = mailServer.received.length - 1 - crowd;
    console.info(
      `${crowd} letters in ${took.toFixed(0)} s, ${twice} of them twice under one name; the link came in ${waited} ms`,
    );
    await survivor.stop();
  },
);

test(
  'two processes ask a group whether it comes, one dies: each member is asked once',
  { timeout: 600_000 },
  async () => {
    const size = crowd / 5;
    const survivor = startProcess();
    await survivor.ready;
    const doomed = startProcess();
    await doomed.ready;
    const group = await groupOf(size, 'silent');
    await opened.db.update(groups).set({ asksEverybody: true }).where(eq(groups.id, group.id));
    const event = await make.event({ group, startTime: new Date(Date.now() + 71 * hour) });
    const organiser = await accountById(opened.db, group.owner.id);
    // In the daytime a process may have asked before the organiser.
    await askMembers(opened.db, organiser!, event.id, new Date()).catch((error: unknown) => {
      if (!(error instanceof Refusal && error.code === 'conflict')) throw error;
    });
    await endLeases();
    const asked = () => sentEmails('silent');
    await until('some questions', () => asked().size > 0.2 * size);
    await doomed.killAll();
    await until('most questions', () => asked().size > size - 64);
    await endLeases();
    await until('every question', () => new Set(asked().values()).size === size);
    expect(asked().size).toBe(size);
    const { rows } = await opened.db.execute(sql`
      select count(*)::int as queued, count(distinct recipient_id)::int as people from outbox
      where kind = 'attendance_asked' and recipient_id like 'silent-%'`);
    expect(rows).toEqual([{ queued: size, people: size }]);
    await survivor.stop();
  },
);
