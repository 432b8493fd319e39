import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { parse } from 'yaml';
import { recordBackup } from '#platform/db/transfer/backup-log.ts';
import { projectFile } from '#platform/process/files.ts';
import type { ServerProcess } from '#tests/crash/server-process.ts';
import { startReplicatedPostgres, type ReplicatedPostgres } from '#tests/postgres/server.ts';
import { refusal, startMailServer, type MailServer } from '#tests/support/smtp.ts';
import { query } from '#tests/operation/support.ts';
import { freePort, type Program } from '../program.ts';
import type { Row, Stage } from '../row.ts';
import { startSite } from '../sites.ts';

const rules = 'deploy/prometheus/alerts.yaml';

/** The running services, and the broken one. */
interface AlertSite {
  site: ServerProcess;
  address: string;
  postgres: ReplicatedPostgres;
  mail: MailServer;
  /** Waits until the alert fires. */
  seen: (alert: string) => Promise<void>;
}

export const alertsRow: Row = {
  name: 'alerts',
  title: 'each alert by Prometheus itself: what it watches is broken, and it fires',
  packages: ['prometheus'],
  run: async (stage) => {
    const folder = await checkedRules(stage);
    const [postgres, mail] = await Promise.all([startReplicatedPostgres(), startMailServer()]);
    stage.after(() => postgres.stop());
    stage.after(() => mail.close());
    const metricsPort = await freePort();
    const site = await startSite(stage, {
      DATABASE_URL: postgres.url,
      DATABASE_REPLICA_URL: postgres.replica.url,
      SMTP_URL: mail.url,
      METRICS_PORT: String(metricsPort),
      DEMO: 'false',
    });
    await site.ready;
    await backedUp(postgres.url);
    const { prometheus, api } = await startPrometheus(stage, folder, metricsPort);
    const fired = async () =>
      (
        await queryPrometheus(
          api,
          'count by (alertname) (count_over_time(ALERTS{alertstate="firing"}[1h]))',
        )
      ).map(({ metric }) => metric['alertname']);
    await prometheus.until(
      'read the metrics',
      async () => (await queryPrometheus(api, 'villagehall_info')).length > 0,
    );
    await delay(5_000);
    const tooEarly = await fired();
    if (tooEarly.length > 0)
      throw new Error(`With nothing broken there was ${tooEarly.join(', ')}`);
    const seen = (alert: string) =>
      prometheus.until(`show ${alert}`, async () => (await fired()).includes(alert));
    const alertSite = { site, address: await site.ready, postgres, mail, seen };
    for (const [alerts, breakIt] of breakages) {
      await breakIt(alertSite);
      stage.say(`${alerts.join(', ')}: seen`);
    }
    const tried = new Set(breakages.flatMap(([alerts]) => alerts));
    const untried = alertNames().filter((name) => !tried.has(name));
    return `promtool finds nothing wrong; ${tried.size} alerts fired, each by what it is about${untried.length > 0 ? `; not tried: ${untried.join(', ')}` : ''}`;
  },
};

/** Records a backup as if taken just now. */
async function backedUp(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await recordBackup(client, new Date());
  await client.end();
}

const alertNames = () => {
  const { groups } = parse(readFileSync(projectFile(rules), 'utf8')) as {
    groups: { rules: { alert: string }[] }[];
  };
  return groups.flatMap((group) => group.rules.map(({ alert }) => alert));
};

/** Checks the rules, and writes a copy that waits seconds instead of minutes. */
async function checkedRules({ debian, folder }: Stage): Promise<string> {
  const [given, quick] = [join(folder, 'given'), join(folder, 'quick')];
  for (const each of [given, quick]) mkdirSync(each);
  cpSync(projectFile('deploy/prometheus'), given, { recursive: true });
  await debian.run(['promtool', 'check', 'config', join(given, 'prometheus.yaml')]);
  const text = readFileSync(join(given, 'alerts.yaml'), 'utf8')
    .replaceAll(/for: \d+[mh]/g, 'for: 2s')
    .replaceAll(/\[\d+m\]/g, '[20s]');
  writeFileSync(join(quick, 'alerts.yaml'), text);
  return quick;
}

