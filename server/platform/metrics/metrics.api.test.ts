import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { cleanText, cleanTexts } from '#contract/platform/clean-text.ts';
import { startTestApp } from '#tests/support/app.ts';
import { jobs as slots } from '#platform/jobs/tables.ts';
import { recordBackup } from '#platform/db/transfer/backup-log.ts';
import { mails, outbox, suppressions } from '#platform/mail/tables.ts';
import { projectFile } from '#platform/process/files.ts';
import { serveMetrics } from './server.ts';

const lines: string[] = [];
const app = await startTestApp(
  { logLevel: 'trace', rateLimits: true },
  { logTo: { write: (line) => void lines.push(line) }, measured: true },
);
const { fastify, db, clock, metrics } = app;
if (!metrics) throw new Error('the application was given metrics');

const json = { 'content-type': 'application/json' };
let site = '';
let scrape: () => Promise<string>;
let metricsClose: () => Promise<void>;

beforeAll(async () => {
  await fastify.listen({ host: '127.0.0.1', port: 0 });
  site = `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}`;
  const server = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 });
  metricsClose = server.close;
  scrape = async () => (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
});

afterAll(() => metricsClose());

/** Returns the values of a metric by its labels. */
async function read(name: string): Promise<Map<string, number>> {
  const found = (await scrape()).matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'));
  return new Map(Array.from(found, ([, labels = '', value]) => [labels, Number(value)]));
}

const count = 'villagehall_http_request_duration_seconds_count';

