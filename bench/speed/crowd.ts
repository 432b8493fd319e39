import { cookieOf, signInOf } from './cases.ts';
import { load } from './load.ts';

export interface CrowdFigures {
  /** The 99th percentile of a signed-in list, in milliseconds. */
  aloneP99: number;
  besideP99: number;
  /** The ratio of that time with the crowd to without it. */
  times: number;
  /** Sign-ins per second during the crowd, and the 99th percentile of their waiting time. */
  signIns: number;
  signInP99: number;
}

/** The people signing in at any moment, and those reading meanwhile. */
const crowd = 50;
const readers = 8;

/** Measures how much a crowd that signs in slows down readers, in each round. */
export async function measureCrowd(
  origin: string,
  rounds: number,
  seconds: number,
): Promise<CrowdFigures[]> {
  const list = {
    url: `${origin}/api/events?limit=9`,
    connections: readers,
    cookie: cookieOf,
    seconds,
  };
  const signingIn = { url: origin, connections: crowd, requests: signInOf, seconds };
  const found: CrowdFigures[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const alone = await load(list);
    const [beside, signIns] = await Promise.all([load(list), load(signingIn)]);
    found.push({
      aloneP99: alone.p99,
      besideP99: beside.p99,
      times: beside.p99 / alone.p99,
      signIns: signIns.perSecond,
      signInP99: signIns.p99,
    });
  }
  return found;
}
