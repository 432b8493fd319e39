import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerProcess } from '#tests/crash/server-process.ts';
import { headerOf, type MailServer, startMailServer } from '#tests/support/smtp.ts';
import { query } from '#tests/operation/support.ts';
import { freePort } from '../program.ts';
import type { Stage } from '../row.ts';
import { startSite } from '../sites.ts';
import { type Answer, Browser } from './browser.ts';
import type { Cluster } from './cluster.ts';
import { example, withPorts } from './example.ts';

const processes = 3;
/** Longer than a lease: another worker takes over an email whose sending was not recorded. */
const emailsWithinSeconds = 240;
const outboxQuery = `
  SELECT (SELECT count(*)::int FROM outbox WHERE done_at IS NULL AND dead_at IS NULL) AS open,
         (SELECT array_agg(message_id) FROM mails WHERE state = 'sent') AS sent`;
const siteName = 'hall.example';

interface SiteOptions {
  url: string;
  /** The standby that each process reads from, in the order of the processes. */
  replicas: readonly string[];
  cluster: Cluster;
}

/** Starts three processes of the site behind HAProxy, by the file of deploy/. */
export class Site {
  readonly browser: Browser;
  readonly mails: MailServer;
  readonly #processes: ServerProcess[];

  private constructor(browser: Browser, mails: MailServer, running: ServerProcess[]) {
    this.browser = browser;
    this.mails = mails;
    this.#processes = running;
  }

  static async start(
    stage: Stage,
    { url, replicas, cluster: { tls } }: SiteOptions,
  ): Promise<Site> {
    const mails = await startMailServer();
    stage.after(() => mails.close());
    const running: ServerProcess[] = [];
    const ports: number[] = [];
    for (let index = 0; index < processes; index += 1) {
      const replica = replicas[index];
      const one = await startSite(stage, {
        DATABASE_URL: url,
        ...(replica && { DATABASE_REPLICA_URL: replica }),
        SMTP_URL: mails.url,
        TRUST_PROXY: 'loopback',
        LOG_LEVEL: 'info',
      });
      running.push(one);
      ports.push(Number(new URL(await one.ready).port));
    }
    const port = await freePort();
    await startProxy(stage, { tls, ports, port });
    const ca = readFileSync(join(tls, 'root.crt'), 'utf8');
    const browser = new Browser({ host: '127.0.0.1', port, site: siteName, ca });
    stage.after(() => browser.close());
    return new Site(browser, mails, running);
  }

  /** Returns how many processes read from a replica, by the last log line of each. */
  get readingReplicas(): number {
    const saying = this.#processes.map(({ lines }) =>
      lines.findLast(
        (line) =>
          line.includes('reading from the replica') || line.includes('none from the replica'),
      ),
    );
    return saying.filter((line) => line?.includes('reading from the replica')).length;
  }

  /** Finds a failure in the log by the id on the visitor's page. */
  reasonOf({ text }: Answer): string {
    const [id = 'no id'] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text) ?? [];
    const lines = this.#processes.flatMap((each) => each.lines);
    return lines.filter((line) => line.includes(id) && line.includes('"err"')).join('\n');
  }

  /** Waits until the outbox is empty. */
  async lettersAfter(url: string): Promise<string> {
    const began = performance.now();
    for (;;) {
      const [queue] = await query<{ open: number; sent: string[] | null }>(url, outboxQuery);
      const seconds = (performance.now() - began) / 1_000;
      if (queue?.open === 0) {
        return `${this.#letters(queue.sent ?? [])}, the last after ${seconds.toFixed(0)} s`;
      }
      if (seconds > emailsWithinSeconds) throw new Error(`${queue?.open} letters still wait`);
      await pause(500);
    }
  }

  #letters(sent: readonly string[]): string {
    const ids = this.mails.received.map((mail) => headerOf(mail, 'message-id'));
    const came = new Set(ids);
    const lost = sent.filter((id) => !came.has(id));
    if (lost.length > 0) throw new Error(`${lost.length} of ${sent.length} letters never came`);
    return `${sent.length} letters were due and came, ${ids.length - came.size} of them twice`;
  }

  /** Each process must end by itself. */
  async stop(): Promise<void> {
    await Promise.all(this.#processes.map((each) => each.stop()));
  }
}

async function startProxy(
  stage: Stage,
  { tls, ports, port }: { tls: string; ports: readonly number[]; port: number },
): Promise<void> {
  const file = join(stage.folder, 'site.cfg');
  const plain = await freePort();
  const text = withPorts(example('haproxy/site.cfg'), ports)
    .replace('bind :80', `bind 127.0.0.1:${plain}`)
    .replace('bind :443', `bind 127.0.0.1:${port}`)
    .replace('/etc/haproxy/', `${tls}/`);
  writeFileSync(file, text);
  const proxy = stage.debian.start(['haproxy', '-db', '-f', file]);
  stage.after(() => proxy.stop());
  await proxy.listens(port);
}
