import { packages } from '../patroni/cluster.ts';
import { figuresOf, restMs, setScene, writesBetween } from '../patroni/scene.ts';
import type { Row } from '../row.ts';

export const silence: Row = {
  name: 'silence',
  title: 'Patroni behind HAProxy: the primary hangs under load, and is switched off and on',
  packages,
  run: async (stage) => {
    const { cluster, site, crowd } = await setScene(stage, ({ url }) => url);
    await crowd.wrote(writesBetween);
    const first = await cluster.leader();
    const hung = await crowd.through(writesBetween, restMs, async () => cluster.freeze(first));
    stage.say(`hung: ${figuresOf(hung)}`);
    await cluster.crash(first);
    cluster.comeBack(first);
    const seconds = await cluster.whole();
    await crowd.end();
    await cluster.compare(crowd.ledger);
    await site.stop();
    return `${figuresOf(hung)}; switched off and on, it is a standby after ${seconds.toFixed(0)} s; ${crowd.ledger.acknowledged} writes acknowledged, none lost`;
  },
};
