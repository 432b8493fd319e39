import { setTimeout as pause } from 'node:timers/promises';
import { packages } from '../patroni/cluster.ts';
import { startPatroniFixture, writesBetween } from '../patroni/fixture.ts';
import type { Row, Stage } from '../row.ts';

const heldUpMs = 1_000;

export const asynchronous: Row = {
  name: 'asynchronous',
  title:
    'what `synchronous_mode: false` loses with a primary that is killed a second after its log was held up',
  packages,
  run,
};

/** Lost writes are no failure here: the setting chooses them. */
async function run(stage: Stage): Promise<string> {
  const { cluster, site, crowd } = await startPatroniFixture(stage, ({ url }) => url, {
    synchronous: false,
  });
  await crowd.wrote(writesBetween);
  const first = await cluster.leader();
  cluster.holdUpLog(first);
  await pause(heldUpMs);
  const acknowledged = crowd.ledger.acknowledged;
  await cluster.crash(first);
  // People who signed up just then lose their account, and the site says so. The test doesn't check
  // their screens.
  await crowd.wrote(writesBetween);
  await crowd.end();
  const lost = await cluster.lost(crowd.ledger);
  await site.stop();
  return `${lost} of ${acknowledged} acknowledged writes lost`;
}
