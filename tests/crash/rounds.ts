import { setTimeout as delay } from 'node:timers/promises';
import { type Client, signInClients } from './client.ts';
import { findPlayground, type Playground } from './playground.ts';
import type { Random } from './random.ts';
import { checkCounts, type FactsByClient, factsFromApi } from './read-api.ts';
import { ServerProcess } from './server-process.ts';
import { overHttp, RefusedError, type Send } from './transport.ts';

const newcomers = ['writer1', 'writer2', 'writer3', 'writer4', 'writer5'];

/** The clients and their shared content, the same in all rounds. */
export interface Crowd {
  clients: Client[];
  playground: Playground;
}

export async function gatherCrowd(send: Send, random: Random): Promise<Crowd> {
  const clients = await signInClients(send, newcomers, random);
  const ids = clients.map(({ userId }) => userId);
  const crowd = { clients, playground: await findPlayground(send, ids, clients[0]?.cookie) };
  resetLedgers(await factsFromApi(send, clients, crowd.playground));
  return crowd;
}

/** Replaces the expected facts by those found. */
export function resetLedgers(facts: FactsByClient): void {
  for (const [client, found] of facts) client.ledger.restart(found);
}

/** Lets every client write without pause until `over`; a failure after that was cut off. */
export async function writeUntil(
  over: () => boolean,
  send: Send,
  { clients, playground }: Crowd,
  position: () => number = () => 0,
): Promise<void> {
  const writeOn = async (client: Client) => {
    try {
      while (!over()) await client.write(send, playground, position);
    } catch (error) {
      if (!over() || error instanceof RefusedError) throw error;
    }
  };
  await Promise.all(clients.map(writeOn));
}

export const acknowledgedBy = ({ clients }: Crowd) =>
  clients.reduce((total, { ledger }) => total + ledger.count, 0);

export interface Round {
  acknowledged: number;
  inFlight: number;
  madeIt: number;
  /** Whether the first start after the kill was killed as well. */
  startKilled: boolean;
  restartMs: number;
}

/**
 * Kills the server during writes, starts it again, and checks that every acknowledged write is
 * there.
 */
export async function killRound(
  server: ServerProcess,
  crowd: Crowd,
  env: Record<string, string>,
  random: Random,
): Promise<{ round: Round; server: ServerProcess }> {
  let killed = false;
  const writing = writeUntil(() => killed, overHttp(await server.ready), crowd);
  await Promise.race([delay(random.between(1_000, 5_000)), writing]);
  killed = true;
  await server.killAll();
  await writing;

  const acknowledged = acknowledgedBy(crowd);
  const startKilled = random.coin();
  if (startKilled) await killDuringStart(env, random);
  const started = performance.now();
  const next = new ServerProcess(env);
  try {
    const send = overHttp(await next.ready);
    const restartMs = performance.now() - started;
    const fates = await checkAcknowledged(send, crowd);
    const inFlight = fates.filter((fate) => fate !== 'none').length;
    const madeIt = fates.filter((fate) => fate === 'made it').length;
    const round = { acknowledged, inFlight, madeIt, startKilled, restartMs };
    return { round, server: next };
  } catch (error) {
    await next.killAll();
    throw error;
  }
}

/** Compares the facts found with the acknowledged writes, then expects them from now on. */
export async function checkAcknowledged(send: Send, { clients, playground }: Crowd) {
  const facts = await factsFromApi(send, clients, playground);
  const fates = [...facts].map(([client, found]) => client.ledger.compare(found));
  await checkCounts(send, playground);
  resetLedgers(facts);
  return fates;
}

async function killDuringStart(env: Record<string, string>, random: Random): Promise<void> {
  const server = new ServerProcess(env);
  await delay(random.between(100, 1_200));
  await server.killAll();
}

/** A second process must leave the folder alone, and say why in one line. */
export async function checkSecondIsRefused(
  holder: ServerProcess,
  env: Record<string, string>,
): Promise<string> {
  const second = new ServerProcess(env);
  const { code } = await second.ended;
  const line = second.stderr.trimEnd();
  const expected = `is in use by process ${holder.pid}: stop that first, or choose another folder.`;
  if (code !== 1 || line.includes('\n') || !line.endsWith(expected)) {
    throw new Error(`A second process ended with ${code} and said: ${second.stderr}`);
  }
  return line;
}
