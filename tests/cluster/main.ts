// npm run test:cluster [-- --writes 2000 --seed 42]
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { leaseLength } from '#platform/mail/queue.ts';
import { acknowledgedBy, checkAcknowledged, gatherCrowd, writeUntil } from '#tests/crash/rounds.ts';
import { Random } from '#tests/crash/random.ts';
import { ServerProcess } from '#tests/crash/server-process.ts';
import { overHttp } from '#tests/crash/transport.ts';
import { startTestPostgres } from '#tests/postgres/server.ts';
import { headerOf, startMailServer } from '#tests/support/smtp.ts';
import { RoundRobin } from './proxy.ts';

const { values } = parseArgs({
  options: {
    writes: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  },
});
const writes = Number(values.writes);
const random = new Random(Number(values.seed));
console.log(`Seed ${values.seed}`);

const mail = await startMailServer();
const server = await startTestPostgres();
const database = new pg.Client(server.url);
await database.connect();
const proxy = new RoundRobin();
const running: ServerProcess[] = [];

async function start(): Promise<ServerProcess> {
  const site = new ServerProcess({ DATABASE_URL: server.url, SMTP_URL: mail.url });
  running.push(site);
  proxy.add(await site.ready);
  return site;
}

try {
  const doomed = await start();
  const survivor = await start();
  const send = overHttp(await proxy.listen());
  const crowd = await gatherCrowd(send, random.fork());

  let killed = false;
  let killedAt = new Date();
  let timer: NodeJS.Timeout | undefined;
  const kill = () => {
    killed = true;
    killedAt = new Date();
    doomed.signal('SIGKILL');
  };
  const half = () => {
    if (acknowledgedBy(crowd) >= writes / 2) timer ??= setTimeout(kill, random.between(20, 200));
    return killed;
  };
  await writeUntil(half, send, crowd);
  await doomed.ended;
  proxy.remove(await doomed.ready);
  const before = acknowledgedBy(crowd);
  const fates = await checkAcknowledged(overHttp(await survivor.ready), crowd);
  console.log(
    `kill -9 of one of two after ${before} acknowledged writes: none lost or doubled; ` +
      `${fates.filter((fate) => fate !== 'none').length} in flight, ` +
      `${fates.filter((fate) => fate === 'made it').length} kept whole, the others not at all`,
  );

  await start();
  await writeUntil(() => acknowledgedBy(crowd) >= writes - before, send, crowd);
  await checkAcknowledged(send, crowd);
  console.log(`${writes} mixed writes in all: every acknowledged one is there, once`);

  const { effects, takenOver } = await untilDelivered(killedAt);
  const delivered = mail.received.length;
  const came = new Set(mail.received.map((each) => headerOf(each, 'message-id'))).size;
  if (came !== effects) throw new Error(`${effects} mails were due and ${came} came`);
  console.log(
    `${effects} mails were due, ${came} came, by Message-ID; ${delivered - came} came twice; ` +
      `${takenOver} were taken over from the process that died`,
  );
  for (const site of running.filter((each) => each !== doomed)) await site.stop();
} finally {
  await proxy.close();
  await Promise.all(running.map((site) => site.killAll()));
  await mail.close();
  await database.end();
  await server.stop();
}

/**
 * Waits until the outbox is empty; emails leased before the kill become due at once, as if their
 * lease had expired.
 */
async function untilDelivered(killedAt: Date): Promise<{ effects: number; takenOver: number }> {
  const { rowCount } = await database.query(
    `UPDATE outbox SET due_at = now()
     WHERE done_at IS NULL AND dead_at IS NULL AND attempts > 0 AND due_at < $1`,
    [new Date(killedAt.getTime() + leaseLength)],
  );
  const until = performance.now() + 60_000;
  for (;;) {
    const { rows } = await database.query<{ open: number; sent: number }>(
      `SELECT (SELECT count(*)::int FROM outbox WHERE done_at IS NULL) AS open,
              (SELECT count(*)::int FROM mails WHERE state = 'sent') AS sent`,
    );
    const [queue] = rows;
    if (queue?.open === 0) return { effects: queue.sent, takenOver: rowCount ?? 0 };
    if (performance.now() > until) throw new Error(`${queue?.open} effects are still open`);
    await once(AbortSignal.timeout(200), 'abort');
  }
}
