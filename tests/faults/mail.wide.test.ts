import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ServerProcess } from '#tests/crash/server-process.ts';
import { ensureBuild, query } from '#tests/operation/support.ts';
import { serverOfFile } from '#tests/support/of-file.ts';
import { headerOf, startMailServer, type MailServer } from '#tests/support/smtp.ts';

const emails = 800;

const server = await serverOfFile({ lasting: true });
let mailServer: MailServer;
let sites: ServerProcess[] = [];

beforeAll(async () => {
  await ensureBuild();
  mailServer = await startMailServer();
  const env = { DATABASE_URL: server.url, DEMO: 'false', SMTP_URL: mailServer.url };
  sites = [1, 2].map(() => new ServerProcess(env));
  await Promise.all(sites.map((site) => site.ready));
}, 180_000);

afterAll(async () => {
  await Promise.all(sites.map((site) => site.killAll()));
  await mailServer?.close();
});

/** An email kind whose recipient has seen it nowhere else, so that none is held back. */
const enqueue = () =>
  query(
    server.url,
    `
    WITH members AS (
      INSERT INTO users (id, email, first_name, email_verified_at)
      SELECT 'm-' || gen_random_uuid(), gen_random_uuid() || '@example.org', 'Person', now()
      FROM generate_series(1, ${emails}) RETURNING id)
    INSERT INTO outbox (kind, cause, open, recipient_id, payload, due_at, created_at)
    SELECT 'account_restored', 'account', true, id, '{"reason":null}', now(), now() FROM members`,
  );

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(50);
}

const isOutboxEmpty = async () => {
  const [row] = await query<{ open: number }>(
    server.url,
    'SELECT count(*)::int AS open FROM outbox WHERE done_at IS NULL',
  );
  return row?.open === 0;
};

/** Counts the emails delivered, and those delivered twice. */
function countDelivered() {
  const ids = mailServer.received.map((mail) => headerOf(mail, 'message-id'));
  const different = new Set(ids).size;
  return { different, twice: ids.length - different };
}

const timeout = 120_000;

test(
  `two processes deliver ${emails} emails while PostgreSQL crashes twice: each arrives once, and none waits for a lease to end`,
  { timeout },
  async () => {
    await enqueue();
    for (const share of [0.2, 0.6]) {
      await until(() => countDelivered().different > share * emails);
      await server.crash();
      await pause(1_000);
      await server.start();
    }
    const back = performance.now();
    await until(isOutboxEmpty);
    const tookMs = performance.now() - back;
    expect(countDelivered()).toEqual({ different: emails, twice: 0 });
    console.info(`the rest, and what was in hand, in ${(tookMs / 1_000).toFixed(1)} s`);
  },
);
