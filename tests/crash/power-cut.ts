import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '#platform/db/database.ts';
import { type Chance, Disk, everything, nothing } from './disk/disk.ts';
import { readJournal } from './disk/journal.ts';
import type { Random } from './random.ts';
import { factsFromRows } from './read-rows.ts';
import { acknowledgedBy, type Crowd, gatherCrowd, writeUntil } from './rounds.ts';
import { ServerProcess } from './server-process.ts';
import { overHttp } from './transport.ts';

const recorder = new URL('disk/recorder.ts', import.meta.url).href;
/**
 * Cuts power while the folder is being created: nothing has been acknowledged, and the next start
 * must still work.
 */
const earlyCuts = 3;

interface Recording {
  dataDir: string;
  journal: string;
  crowd: Crowd;
  /** The journal's length when the clients began to write. */
  begun: number;
}

/**
 * Simulates a power cut, which kill -9 can't show. It records the engine's file calls during
 * writes. For random moments it builds one folder of what had been synced, and one with some blocks
 * of the rest as well. Each must open, with every write acknowledged by that moment.
 */
export async function cutPower(cuts: number, root: string, random: Random): Promise<string> {
  mkdirSync(root);
  const recording = await record(root, random);
  const { journal, crowd, begun } = recording;
  const end = statSync(journal).size;
  const moments = [
    ...Array.from({ length: earlyCuts }, () => random.between(0, begun)),
    ...Array.from({ length: cuts }, () => random.between(begun, end)),
    end,
  ].toSorted((one, other) => one - other);

  let reached = 0;
  let syncs = 0;
  const disk = new Disk();
  const forgetful = new Disk(() => reached > begun);
  const cutUpTo = async (limit: number) => {
    for (let moment = moments[0]; moment !== undefined && moment < limit; moment = moments[0]) {
      moments.shift();
      await checkFolder(disk, nothing, join(root, 'after'), recording, moment);
      await checkFolder(disk, someOf(random), join(root, 'after'), recording, moment);
    }
  };
  for (const entry of readJournal(journal)) {
    await cutUpTo(entry.end);
    reached = entry.end;
    if (entry.operation.op === 'sync' && reached > begun) syncs += 1;
    disk.apply(entry);
    forgetful.apply(entry);
  }
  await cutUpTo(Infinity);
  compareWithFolder(disk, join(root, 'replayed'), recording.dataDir);
  await expectLoss(forgetful, join(root, 'after'), recording);
  return (
    `Power cut, ${earlyCuts} times while the folder was made and ${cuts + 1} times during ` +
    `${acknowledgedBy(crowd)} acknowledged writes with ${syncs} syncs: the synced data, alone or with ` +
    'some of the rest, held every acknowledged write each time; a disk that forgets its syncs was found out'
  );
}

/** Runs one server twice, so that the cuts include a clean shutdown and a second start. */
async function record(root: string, random: Random): Promise<Recording> {
  const dataDir = join(root, 'data');
  const journal = join(root, 'journal');
  const env = {
    DATA_DIR: dataDir,
    CRASH_FOLDER: dataDir,
    CRASH_JOURNAL: journal,
    NODE_OPTIONS: `--import ${recorder}`,
  };
  const position = () => statSync(journal).size;
  let recording: Recording | undefined;
  for (let life = 0; life < 2; life += 1) {
    const server = new ServerProcess(env);
    try {
      const send = overHttp(await server.ready);
      if (!recording) {
        const crowd = await gatherCrowd(send, random.fork());
        recording = { dataDir, journal, crowd, begun: position() };
      }
      const until = performance.now() + random.between(3_000, 6_000);
      await writeUntil(() => performance.now() > until, send, recording.crowd, position);
      await server.stop();
    } finally {
      await server.killAll();
    }
  }
  if (!recording) throw new Error('No server ran');
  return recording;
}

/** Decides each block by a coin toss, and keeps some of the names. */
const someOf = (random: Random): Chance => ({
  part: () => random.coin(),
  names: (count) => random.between(0, count + 1),
});

async function checkFolder(
  disk: Disk,
  chance: Chance,
  folder: string,
  { crowd, begun }: Recording,
  moment: number,
): Promise<void> {
  disk.saveTo(folder, chance);
  const database = await openDatabase({ dataDir: folder });
  try {
    if (moment < begun) return;
    for (const [client, found] of await factsFromRows(database.db, crowd.clients)) {
      client.ledger.compare(found, moment);
    }
  } finally {
    await database.close();
    rmSync(folder, { recursive: true });
  }
}

/**
 * Replays the journal and compares the result with the real folder, to prove that the recorder has
 * missed nothing.
 */
function compareWithFolder(disk: Disk, folder: string, dataDir: string): void {
  disk.saveTo(folder, everything);
  const replayed = filesIn(join(folder, 'postgres'));
  const real = filesIn(join(dataDir, 'postgres'));
  for (const name of new Set([...replayed.keys(), ...real.keys()])) {
    const [one, other] = [replayed.get(name), real.get(name)];
    if (!one || !other?.equals(one)) throw new Error(`The record of ${name} is not what is there`);
  }
}

function filesIn(folder: string): Map<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return new Map(paths.map((path) => [path.slice(folder.length), readFileSync(path)]));
}

/** On a disk that forgets syncs, the check must fail. */
async function expectLoss(disk: Disk, folder: string, recording: Recording): Promise<void> {
  try {
    await checkFolder(disk, nothing, folder, recording, Infinity);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('LOST: ')) return;
    throw error;
  }
  throw new Error('The loss of every unsynced write went unnoticed');
}