describe('the metrics', () => {
  it('group requests by route pattern, not by address', async () => {
    const event = await app.make.event();
    for (const id of [event.id, event.id, 999_999]) await fetch(`${site}/api/events/${id}`);
    await fetch(`${site}/api/no-such-call`);
    const counts = await read(count);
    expect(counts.get('method="GET",route="/api/events/:id",status="200"')).toBe(2);
    expect(counts.get('method="GET",route="/api/events/:id",status="404"')).toBe(1);
    expect(counts.get('method="GET",route="/api/*",status="404"')).toBe(1);
  });

  it('count unknown methods as one', async () => {
    const sent = ask(site, { method: 'PROPFIND' }).end();
    await new Promise((resolve) => sent.once('response', (response) => resolve(response.resume())));
    const methods = [...(await read(count)).keys()].join('\n');
    expect(methods).toContain('method="other"');
    expect(methods).not.toContain('PROPFIND');
  });

  it('count sign-ins, refusals and waits', async () => {
    const signIn = (password: string) =>
      fetch(`${site}/api/login`, {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ email: 'counted@example.org', password }),
      });
    for (let tries = 0; tries < 11; tries += 1) await signIn('x');
    const outcomes = await read('villagehall_sign_ins_total');
    expect(outcomes.get('outcome="refused"')).toBe(10);
    expect(outcomes.get('outcome="limited"')).toBe(1);
    expect(outcomes.get('outcome="accepted"')).toBe(0);
  });

  it("show the outbox's size and age, and failed emails", async () => {
    const at = (hours: number) => clock.inHours(hours);
    await db.insert(outbox).values([
      { kind: 'a', payload: {}, dueAt: at(-2) },
      { kind: 'b', payload: {}, dueAt: at(-1) },
      { kind: 'c', payload: {}, dueAt: at(5) },
      { kind: 'd', payload: {}, dueAt: at(-3), deadAt: at(-1) },
      { kind: 'e', payload: {}, dueAt: at(-3), doneAt: at(-1) },
    ]);
    const effects = await read('villagehall_outbox_effects');
    expect(Object.fromEntries(effects)).toEqual({
      'state="due"': 2,
      'state="later"': 1,
      'state="dead"': 1,
    });
    expect((await read('villagehall_outbox_oldest_seconds')).get('')).toBe(7_200);
    expect((await read('villagehall_database_up')).get('')).toBe(1);
  });

  it('show the share of emails whose address was refused for good, of the last day', async () => {
    const email = { kind: 'a', recipient: 'ada@example.org', state: 'sent' as const };
    await db.insert(mails).values(
      cleanTexts([
        { ...email, effectId: 1, createdAt: clock.inHours(-1) },
        { ...email, effectId: 2, createdAt: clock.inHours(-2) },
        { ...email, effectId: 3, createdAt: clock.inHours(-23) },
        { ...email, effectId: 4, createdAt: clock.inHours(-23) },
        { ...email, effectId: 5, createdAt: clock.inHours(-25) },
      ]),
    );
    await db.insert(suppressions).values(
      cleanTexts([
        { address: 'ada@example.org', reason: '550', createdAt: clock.inHours(-1) },
        { address: 'ben@example.org', reason: '550', createdAt: clock.inHours(-25) },
      ]),
    );
    expect((await read('villagehall_mail_refused_ratio')).get('')).toBe(0.25);
  });

  it('count a failing email from its creation, though each try delays it', async () => {
    await db.delete(outbox);
    await db.insert(outbox).values([
      {
        kind: 'a',
        payload: {},
        attempts: 7,
        lastError: cleanText('connect ECONNREFUSED'),
        createdAt: clock.inHours(-3),
        dueAt: clock.inHours(1),
      },
      { kind: 'b', payload: {}, createdAt: clock.inHours(-9), dueAt: clock.inHours(1) },
    ]);
    expect((await read('villagehall_outbox_oldest_seconds')).get('')).toBe(10_800);
    await db.delete(outbox);
    expect((await read('villagehall_outbox_oldest_seconds')).get('')).toBe(0);
  });

  it('show how overdue a job is, whether it fails or no process runs it', async () => {
    const [slot, startedAt] = [clock.inHours(-1), clock.inHours(-1)];
    await db.insert(slots).values([
      { name: 'purge', slot, startedAt, endedAt: clock.inHours(-3) },
      { name: 'clock', slot, startedAt, endedAt: clock.inHours(-0.5) },
    ]);
    const late = await read('villagehall_job_late_seconds');
    expect(late.get('name="purge"')).toBe(7_200);
    expect(late.get('name="clock"')).toBe(0);
    expect(late.get('name="reminders"')).toBe(0);
  });

  it("show the last backup's age, or that there is none", async () => {
    const age = async () => /^villagehall_backup_age_seconds (\S+)$/m.exec(await scrape())?.[1];
    expect(await age()).toBe('+Inf');
    await recordBackup(db.$client, clock.inHours(-30));
    await recordBackup(db.$client, clock.inHours(-3));
    expect(await age()).toBe('10800');
  });

  it('show the version, and so does /healthz', async () => {
    const { version } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8'));
    expect((await read('villagehall_info')).get(`version="${version}"`)).toBe(1);
    expect(await (await fetch(`${site}/healthz`)).json()).toEqual({ status: 'alive', version });
  });

  it('show whether the replica is in use, and who answered', async () => {
    const replica = {
      behindMs: (): number | undefined => 20,
      reads: { replica: 3, primary: 1, again: 0 },
    };
    metrics.watchReplica(replica);
    expect((await read('villagehall_replica_in_use')).get('')).toBe(1);
    expect((await read('villagehall_replica_behind_seconds')).get('')).toBe(0.02);
    expect(Object.fromEntries(await read('villagehall_replica_reads_total'))).toEqual({
      'by="replica"': 3,
      'by="primary"': 1,
      'by="again"': 0,
    });
    replica.behindMs = () => undefined;
    expect((await read('villagehall_replica_in_use')).get('')).toBe(0);
  });

  it('are at /metrics of their own port only', async () => {
    const text = await scrape();
    expect(text).toContain('process_cpu_seconds_total');
    expect(text).toContain('villagehall_database_connections{state="busy"}');
    expect((await fetch(`${site}/metrics`)).status).toBe(404);
  });
});

