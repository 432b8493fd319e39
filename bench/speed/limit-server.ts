// A server that does the least that an answer needs, in a process of its own like the product: it
// sends fixed bytes, or runs the same SQL, or draws the same page, and nothing around it.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import pg from 'pg';
import { openEmbeddedEngine } from '#platform/db/embedded/engine.ts';
import { PipelinedClient } from '#platform/db/fast/pipelined-client.ts';
import type * as web from '#web/server.tsx';
import type { Statement } from './record.ts';

export interface BytesWork {
  kind: 'bytes';
  /** In base64. */
  body: string;
  headers: Record<string, string>;
}

export interface SqlWork {
  kind: 'SQL';
  /** A server's address, or a folder of the embedded engine that no other process has open. */
  where: { url: string } | { dataDir: string };
  /** The statements of each connection; further connections start again from the first script. */
  scripts: Statement[][];
  poolSize: number;
}

interface PageWork {
  kind: 'page';
  /** A page of the running product, and its viewer's cookie. */
  url: string;
  cookie: string;
}

export type LimitWork = BytesWork | SqlWork | PageWork;

interface Limit {
  answer: (response: ServerResponse, socket: Socket) => Promise<void> | void;
  close?: () => Promise<void>;
}

const [work] = (await once(process, 'message')) as [LimitWork];
const limit = await limitFor(work);
const server = createServer((request, response) => {
  void Promise.resolve(limit.answer(response, request.socket))
    .catch(() => (response.statusCode = 500))
    .finally(() => response.end());
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => {
  void Promise.resolve(limit.close?.()).finally(() => process.exit(0));
});

async function limitFor(asked: LimitWork): Promise<Limit> {
  if (asked.kind === 'page') return { answer: await drawing(asked) };
  return asked.kind === 'SQL' ? querying(asked) : { answer: sending(asked) };
}

function sending({ body, headers }: BytesWork): Limit['answer'] {
  const bytes = Buffer.from(body, 'base64');
  const all = { ...headers, 'content-length': bytes.length };
  return (response) => {
    response.writeHead(200, all);
    response.write(bytes);
  };
}

async function querying({ where, scripts, poolSize }: SqlWork): Promise<Limit> {
  const { pool, shared, close } = await open(where, scripts, poolSize);
  const scriptOf = new WeakMap<Socket, Statement[]>();
  const turns = new Map<Statement[], Promise<void>>();
  let sockets = 0;
  const answer: Limit['answer'] = (_, socket) => {
    const script = scriptOf.get(socket) ?? scripts[sockets++ % scripts.length] ?? [];
    scriptOf.set(socket, script);
    if (!script.some(begins)) return say(pool, shared, script);
    // Two connections that change the same rows take turns, as two rounds may overlap.
    const turn = (turns.get(script) ?? Promise.resolve()).then(() => say(pool, shared, script));
    turns.set(
      script,
      turn.catch(() => {}),
    );
    return turn;
  };
  return { answer, close };
}

/**
 * The embedded engine has one connection. Outside transactions, statements are sent ahead, and
 * those of one turn of the event loop go out in one write, so that the engine never idles.
 */
async function open(where: SqlWork['where'], scripts: Statement[][], poolSize: number) {
  if ('url' in where) {
    const pool = new pg.Pool({ connectionString: where.url, max: poolSize });
    return { pool, shared: undefined, close: () => pool.end() };
  }
  const engine = await openEmbeddedEngine(where.dataDir);
  const pool = new pg.Pool({
    ...engine.connection,
    max: 1,
    pipeline: true,
    Client: PipelinedClient,
  });
  const shared = scripts.flat().some(begins) ? undefined : await pool.connect();
  const close = async () => {
    shared?.release();
    await pool.end();
    await engine.close();
  };
  return { pool, shared, close };
}

function begins({ text }: Statement): boolean {
  return /^begin/i.test(text);
}

/** A transaction keeps its connection; single statements take any free one. */
async function say(
  pool: pg.Pool,
  shared: pg.PoolClient | undefined,
  script: Statement[],
): Promise<void> {
  let transactionClient: pg.PoolClient | undefined;
  try {
    for (const statement of script) {
      if (begins(statement)) transactionClient = await pool.connect();
      await (transactionClient ?? shared ?? pool).query(statement);
      if (/^commit/i.test(statement.text)) {
        transactionClient?.release();
        transactionClient = undefined;
      }
    }
  } catch (error) {
    // Closed, so that no transaction stays open.
    transactionClient?.release(true);
    throw error;
  }
}

/** Loads the build's own code, with the product's data for this page. */
async function drawing({ url, cookie }: PageWork): Promise<Limit['answer']> {
  const { renderReadPage, readPage }: typeof web = await import(
    new URL('../../dist/server/server.js', import.meta.url).href
  );
  const address = new URL(url);
  const ask = async (path: string) => {
    const found = await fetch(new URL(path, address), { headers: { cookie } });
    if (!found.ok) throw new Error(`${path} answered ${found.status}`);
    return found;
  };
  const read = await readPage(address, siteIn(await (await ask(url)).text()), {
    read: async (path) => (await ask(path)).json(),
    readPage: async (path) => {
      const found = await ask(path);
      const [, next = null] = /<([^<>]+)>; rel="next"/.exec(found.headers.get('link') ?? '') ?? [];
      return { items: (await found.json()) as unknown[], next };
    },
  });
  if ('redirect' in read) throw new Error(`${url} leads to ${read.redirect}`);
  return (response) => void response.write(renderReadPage(read));
}

/** Reads the site's data from a page's document. */
function siteIn(document: string): web.Site {
  const [, state = ''] = /id="state">([^]*?)<\/script>/.exec(document) ?? [];
  return (JSON.parse(state) as { site: web.Site }).site;
}
