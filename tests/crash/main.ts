// npm run test:crash [-- --rounds 10 --cuts 10 --seed 42]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '#platform/db/database.ts';
import { countSyncs } from './counted.ts';
import { cutPower } from './power-cut.ts';
import { Random } from './random.ts';
import { factsFromRows } from './read-rows.ts';
import {
  resetLedgers,
  checkSecondIsRefused,
  type Crowd,
  gatherCrowd,
  killRound,
  type Round,
} from './rounds.ts';
import { ServerProcess } from './server-process.ts';
import { overHttp } from './transport.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    cuts: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  },
});
const random = new Random(Number(values.seed));
const root = mkdtempSync(join(tmpdir(), 'villagehall-crash-'));
console.log(`Seed ${values.seed}`);

try {
  await killRounds(Number(values.rounds), join(root, 'killed'));
  console.log(await cutPower(Number(values.cuts), join(root, 'cut'), random.fork()));
} finally {
  rmSync(root, { recursive: true, force: true });
}

async function killRounds(count: number, dataDir: string): Promise<void> {
  const env = { DATA_DIR: dataDir };
  const rounds: Round[] = [];
  let server = new ServerProcess(env);
  let crowd: Crowd;
  try {
    crowd = await gatherCrowd(overHttp(await server.ready), random.fork());
    for (let number = 1; number <= count; number += 1) {
      const done = await killRound(server, crowd, env, random);
      server = done.server;
      rounds.push(done.round);
      console.log(`Round ${number}: ${describe(done.round)}`);
    }
    console.log(`A second process: ${await checkSecondIsRefused(server, env)}`);
    await server.stop();
  } finally {
    await server.killAll();
  }
  const counted = await checkRows(dataDir, crowd);
  const sum = (key: 'acknowledged' | 'inFlight' | 'madeIt') =>
    rounds.reduce((total, round) => total + round[key], 0);
  console.log(
    `kill -9, ${count} times: ${sum('acknowledged')} acknowledged writes, none lost or doubled; of ` +
      `${sum('inFlight')} in flight ${sum('madeIt')} were kept whole and the others not at all`,
  );
  console.log(
    `Counted: ${counted.writes} acknowledged writes, one at a time, made ${counted.syncs} sync calls, ` +
      'each at least one',
  );
}

/** Compares the rows without the server, then counts the syncs on the same folder. */
async function checkRows(dataDir: string, crowd: Crowd) {
  const database = await openDatabase({ dataDir });
  try {
    const facts = await factsFromRows(database.db, crowd.clients);
    for (const [client, found] of facts) client.ledger.compare(found);
    resetLedgers(facts);
    const counted = await countSyncs(database, crowd);
    for (const [client, found] of await factsFromRows(database.db, crowd.clients)) {
      client.ledger.compare(found);
    }
    return counted;
  } finally {
    await database.close();
  }
}

function describe({ acknowledged, inFlight, madeIt, startKilled, restartMs }: Round): string {
  const start = startKilled ? 'a start killed too, then ready' : 'ready again';
  return (
    `${acknowledged} acknowledged and found again, ${madeIt} of ${inFlight} in flight made it, ` +
    `${start} after ${Math.round(restartMs)} ms`
  );
}
