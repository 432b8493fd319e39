import type { ServerProcess } from '#tests/crash/server-process.ts';
import { Gate } from '#tests/faults/gate.ts';
import { type Answer, Browser } from './patroni/browser.ts';
import type { Postgres } from './postgres.ts';
import { freePort } from './program.ts';
import { startSecureCaddy } from './proxies.ts';
import type { Stage } from './row.ts';
import { startSite } from './sites.ts';
import { pollUntil } from './until.ts';

const site = 'hall.example';
const page = '/events';
const donations = 100;

/**
 * Runs the proxy of deploy/compose, with HTTPS by its own authority, before this many real
 * processes.
 */
export async function behindCompose(
  stage: Stage,
  postgres: Postgres,
  processes: number,
): Promise<void> {
  const composeSite = await ComposeSite.set(stage, postgres, processes);
  await composeSite.untilAllServe();
  await composeSite.demandServedAfterDonations();
  await composeSite.databaseAway();
  await composeSite.allDown();
}

class ComposeSite {
  readonly #stage: Stage;
  readonly #url: string;
  readonly #gate: Gate;
  readonly #ports: readonly number[];
  readonly #browser: Browser;
  #processes: ServerProcess[] = [];

  private constructor(
    stage: Stage,
    { url, gate, ports, browser }: { url: string; gate: Gate; ports: number[]; browser: Browser },
  ) {
    this.#stage = stage;
    this.#url = url;
    this.#gate = gate;
    this.#ports = ports;
    this.#browser = browser;
  }

  static async set(stage: Stage, postgres: Postgres, processes: number): Promise<ComposeSite> {
    const database = await postgres.another(`behind_compose_${processes}`);
    const gate = new Gate(database);
    stage.after(() => gate.close());
    const url = await gate.addressOf(database);
    const ports: number[] = [];
    while (ports.length < processes) ports.push(await freePort());
    const { port, ca } = await startSecureCaddy(stage, ports);
    const browser = new Browser({ host: '127.0.0.1', port, site, ca });
    stage.after(() => browser.close());
    const composeSite = new ComposeSite(stage, { url, gate, ports, browser });
    await composeSite.#start();
    return composeSite;
  }

  async untilAllServe(): Promise<void> {
    const marks = this.#marks();
    const saw = () => this.#processes.map(({ lines }) => lines.slice(-3).join('\n')).join('\n');
    const served = async () => {
      const { status, text } = await this.#visit();
      return status === 200 && text.includes('</html>') && this.#haveServed(marks);
    };
    await pollUntil('each process has served a page', served, saw);
  }

  /** A 503 to one caller, such as for missing payments, is an answer. */
  async demandServedAfterDonations(): Promise<void> {
    const give = () =>
      this.#browser.ask('POST', '/api/create-payment-intent', { body: { amount: 5 } });
    const answers = await Promise.all(Array.from({ length: donations }, give));
    demand(
      'a donation is answered by the site, 503 payments_unavailable',
      answers,
      ({ status, text }) => status === 503 && text.includes('payments_unavailable'),
    );
    const marks = this.#marks();
    const visits = [];
    for (let visit = 0; visit < 10 * this.#ports.length; visit += 1)
      visits.push(await this.#visit());
    demand('a page is served after a hundred of them', visits, ({ status }) => status === 200);
    if (!this.#haveServed(marks)) throw new Error('Donations have taken a process out');
  }

  /**
   * With no process ready, the site itself reports the problem, and recovers once a server answers.
   */
  async databaseAway(): Promise<void> {
    await this.#gate.set('shut');
    await this.#untilSaid('the site says that its database is away', 'tell us this number: 503-');
    await this.#gate.set('open');
    await this.untilAllServe();
  }

  async allDown(): Promise<void> {
    for (const each of this.#processes) await each.killAll();
    await this.#untilSaid('the proxy says that none lives', 'The site is away for a moment');
    await this.#start();
    await this.untilAllServe();
    for (const each of this.#processes) await each.stop();
  }

  async #start(): Promise<void> {
    this.#processes = [];
    for (const port of this.#ports) {
      const env = { DATABASE_URL: this.#url, PORT: String(port) };
      const settings = { TRUST_PROXY: 'loopback', LOG_LEVEL: 'info' };
      this.#processes.push(await startSite(this.#stage, { ...env, ...settings }));
    }
  }

  /** Expects a 503 page with Retry-After and these words. */
  async #untilSaid(what: string, words: string): Promise<void> {
    let last: Answer | undefined;
    const isSaid = async () => {
      last = await this.#visit('/groups');
      const { status, retryAfter, text } = last;
      return status === 503 && Number(retryAfter) >= 1 && text.includes(words);
    };
    await pollUntil(what, isSaid, () => JSON.stringify(last));
  }

  #visit(path = page): Promise<Answer> {
    return this.#browser.ask('GET', path, { page: true });
  }

  #marks(): number[] {
    return this.#processes.map(({ lines }) => lines.length);
  }

  /** Checks each process since its mark in the log. */
  #haveServed(marks: readonly number[]): boolean {
    return this.#processes.every(({ lines }, index) =>
      lines.slice(marks[index]).some((line) => line.includes(`"route":"${page}"`)),
    );
  }
}

function demand(what: string, answers: Answer[], isSo: (answer: Answer) => boolean): void {
  const other = answers.find((answer) => !isSo(answer));
  if (other) throw new Error(`Not so: ${what}. It was ${JSON.stringify(other)}`);
}
