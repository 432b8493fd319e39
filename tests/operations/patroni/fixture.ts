import type { Stage } from '../row.ts';
import { Cluster } from './cluster.ts';
import { Crowd, type Sight } from './crowd.ts';
import { Site } from './site.ts';

export const writesBetween = 100;
/** Long enough to answer all delayed requests, and for processes to find their replicas. */
export const restMs = 3_000;

interface PatroniFixture {
  cluster: Cluster;
  site: Site;
  crowd: Crowd;
}

/**
 * Starts three machines, three processes with a replica each, which connect through this address,
 * and people.
 */
export async function startPatroniFixture(
  stage: Stage,
  addressOf: (cluster: Cluster) => string,
  how?: { synchronous: boolean },
): Promise<PatroniFixture> {
  const cluster = await Cluster.start(stage, how);
  const replicas = (['a', 'b', 'c'] as const).map((name) => cluster.urlOf(name));
  const site = await Site.start(stage, { url: addressOf(cluster), replicas, cluster });
  return { cluster, site, crowd: await Crowd.gather(stage, site) };
}

export function figuresOf({ without, refused, answers, slowestMs }: Sight): string {
  const seconds = Object.entries(without).map(([look, each]) => `${look} ${each.toFixed(1)}`);
  return (
    `seconds without ${seconds.join(', ')}; ${refused} of ${answers} requests answered 503, ` +
    `the slowest after ${(slowestMs / 1_000).toFixed(1)} s`
  );
}
