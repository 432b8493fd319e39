import { Cluster, packages } from '../patroni/cluster.ts';
import { Crowd, type Sight } from '../patroni/crowd.ts';
import { Site } from '../patroni/site.ts';
import type { Row, Stage } from '../row.ts';

const writesBetween = 100;
/** In which all that was held up has been answered, and processes have found their replicas. */
const restMs = 3_000;

export const failover: Row = {
  name: 'failover',
  title: 'Patroni behind HAProxy: the primary killed under load, its return, a switchover',
  packages,
  run: (stage) => failOver(stage, (cluster) => cluster.url),
};

/** Three processes reach the database by this address, each with a machine of its own as its replica. */
async function failOver(stage: Stage, addressOf: (cluster: Cluster) => string): Promise<string> {
  const cluster = await Cluster.start(stage);
  const site = await Site.start(stage, {
    url: addressOf(cluster),
    replicas: (['a', 'b', 'c'] as const).map((name) => cluster.urlOf(name)),
    cluster,
  });
  const crowd = await Crowd.gather(stage, site);
  const figures: string[] = [];
  const tell = (line: string) => {
    figures.push(line);
    stage.say(line);
  };
  await crowd.wrote(writesBetween);

  const first = await cluster.leader();
  const killed = await crowd.through(writesBetween, restMs, () => cluster.crash(first));
  await cluster.compare(crowd.ledger);
  tell(`killed: ${figuresOf(killed)}, ${site.readingReplicas} of 3 processes read a replica`);

  cluster.comeBack(first);
  const backSeconds = await cluster.whole();
  if (!cluster.rewound(first)) throw new Error(`${first} came back without pg_rewind`);
  tell(`back as a standby by pg_rewind after ${backSeconds.toFixed(0)} s`);

  const switched = await crowd.through(writesBetween, restMs, () => cluster.switchover());
  await cluster.whole();
  await crowd.end();
  await cluster.compare(crowd.ledger);
  tell(`switchover: ${figuresOf(switched)}, ${site.readingReplicas} of 3 processes read a replica`);

  tell(await site.lettersAfter(cluster.url));
  await site.stop();
  tell(`${crowd.ledger.acknowledged} writes acknowledged, none lost`);
  return figures.join('; ');
}

function figuresOf({ without, refused, answers, slowestMs }: Sight): string {
  const seconds = Object.entries(without).map(([look, each]) => `${look} ${each.toFixed(1)}`);
  return (
    `seconds without ${seconds.join(', ')}; ${refused} of ${answers} requests answered 503, ` +
    `the slowest after ${(slowestMs / 1_000).toFixed(1)} s`
  );
}
