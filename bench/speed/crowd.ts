import { cookieOf } from './cases.ts';
import { benchUsers, emailOf, password } from './data.ts';
import { load } from './load.ts';

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

/** What somebody who reads notices of a crowd that signs in. */
export async function measureCrowd(origin: string, seconds: number): Promise<CrowdFigures> {
  const read = () =>
    load({ url: `${origin}/api/events?limit=9`, cookie: cookieOf, connections: readers, seconds });
  const alone = await read();
  const [beside, signIns] = await Promise.all([
    read(),
    load({ url: `${origin}/api/login`, requests: signIn, connections: crowd, seconds }),
  ]);
  return {
    aloneP99: alone.p99,
    besideP99: beside.p99,
    signIns: signIns.perSecond,
    signInP99: signIns.p99,
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
