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
  /** In how many rounds of how many the readers waited at most `mostTimes` as long. */
  held: string;
}

/** How many want to sign in at any moment, and how many read meanwhile. */
const crowd = 50;
const readers = 8;
/** What they may notice of it, in each of so many rounds. */
const mostTimes = 2;
const fewestRounds = 5;

/** What somebody who reads notices of a crowd that signs in: with it and without it in turn, and the medians. */
export async function measureCrowd(
  origin: string,
  seconds: number,
  rounds: number,
): Promise<CrowdFigures> {
  const read = () =>
    load({ url: `${origin}/api/events?limit=9`, cookie: cookieOf, connections: readers, seconds });
  const found: Omit<CrowdFigures, 'held'>[] = [];
  for (let round = 0; round < Math.max(rounds, fewestRounds); round += 1) {
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
  console.table(found);
  const middle = (figure: keyof (typeof found)[number]) =>
    median(found.map((each) => each[figure]));
  const held = found.filter(({ aloneP99, besideP99 }) => besideP99 <= mostTimes * aloneP99).length;
  return {
    aloneP99: middle('aloneP99'),
    besideP99: middle('besideP99'),
    signIns: middle('signIns'),
    signInP99: middle('signInP99'),
    held: `${held} of ${found.length}`,
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
