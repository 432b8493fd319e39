import { type Cluster, packages } from '../patroni/cluster.ts';
import { figuresOf, restMs, startPatroniFixture, writesBetween } from '../patroni/fixture.ts';
import type { Row, Stage } from '../row.ts';

export const hang: Row = {
  name: 'hang',
  title: 'Patroni behind HAProxy: the primary hangs under load, another takes its place, it wakes',
  packages,
  run: (stage) => hangAndWake(stage, (cluster) => cluster.url),
};

export const hangHosts: Row = {
  name: 'hang-hosts',
  title: 'the same without HAProxy: DATABASE_URL names all three',
  packages,
  run: (stage) => hangAndWake(stage, (cluster) => cluster.urlOfAll),
};

/** Three processes reach the database by this address. */
async function hangAndWake(stage: Stage, addressOf: (cluster: Cluster) => string): Promise<string> {
  const { cluster, site, crowd } = await startPatroniFixture(stage, addressOf);
  const figures: string[] = [];
  const report = (line: string) => {
    figures.push(line);
    stage.say(line);
  };
  await crowd.wrote(writesBetween);

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

  await crowd.end();
  await cluster.compare(crowd.ledger);
  report(await site.lettersAfter(cluster.url));
  await site.stop();
  report(`${crowd.ledger.acknowledged} writes acknowledged, none lost`);
  return figures.join('; ');
}
