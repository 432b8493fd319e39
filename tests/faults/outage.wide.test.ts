import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  checkAcknowledged,
  type Crowd,
  gatherCrowd,
  writeUntil,
  acknowledgedBy,
} from '#tests/crash/rounds.ts';
import { Random } from '#tests/crash/random.ts';
import { ServerProcess } from '#tests/crash/server-process.ts';
import { overHttp } from '#tests/crash/transport.ts';
import { ensureBuild } from '#tests/operation/support.ts';
import { startTestPostgres, type TestPostgres } from '#tests/postgres/server.ts';
import { fuzzSeed as seed } from '#tests/support/seed.ts';
import { headerOf, startMailServer, type MailServer } from '#tests/support/smtp.ts';
import { Gate } from './gate.ts';
import { type Outage, checkOutage } from './outage.ts';

/** `npm run test:long` takes the database away for longer. */
const seconds = Number(process.env.OUTAGE_SECONDS ?? 2.5);
const timeout = 120_000 + seconds * 3_000;

let server: TestPostgres;
let gate: Gate;
let post: MailServer;
let site: ServerProcess;
let address: string;
let crowd: Crowd;

beforeAll(async () => {
  await ensureBuild();
  server = await startTestPostgres({ lasting: true });
  gate = new Gate(server.url);
  post = await startMailServer();
  site = new ServerProcess({
    DATABASE_URL: await gate.addressOf(server.url),
    SMTP_URL: post.url,
    LOG_LEVEL: 'silent',
  });
  address = await site.ready;
  crowd = await gatherCrowd(overHttp(address), new Random(seed));
}, 180_000);

afterAll(async () => {
  await site?.killAll();
  await gate?.close();
  await post?.close();
  await server?.stop();
});

const outages: Outage[] = [
  { name: 'crashed', begin: () => server.crash(), end: () => server.start(), hangs: false },
  { name: 'cut off', begin: () => gate.set('shut'), end: () => gate.set('open'), hangs: false },
  { name: 'silent', begin: () => gate.set('silent'), end: () => gate.set('open'), hangs: true },
];

describe(`a PostgreSQL that is away for ${seconds} s during mixed writes (seed ${seed})`, () => {
  test.each(outages)(
    '$name: calls and pages answer so in time, the site recovers by itself, nothing is lost or duplicated',
    { timeout },
    async (outage) => {
      const { acknowledged, refused, slowestMs, backMs } = await checkOutage(outage, seconds, {
        address,
        crowd,
      });
      console.info(
        `${outage.name} for ${seconds} s: ${acknowledged} acknowledged writes, none lost or doubled; ` +
          `${refused} calls refused by 503, the slowest answer after ${Math.round(slowestMs)} ms; ` +
          `ready ${Math.round(backMs)} ms after its return`,
      );
    },
  );

  test('the same process continues, sends every due email, and ends properly', async () => {
    const send = overHttp(address);
    await writeUntil(() => acknowledgedBy(crowd) >= 20, send, crowd);
    await checkAcknowledged(send, crowd);
    const sent = await deliverAll();
    const ids = post.received.map((mail) => headerOf(mail, 'message-id'));
    // These leave out emails that the outage made needless.
    const came = new Set(ids);
    expect(sent.filter((id) => !came.has(id))).toEqual([]);
    console.info(`${sent.length} mails were due and came, ${ids.length - came.size} of them twice`);
    await site.stop();
    expect(site.stderr).toBe('');
  }, 60_000);
});

/**
 * Returns the kinds of the emails sent, once none waits. It ends leases from before the outage at
 * once, as if their ten minutes were over.
 */
async function deliverAll(): Promise<string[]> {
  const client = new pg.Client(server.url);
  await client.connect();
  try {
    for (;;) {
      await client.query('UPDATE outbox SET due_at = now() WHERE done_at IS NULL AND attempts > 0');
      const { rows } = await client.query<{ open: number; sent: string[] | null }>(
        `SELECT (SELECT count(*)::int FROM outbox WHERE done_at IS NULL) AS open,
                (SELECT array_agg(message_id) FROM mails WHERE state = 'sent') AS sent`,
      );
      if (rows[0]?.open === 0) return rows[0].sent ?? [];
      await pause(500);
    }
  } finally {
    await client.end();
  }
}
