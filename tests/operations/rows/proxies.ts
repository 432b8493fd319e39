import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { behindCompose } from '../compose.ts';
import { example, withPorts } from '../patroni/example.ts';
import { makeCertificates } from '../patroni/authority.ts';
import { type Answer, Browser } from '../patroni/browser.ts';
import { postgresPackage, startPostgres } from '../postgres.ts';
import { freePort, type Program } from '../program.ts';
import type { Row, Stage } from '../row.ts';
import { pollUntil } from '../until.ts';

const site = 'hall.example';

export const proxies: Row = {
  name: 'proxies',
  title:
    'the examples for Caddy and HAProxy: valid, https, and what they do with processes that are not ready',
  packages: ['caddy', 'haproxy', 'openssl', postgresPackage],
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
      stage.say(found.at(-1) ?? '');
    }
    const postgres = await startPostgres(stage);
    for (const processes of [1, 3]) {
      await behindCompose(stage, postgres, processes);
      found.push(`that of Compose before ${processes}`);
      stage.say(found.at(-1) ?? '');
    }
    await checkFile(
      stage,
      'postgresql.cfg',
      ['haproxy', '-c', '-f'],
      example('haproxy/postgresql.cfg'),
    );
    return `${found.join(', ')}: served, served on after a hundred donations refused, the site's own page while the database is away, the proxy's while no process lives; haproxy -c and caddy validate have nothing against the files`;
  },
};

/** A fake process of the site, as far as a proxy can tell. */
class StandIn {
  ready = true;
  /** The answer to each visit, and the caller it was attributed to. */
  readonly visits: string[] = [];
  readonly port: number;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    server.on('request', (request, response) => this.#answer(request, response));
  }

  static async start({ after }: Stage): Promise<StandIn> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const stand = new StandIn(server);
    after(() => stand.end());
    return stand;
  }

  end(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #answer({ url, headers }: IncomingMessage, response: ServerResponse): void {
    if (url === '/healthz') return void response.end();
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
  const until = (what: string, isSo: () => Promise<boolean>) => pollUntil(`${name}: ${what}`, isSo);
  const all = (answers: Answer[], status: number) =>
    answers.every((each) => each.status === status);

  const allServe = async () =>
    all(await visit('/'), 200) && stands.every(({ visits }) => visits.length > 0);
  await until('all serve', allServe);
  demand(
    'passes on who calls',
    stands.every(({ visits }) => visits.every((each) => each === '127.0.0.1 by https')),
  );
  await visit('/refused', 30);
  demand('a 503 to one caller takes nobody out', await allServe());

  if (one) one.ready = false;
  await until(
    'one is left out',
    async () => all(await visit('/'), 200) && one?.visits.length === 0,
  );
  demand(
    'the others serve',
    others.every(({ visits }) => visits.length > 0),
  );

  for (const each of others) each.ready = false;
  const refusedWith = (answers: Answer[], words: string) =>
    answers.every(
      ({ status, retryAfter, text }) =>
        status === 503 && retryAfter === '5' && text.includes(words),
    );
  await until('none ready', async () => refusedWith(await visit('/', 3), 'the site is away'));
  demand(
    'with none ready the site says so itself',
    refusedWith(await visit('/'), 'the site is away'),
  );
  for (const each of stands) each.ready = true;
  await until('all serve again', allServe);

  for (const each of stands) each.end();
  await until('none lives', async () => refusedWith(await visit('/', 3), 'Please try again soon'));
}

async function startCaddy(stage: Stage, ports: readonly number[]): Promise<number> {
  const port = await freePort();
  const { folder, debian } = stage;
  // Another program may use the port for plain HTTP, which is not needed.
  const local = `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n`;
  const own = `\n\ttls ${folder}/tls/server.crt ${folder}/tls/server.key\n`;
  const text = withPorts(example('caddy/Caddyfile'), ports)
    .replace(`${site} {\n`, `${local}https://${site}:${port} {${own}`)
    .replaceAll(':3099', `:${await freePort()}`);
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

/** Makes a program check its own settings; returns their path. */
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