async function startPrometheus(
  { debian, after }: Stage,
  folder: string,
  metricsPort: number,
): Promise<{ prometheus: Program; api: string }> {
  const config = readFileSync(projectFile('deploy/prometheus/prometheus.yaml'), 'utf8');
  const every = 'global: { scrape_interval: 2s, scrape_timeout: 2s, evaluation_interval: 1s }\n';
  writeFileSync(
    join(folder, 'prometheus.yaml'),
    every + config.replace(':9464', `:${metricsPort}`),
  );
  const port = await freePort();
  const prometheus = debian.start([
    'prometheus',
    `--config.file=${join(folder, 'prometheus.yaml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  after(() => prometheus.stop());
  await prometheus.listens(port);
  return { prometheus, api: `http://127.0.0.1:${port}/api/v1/query` };
}

/**
 * Queries the current value; none while Prometheus, which listens before it is ready, answers 503.
 */
async function queryPrometheus(
  api: string,
  expression: string,
): Promise<{ metric: Record<string, string> }[]> {
  const answer = await fetch(`${api}?${new URLSearchParams({ query: expression }).toString()}`);
  if (answer.status === 503) return [];
  const { data } = (await answer.json()) as {
    data?: { result: { metric: Record<string, string> }[] };
  };
  return data?.result ?? [];
}

/** Enqueues an email to a new member, as if a number of minutes ago. */
const enqueueEmail = (url: string, minutesAgo: number) =>
  query(
    url,
    `WITH member AS (
       INSERT INTO users (id, email, first_name, email_verified_at)
       SELECT gen_random_uuid(), gen_random_uuid() || '@example.org', 'Person', now() RETURNING id)
     INSERT INTO outbox (kind, cause, recipient_id, payload, due_at, created_at)
     SELECT 'account_restored', 'account', id, '{"reason":null}', now(), now() - interval '${minutesAgo} minutes'
     FROM member`,
  );

const post = (address: string, path: string, body: object) =>
  fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify(body),
  }).then((answer) => answer.status);

const times = <T>(count: number, act: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)));

/** Repeats an action while it waits. */
async function meanwhile(act: () => Promise<unknown>, waiting: Promise<void>): Promise<void> {
  const over = new AbortController();
  const acting = async () => {
    while (!over.signal.aborted) await act();
  };
  const acts = acting();
  try {
    await waiting;
  } finally {
    over.abort();
    await acts;
  }
}

const password = 'Village-hall1';

/** Makes a number of sign-ups wait until the work is done. */
async function delaySignUps(
  url: string,
  address: string,
  people: number,
  until: () => Promise<unknown>,
): Promise<void> {
  const holder = new pg.Client(url);
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE users IN EXCLUSIVE MODE');
  const registering = times(people, () =>
    post(address, '/api/register', {
      firstName: 'Sam',
      email: `${randomUUID()}@example.org`,
      password,
      confirmPassword: password,
    }),
  );
  try {
    await until();
  } finally {
    await holder.end();
  }
  await registering;
}