describe('the dashboard and the alerts', () => {
  const names = /\b(?:villagehall|process|nodejs)_[a-z0-9_]+/g;
  const dashboard = readFileSync(projectFile('deploy/grafana/dashboard.json'), 'utf8');
  const rules = readFileSync(projectFile('deploy/prometheus/alerts.yaml'), 'utf8');

  it.each([
    ['dashboard', dashboard],
    ['alerts', rules],
  ])('use existing metrics only: %s', async (_, text) => {
    const exposed = await scrape();
    const named = new Set(text.match(names));
    expect(named.size).toBeGreaterThan(3);
    const missing = [...named].filter((name) => !new RegExp(`^${name}[ {]`, 'm').test(exposed));
    expect(missing).toEqual([]);
  });

  it('are complete: each alert has a time, a severity and an action', () => {
    const { groups } = parse(rules) as { groups: { rules: Record<string, unknown>[] }[] };
    for (const rule of groups.flatMap((group) => group.rules)) {
      expect(rule).toMatchObject({
        alert: expect.any(String),
        expr: expect.any(String),
        labels: { severity: expect.stringMatching(/^(page|ticket)$/) },
        annotations: { summary: expect.any(String), description: expect.any(String) },
      });
    }
    const { panels } = JSON.parse(dashboard) as { panels: { targets?: { expr: string }[] }[] };
    expect(panels.every(({ targets }) => targets?.every(({ expr }) => expr !== ''))).toBe(true);
  });
});

describe('a request', () => {
  it.each([
    ['/api/events/999999', '/api/events/:id', 404],
    ['/api/events?q=secret', '/api/events', 200],
    ['/healthz', '/healthz', 200],
    ['/api/nothing/secret', '/api/*', 404],
  ])(
    'has one line in the log, with the pattern instead of the address: %s',
    async (path, route, status) => {
      const reqId = (await fetch(site + path)).headers.get('x-request-id');
      const logged = lines.filter((line) => line.includes(`"reqId":"${reqId}"`));
      expect(logged.map((line) => JSON.parse(line) as unknown)).toEqual([
        expect.objectContaining({
          level: 30,
          method: 'GET',
          route,
          status,
          ms: expect.any(Number),
          msg: 'a request was answered',
        }),
      ]);
      expect(logged.join('')).not.toContain('secret');
    },
  );
});

describe('the log at its most detailed level', () => {
  it('contains no address, account, search or token', async () => {
    const token = randomUUID().replaceAll('-', '');
    const from = { 'x-forwarded-for': '203.0.113.9', cookie: `session=${token}` };
    await fetch(`${site}/api/events?q=secret+club&location=Ambleside`, { headers: from });
    await fetch(`${site}/reset-password?token=${token}`, { headers: from });
    await fetch(`${site}/unsubscribe/${token}`, { headers: from });
    await fetch(`${site}/api/login`, {
      method: 'POST',
      headers: { ...json, ...from },
      body: JSON.stringify({ email: 'named@example.org', password: 'Open-sesame1' }),
    });
    const log = lines.join('');
    expect(log).toContain('"route":"/api/events"');
    expect(log).not.toContain('/unsubscribe/');
    for (const logged of [
      token,
      'secret',
      'Ambleside',
      'named@',
      'sesame',
      '203.0.113',
      'remoteAddress',
    ]) {
      expect(log).not.toContain(logged);
    }
  });

  it("has a failed query's place and not its values", async () => {
    await db.$client.query('ALTER TABLE users RENAME TO gone');
    const body = JSON.stringify({ email: 'queried@example.org', password: 'Open-sesame1' });
    const answer = await app.fastify.inject({
      method: 'POST',
      url: '/api/login',
      remoteAddress: '10.1.1.1',
      headers: json,
      payload: body,
    });
    await db.$client.query('ALTER TABLE gone RENAME TO users');
    expect(answer.statusCode).toBe(500);
    const failed = lines.find((line) => line.includes('a request failed')) ?? '';
    expect(failed).toContain('42P01');
    expect(failed).toContain('params: [Redacted]');
    expect(lines.join('')).not.toContain('queried@');
  });
});
