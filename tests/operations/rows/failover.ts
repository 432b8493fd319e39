import { type Cluster, packages } from '../patroni/cluster.ts';
import { figuresOf, restMs, startPatroniFixture, writesBetween } from '../patroni/fixture.ts';
import type { Row, Stage } from '../row.ts';

export const failover: Row = {
  name: 'failover',
  title: 'Patroni behind HAProxy: the primary killed under load, its return, a switchover',
  packages,
  run: (stage) => failOver(stage, (cluster) => cluster.url),
};

export const hosts: Row = {
  name: 'hosts',
  title: 'the same without HAProxy: DATABASE_URL names all three',
  packages,
  run: (stage) => failOver(stage, (cluster) => cluster.urlOfAll),
};

/** Three processes reach the database by this address. */
async function failOver(stage: Stage, addressOf: (cluster: Cluster) => string): Promise<string> {
  const { cluster, site, crowd } = await startPatroniFixture(stage, addressOf);
  const figures: string[] = [];
  const report = (line: string) => {
    figures.push(line);
    stage.say(line);
  };
  await crowd.wrote(writesBetween);

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
  await crowd.end();
  await cluster.compare(crowd.ledger);
  report(
    `switchover: ${figuresOf(switched)}, ${site.readingReplicas} of 3 processes read a replica`,
  );

  report(await site.lettersAfter(cluster.url));
  await site.stop();
  report(`${crowd.ledger.acknowledged} writes acknowledged, none lost`);
  return figures.join('; ');
}
