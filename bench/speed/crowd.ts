import { cookieOf } from './cases.ts';
import { benchUsers, emailOf, password } from './data.ts';
import { load } from './load.ts';
import { median } from './report.ts';

export interface CrowdFigures {
  /** The 99th percentile of a signed-in list, in milliseconds. */
  aloneP99: number;
  besideP99: number;
  /** How many people signed in each second meanwhile, and how long one in a hundred waited at least. */
  signIns: number;
  signInP99: number;
}

/** How many want to sign in at any moment, and how many read meanwhile. */
const crowd = 50;
const readers = 8;

/** What somebody who reads notices of a crowd that signs in: with it and without it in turn, and the medians. */
export async function measureCrowd(
  origin: string,
  seconds: number,
  rounds: number,
): Promise<CrowdFigures> {
  const read = () =>
    load({ url: `${origin}/api/events?limit=9`, cookie: cookieOf, connections: readers, seconds });
  const found: CrowdFigures[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const alone = await read();
    const [beside, signIns] = await Promise.all([
      read(),
      load({ url: `${origin}/api/login`, requests: signIn, connections: crowd, seconds }),
    ]);
    found.push({
      aloneP99: alone.p99,
      besideP99: beside.p99,
      signIns: signIns.perSecond,
      signInP99: signIns.p99,
    });
  }
  const middle = (figure: keyof CrowdFigures) => median(found.map((each) => each[figure]));
  return {
    aloneP99: middle('aloneP99'),
    besideP99: middle('besideP99'),
    signIns: middle('signIns'),
    signInP99: middle('signInP99'),
  };
}

const signIn = (connection: number) => [
  {
    method: 'POST' as const,
    path: '/api/login',
    body: JSON.stringify({ email: emailOf(1 + (connection % benchUsers)), password }),
    headers: { 'content-type': 'application/json' },
  },
];
