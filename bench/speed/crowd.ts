import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { cookieOf } from './cases.ts';
import { benchUsers, emailOf, password } from './data.ts';
import { median } from './report.ts';

export interface CrowdFigures {
  /** The 99th percentile of a signed-in list, in milliseconds. */
  aloneP99: number;
  besideP99: number;
  /** The ratio of that time with the crowd to without it. */
  times: number;
  /**
   * The ratio between two halves of the readers' quiet time, which differ only by the machine's
   * other work.
   */
  timesOfNothing: number;
  /** Sign-ins per second during the crowd, and the 99th percentile of their waiting time. */
  signIns: number;
  signInP99: number;
  /** The rounds, of all, in which the readers waited at most `mostTimes` as long. */
  held: string;
}

/** The people signing in at any moment, and those reading meanwhile. */
const crowd = 50;
const readers = 8;
/** The slowdown that readers may notice, over this many rounds. */
const mostTimes = 2;
const fewestRounds = 5;
/**
 * The turns with and without the crowd in each round: alternating spreads the machine's other work
 * over both.
 */
const turns = 4;
const turnMs = 1_000;
/** The time for waiting sign-ins to finish, and for a crowd to gather. */
const settlingMs = 1_000;
const warmUpMs = 5_000;

/** Measures how much a crowd that signs in slows down readers, with the medians of all rounds. */
export async function measureCrowd(origin: string, rounds: number): Promise<CrowdFigures> {
  let times: number[] = [];
  const reading = ask(
    { url: `${origin}/api/events?limit=9`, connections: readers },
    (connection) => ({ headers: { cookie: cookieOf(connection) } }),
    (milliseconds) => times.push(milliseconds),
  );
  /** Records the times of answers from now on, for one turn. */
  const takeTurn = async () => {
    await pause(settlingMs);
    times = [];
    await pause(turnMs);
    return times;
  };
  const takeTurnBeside = async () => {
    const waits: number[] = [];
    const signingIn = ask({ url: origin, connections: crowd }, signIn, (wait) => waits.push(wait));
    await pause(settlingMs);
    waits.length = 0;
    times = [];
    await pause(turnMs);
    const [beside, signIns] = [times, [...waits]];
    await signingIn.stop();
    return { beside, signIns };
  };
  await pause(warmUpMs);
  const found: Omit<CrowdFigures, 'held'>[] = [];
  for (let round = 0; round < Math.max(rounds, fewestRounds); round += 1) {
    const halves: [number[], number[]] = [[], []];
    const besides: number[] = [];
    const waits: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      halves[turn % 2 === 0 ? 0 : 1].push(...(await takeTurn()));
      const { beside, signIns } = await takeTurnBeside();
      besides.push(...beside);
      waits.push(...signIns);
    }
    const [one, other] = halves.map(p99) as [number, number];
    const aloneP99 = p99(halves.flat());
    const besideP99 = p99(besides);
    found.push({
      aloneP99,
      besideP99,
      times: besideP99 / aloneP99,
      timesOfNothing: Math.max(one, other) / Math.min(one, other),
      signIns: (waits.length * 1_000) / (turns * turnMs),
      signInP99: p99(waits),
    });
  }
  await reading.stop();
  console.table(found);
  const middle = (figure: keyof (typeof found)[number]) =>
    median(found.map((each) => each[figure]));
  return {
    aloneP99: middle('aloneP99'),
    besideP99: middle('besideP99'),
    times: middle('times'),
    timesOfNothing: middle('timesOfNothing'),
    signIns: middle('signIns'),
    signInP99: middle('signInP99'),
    held: `${found.filter(({ times: many }) => many <= mostTimes).length} of ${found.length}`,
  };
}

const p99 = (times: number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor((times.length - 1) * 0.99)] ?? 0;

const longest = 3_600;

/**
 * Requests in a loop over several connections until it is stopped; records the time of every
 * success.
 */
function ask(
  asked: autocannon.Options,
  requestOf: (connection: number) => autocannon.Request,
  noted: (milliseconds: number) => void,
): { stop: () => Promise<void> } {
  let connection = 0;
  const ended = Promise.withResolvers<void>();
  const options: autocannon.Options = {
    ...asked,
    duration: longest,
    setupClient: (client) => {
      const { headers, ...request } = requestOf(connection);
      client.setRequests([{ ...request, headers: { 'accept-encoding': 'br', ...headers } }]);
      connection += 1;
    },
  };
  const run = autocannon(options, () => ended.resolve());
  run.on('response', (_client, status, _bytes, milliseconds) => {
    if (status < 300) noted(milliseconds);
  });
  return {
    stop: () => {
      run.stop();
      return ended.promise;
    },
  };
}

const signIn = (connection: number): autocannon.Request => ({
  method: 'POST',
  path: '/api/login',
  body: JSON.stringify({ email: emailOf(1 + (connection % benchUsers)), password }),
  headers: { 'content-type': 'application/json' },
});
