import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { example, withPorts } from '../patroni/example.ts';
import { makeCertificates } from '../patroni/authority.ts';
import { type Answer, Browser } from '../patroni/browser.ts';
import { freePort, type Program } from '../program.ts';
import type { Row, Stage } from '../row.ts';

const site = 'hall.example';
const patienceMs = 20_000;

export const proxies: Row = {
  name: 'proxies',
  title:
    'the examples for Caddy and HAProxy: valid, https, and what they do with processes that are not ready',
  packages: ['caddy', 'haproxy', 'openssl'],
  run: async (stage) => {
    const certificates = { folder: join(stage.folder, 'tls'), addresses: [], owner: 0 };
    await makeCertificates(stage.debian, certificates);
    const found: string[] = [];
    for (const [name, start] of Object.entries({ Caddy: startCaddy, HAProxy: startHaproxy })) {
      const stands = await Promise.all([1, 2, 3].map(() => StandIn.start(stage)));
      const port = await start(
        stage,
        stands.map((each) => each.port),
      );
      const ca = readFileSync(join(stage.folder, 'tls/root.crt'), 'utf8');
      const browser = new Browser({ host: '127.0.0.1', port, site, ca });
      stage.after(() => browser.close());
      await check(name, browser, stands);
      found.push(`${name} does as it should`);
    }
    await checkFile(
      stage,
      'postgresql.cfg',
      ['haproxy', '-c', '-f'],
      example('haproxy/postgresql.cfg'),
    );
    return `${found.join(', ')}; haproxy -c and caddy validate have nothing against the files`;
  },
};

/** A process of the site, as far as a proxy can tell. */
class StandIn {
  ready = true;
  /** What each visit was answered, and by whom it was said to come. */
  readonly visits: string[] = [];
  readonly port: number;

  private constructor(server: Server) {
    this.port = (server.address() as AddressInfo).port;
    server.on('request', (request, response) => this.#answer(request, response));
  }

  static async start({ after }: Stage): Promise<StandIn> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    after(() => {
      server.close();
      server.closeAllConnections();
    });
    return new StandIn(server);
  }

  #answer({ url, headers }: IncomingMessage, response: ServerResponse): void {
    if (url === '/readyz') return void response.writeHead(this.ready ? 200 : 503).end();
    const { 'x-forwarded-for': from, 'x-forwarded-proto': scheme } = headers;
    this.visits.push(`${String(from)} by ${String(scheme)}`);
    const refused = url === '/refused' || !this.ready;
    response.writeHead(refused ? 503 : 200, refused ? { 'retry-after': '5' } : {});
    response.end(refused ? 'the site is away' : 'here it is');
  }
}

async function check(name: string, browser: Browser, stands: readonly StandIn[]): Promise<void> {
  const [one, ...others] = stands;
  const demand = (what: string, isSo: boolean) => {
    if (!isSo) throw new Error(`${name}: ${what}`);
  };
  const visit = async (path: string, times = 12): Promise<Answer[]> => {
    for (const each of stands) each.visits.length = 0;
    const answers: Answer[] = [];
    for (let turn = 0; turn < times; turn += 1) answers.push(await browser.ask('GET', path));
    return answers;
  };
  const all = (answers: Answer[], status: number) =>
    answers.every((each) => each.status === status);

  await until(
    async () => all(await visit('/'), 200) && stands.every(({ visits }) => visits.length > 0),
  );
  demand(
    'passes on who calls',
    stands.every(({ visits }) => visits.every((each) => each === '127.0.0.1 by https')),
  );
  await visit('/refused', 30);
  demand(
    'a 503 to one caller takes nobody out',
    all(await visit('/'), 200) && stands.every(({ visits }) => visits.length > 0),
  );

  if (one) one.ready = false;
  await until(async () => all(await visit('/'), 200) && one?.visits.length === 0);
  demand(
    'the others serve',
    others.every(({ visits }) => visits.length > 0),
  );

  for (const each of others) each.ready = false;
  await until(async () => all(await visit('/', 3), 503));
  await pause(2_000);
  const away = await visit('/');
  demand(
    'with none ready the site says so itself',
    away.every(
      ({ status, retryAfter, text }) =>
        status === 503 && retryAfter === '5' && text === 'the site is away',
    ),
  );
  for (const each of stands) each.ready = true;
  await until(
    async () => all(await visit('/'), 200) && stands.every(({ visits }) => visits.length > 0),
  );
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const over = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > over) throw new Error(`It did not come to be: ${String(isSo)}`);
    await pause(100);
  }
}

async function startCaddy(stage: Stage, ports: readonly number[]): Promise<number> {
  const port = await freePort();
  const { folder, debian } = stage;
  // The port for plain http is not needed, and may be taken.
  const local = `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n`;
  const own = `\n\ttls ${folder}/tls/server.crt ${folder}/tls/server.key\n`;
  const text = withPorts(example('caddy/Caddyfile'), ports).replace(
    `${site} {\n`,
    `${local}https://${site}:${port} {${own}`,
  );
  await checkFile(
    stage,
    'original',
    ['caddy', 'validate', '--adapter', 'caddyfile', '--config'],
    example('caddy/Caddyfile'),
  );
  const file = await checkFile(
    stage,
    'Caddyfile',
    ['caddy', 'validate', '--adapter', 'caddyfile', '--config'],
    text,
  );
  const env = { HOME: folder };
  const proxy = debian.start(['caddy', 'run', '--adapter', 'caddyfile', '--config', file], { env });
  return serving(stage, proxy, port);
}

async function startHaproxy(stage: Stage, ports: readonly number[]): Promise<number> {
  const [plain, port] = [await freePort(), await freePort()];
  const text = withPorts(example('haproxy/site.cfg'), ports)
    .replace('bind :80', `bind 127.0.0.1:${plain}`)
    .replace('bind :443', `bind 127.0.0.1:${port}`)
    .replace('/etc/haproxy/', `${stage.folder}/tls/`);
  const file = await checkFile(stage, 'site.cfg', ['haproxy', '-c', '-f'], text);
  return serving(stage, stage.debian.start(['haproxy', '-db', '-f', file]), port);
}

async function serving({ after }: Stage, proxy: Program, port: number): Promise<number> {
  after(() => proxy.stop());
  await proxy.listens(port);
  return port;
}

/** Has a program look at its own settings; answers where they are. */
async function checkFile(
  { debian, folder }: Stage,
  name: string,
  words: readonly [string, ...string[]],
  text: string,
): Promise<string> {
  const file = join(folder, name);
  writeFileSync(file, text);
  await debian.run([...words, file], { env: { HOME: folder } });
  return file;
}