/** The last ones break services that the others need. */
const breakages: readonly [alerts: string[], breakIt: (alertSite: AlertSite) => Promise<void>][] = [
  [
    ['VillagehallReplicaBehind'],
    async ({ postgres: { url, replica }, seen }) => {
      await query(replica.url, `ALTER SYSTEM SET recovery_min_apply_delay = '1500ms'`);
      await query(replica.url, 'SELECT pg_reload_conf()');
      await query(url, 'CREATE TABLE ticks (at timestamptz)');
      const tick = () => query(url, 'INSERT INTO ticks VALUES (now())').then(() => delay(50));
      await meanwhile(tick, seen('VillagehallReplicaBehind'));
      await query(replica.url, 'ALTER SYSTEM RESET recovery_min_apply_delay');
      await query(replica.url, 'SELECT pg_reload_conf()');
    },
  ],
  [
    ['VillagehallReplicaUnused'],
    async ({ postgres: { replica }, seen }) => {
      process.kill(replica.pid, 'SIGQUIT');
      await seen('VillagehallReplicaUnused');
    },
  ],
  [
    ['VillagehallMailGivenUp'],
    async ({ postgres, mail, seen }) => {
      mail.answers.recipient.push(refusal(550, 'no such person'));
      await enqueueEmail(postgres.url, 0);
      await seen('VillagehallMailGivenUp');
    },
  ],
  [
    ['VillagehallMailStuck'],
    async ({ postgres, mail, seen }) => {
      await mail.close();
      await enqueueEmail(postgres.url, 20);
      await seen('VillagehallMailStuck');
    },
  ],
  [
    ['VillagehallJobItemsFail'],
    async ({ postgres, seen }) => {
      await query(
        postgres.url,
        `CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql
          AS $$ BEGIN RAISE EXCEPTION 'a planted row'; END $$;
        INSERT INTO users (id, email, first_name, is_active, suspended_until)
          VALUES ('refused', 'refused@example.org', 'Person', false, now());
        CREATE TRIGGER refuse_row BEFORE UPDATE ON users FOR EACH ROW
          WHEN (old.id = 'refused') EXECUTE FUNCTION refuse_row()`,
      );
      await seen('VillagehallJobItemsFail');
      await query(postgres.url, 'DROP FUNCTION refuse_row CASCADE');
    },
  ],
  [
    ['VillagehallJobLate', 'VillagehallJobNotFinished', 'VillagehallBackupOld'],
    async ({ postgres, seen }) => {
      // The backup's row is among them.
      await query(postgres.url, `UPDATE jobs SET ended_at = now() - interval '2 days'`);
      await seen('VillagehallJobLate');
      await seen('VillagehallJobNotFinished');
      await seen('VillagehallBackupOld');
    },
  ],
  [
    ['VillagehallFailures'],
    async ({ postgres, address, seen }) => {
      await query(postgres.url, 'ALTER TABLE events RENAME TO gone');
      const ask = () => fetch(`${address}/api/events/7`).then(() => delay(100));
      await meanwhile(ask, seen('VillagehallFailures'));
      await query(postgres.url, 'ALTER TABLE gone RENAME TO events');
    },
  ],
  [
    ['VillagehallPasswordGuessing'],
    async ({ address, seen }) => {
      const guess = () => post(address, '/api/login', { email: 'a@example.org', password });
      await meanwhile(() => times(4, guess), seen('VillagehallPasswordGuessing'));
    },
  ],
  [
    ['VillagehallConnectionsExhausted', 'VillagehallSlow'],
    async ({ postgres, address, seen }) => {
      await delaySignUps(postgres.url, address, 40, () => seen('VillagehallConnectionsExhausted'));
      // Prometheus knows no rate for a new series, so slow answers keep coming.
      const slowly = () => delaySignUps(postgres.url, address, 4, () => delay(1_500));
      await meanwhile(slowly, seen('VillagehallSlow'));
    },
  ],
  [
    ['VillagehallEventLoopHeldUp'],
    async ({ site, seen }) => {
      const hold = async () => {
        process.kill(site.pid, 'SIGSTOP');
        await delay(1_200);
        process.kill(site.pid, 'SIGCONT');
        await delay(300);
      };
      await meanwhile(hold, seen('VillagehallEventLoopHeldUp'));
    },
  ],
  [
    ['VillagehallDatabaseDown'],
    async ({ postgres, seen }) => {
      await postgres.stop();
      await seen('VillagehallDatabaseDown');
    },
  ],
  [
    ['VillagehallDown'],
    async ({ site, seen }) => {
      await site.killAll();
      await seen('VillagehallDown');
    },
  ],
];
