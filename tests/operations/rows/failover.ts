import { type Cluster, packages } from '../patroni/cluster.ts';
import { figuresOf, restMs, startPatroniFixture, writesBetween } from '../patroni/fixture.ts';
import type { Row, Stage } from '../row.ts';

type Drill = Awaited<ReturnType<typeof startPatroniFixture>> & { report: (line: string) => void };
type Trouble = (drill: Drill) => Promise<void>;

const failOver = 'Patroni behind HAProxy: the primary killed under load, its return, a switchover';
const hangAndWake =
  'Patroni behind HAProxy: the primary hangs under load, another takes its place, it wakes';
const withoutProxy = 'the same without HAProxy: DATABASE_URL names all three';

const row = (
  name: string,
  title: string,
  trouble: Trouble,
  addressOf: (cluster: Cluster) => string,
): Row => ({
  name,
  title,
  packages,
  run: (stage) => drill(stage, trouble, addressOf),
});

export const failovers: readonly Row[] = [
  row('failover', failOver, killAndSwitch, ({ url }) => url),
  row('hosts', withoutProxy, killAndSwitch, ({ urlOfAll }) => urlOfAll),
  row('hang', hangAndWake, hang, ({ url }) => url),
  row('hang-hosts', withoutProxy, hang, ({ urlOfAll }) => urlOfAll),
];

/** Lets trouble come while three processes reach the database by this address. */
async function drill(
  stage: Stage,
  trouble: Trouble,
  addressOf: (cluster: Cluster) => string,
): Promise<string> {
  const fixture = await startPatroniFixture(stage, addressOf);
  const { cluster, site, crowd } = fixture;
  const figures: string[] = [];
  const report = (line: string) => {
    figures.push(line);
    stage.say(line);
  };
  await crowd.wrote(writesBetween);
  await trouble({ ...fixture, report });
  await crowd.end();
  await cluster.compare(crowd.ledger);
  report(await site.lettersAfter(cluster.url));
  await site.stop();
  report(`${crowd.ledger.acknowledged} writes acknowledged, none lost`);
  return figures.join('; ');
}

async function killAndSwitch({ cluster, site, crowd, report }: Drill): Promise<void> {
  const first = await cluster.leader();
  const killed = await crowd.through(writesBetween, restMs, () => cluster.crash(first));
  await cluster.compare(crowd.ledger);
  report(`killed: ${figuresOf(killed)}, ${site.readingReplicas} of 3 processes read a replica`);

  cluster.comeBack(first);
  const backSeconds = await cluster.whole();
  if (!cluster.rewound(first)) throw new Error(`${first} came back without pg_rewind`);
  report(`back as a standby by pg_rewind after ${backSeconds.toFixed(0)} s`);

  const switched = await crowd.through(writesBetween, restMs, () => cluster.switchover());
  await cluster.whole();
  report(
    `switchover: ${figuresOf(switched)}, ${site.readingReplicas} of 3 processes read a replica`,
  );
}

async function hang({ cluster, site, crowd, report }: Drill): Promise<void> {
  const first = await cluster.leader();
  const hung = await crowd.through(writesBetween, restMs, async () => cluster.hang(first));
  await cluster.compare(crowd.ledger);
  report(`hung: ${figuresOf(hung)}, ${site.readingReplicas} of 3 processes read a replica`);

  const awakeAt = performance.now();
  const woken = await crowd.through(writesBetween, restMs, async () => cluster.wake(first));
  await cluster.compare(crowd.ledger);
  report(`woken: ${figuresOf(woken)}`);
  await cluster.whole();
  const seconds = (performance.now() - awakeAt) / 1_000;
  report(`a standby again after at most ${seconds.toFixed(0)} s`);
}
