import { setTimeout as pause } from 'node:timers/promises';
import { acknowledgedBy, checkAcknowledged, type Crowd } from '#tests/crash/rounds.ts';
import type { Client } from '#tests/crash/client.ts';
import { overHttp, RefusedError, type Send } from '#tests/crash/transport.ts';

/** How the database fails and recovers. */
export interface Outage {
  name: string;
  begin: () => Promise<void>;
  end: () => Promise<void>;
  /** Whether calls may succeed late, since no refusal reached them. */
  hangs: boolean;
}

interface Observation {
  what: string;
  status: number;
  retryAfter: string | null;
  body: string;
  ms: number;
}

export interface OutageFigures {
  acknowledged: number;
  refused: number;
  slowestMs: number;
  backMs: number;
}

/**
 * A connection times out after five seconds and an answer after fifteen, plus a busy machine's
 * slowness.
 */
const patienceMs = 24_000;
/** The limit of server/app.ts, plus slowness. */
const readyWithinMs = 3_500;
const backWithinMs = 30_000;

/** Stops the database for a time during writes, and checks all answers and the stored data. */
export async function checkOutage(
  outage: Outage,
  seconds: number,
  { address, crowd }: { address: string; crowd: Crowd },
): Promise<OutageFigures> {
  const observations: Observation[] = [];
  const watched = watching(overHttp(address), observations);
  const state = { away: false, over: false };
  const writers = crowd.clients.map((client) => writeOn(client, watched, crowd, state));
  while (acknowledgedBy(crowd) < 100) await pause(10);

  state.away = true;
  await outage.begin();
  const until = performance.now() + seconds * 1_000;
  const visitors = requestAll(address, crowd);
  await health(address);
  await pause(until - performance.now());
  await outage.end();
  const ended = performance.now();
  await ready(address);
  const backMs = performance.now() - ended;
  state.over = true;
  await Promise.all(writers);
  observations.push(...(await visitors));

  for (const each of observations) checkAnswer(each, outage);
  const acknowledged = acknowledgedBy(crowd);
  await checkAcknowledged(overHttp(address), crowd);
  return {
    acknowledged,
    refused: observations.filter(({ status }) => status === 503).length,
    slowestMs: Math.max(...observations.map(({ ms }) => ms)),
    backMs,
  };
}

function watching(send: Send, observations: Observation[]): Send {
  return async (...call) => {
    const began = performance.now();
    const answer = await send(...call);
    const [method, path] = call;
    if (answer.status >= 300) {
      observations.push({
        what: `${method} ${path}`,
        status: answer.status,
        retryAfter: answer.retryAfter ?? null,
        body: JSON.stringify(answer.body),
        ms: performance.now() - began,
      });
    }
    return answer;
  };
}

/**
 * Writes without pause until refused: that write may or may not be stored, and none may follow it.
 */
async function writeOn(
  client: Client,
  send: Send,
  { playground }: Crowd,
  state: { away: boolean; over: boolean },
): Promise<void> {
  while (!state.over) {
    try {
      await client.write(send, playground, () => 0);
    } catch (error) {
      if (!state.away || !(error instanceof RefusedError)) throw error;
      return;
    }
  }
}

/** The requests of visitors and members during the outage; none share an answer. */
async function requestAll(address: string, { clients }: Crowd): Promise<Observation[]> {
  const [{ cookie } = { cookie: '' }] = clients;
  const asked: [string, RequestInit][] = [
    ['/api/user', { headers: { cookie } }],
    ['/api/events?q=away', {}],
    ['/groups?q=away', {}],
    ['/dashboard', { headers: { cookie } }],
    ['/media/none.webp', {}],
    ['/sitemap.xml', {}],
    [
      '/api/login',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'nobody@example.com', password: 'Wrong-word1' }),
      },
    ],
  ];
  return Promise.all(
    asked.map(async ([path, init]) => {
      const began = performance.now();
      const answer = await fetch(address + path, { redirect: 'manual', ...init });
      return {
        what: path,
        status: answer.status,
        retryAfter: answer.headers.get('retry-after'),
        body: await answer.text(),
        ms: performance.now() - began,
      };
    }),
  );
}

async function health(address: string): Promise<void> {
  const began = performance.now();
  const alive = await fetch(`${address}/healthz`);
  if (alive.status !== 200) throw new Error(`/healthz says ${alive.status}`);
  const isReady = await fetch(`${address}/readyz`);
  const ms = performance.now() - began;
  if (isReady.status !== 503) throw new Error(`/readyz says ${isReady.status}`);
  if (ms > readyWithinMs) throw new Error(`/readyz took ${Math.round(ms)} ms`);
}

async function ready(address: string): Promise<void> {
  const until = performance.now() + backWithinMs;
  while ((await fetch(`${address}/readyz`)).status !== 200) {
    if (performance.now() > until) throw new Error('The site does not come back');
    await pause(50);
  }
}

function checkAnswer(
  { what, status, retryAfter, body, ms }: Observation,
  { name, hangs }: Outage,
): void {
  const problem = `${name}: ${what} was answered ${status} after ${Math.round(ms)} ms: ${body.slice(0, 300)}`;
  if (ms > patienceMs) throw new Error(problem);
  const isStatic = what.startsWith('/media/');
  if (hangs && status < 500) return;
  if (isStatic && status === 404) return;
  if (status !== 503 || Number(retryAfter) < 1) throw new Error(problem);
  const isPage = body.startsWith('<!doctype html>');
  if (!isPage && !body.includes('"unavailable"')) throw new Error(problem);
}
