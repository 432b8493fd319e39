import { Socket } from 'node:net';
import type pg from 'pg';
import { second } from '#contract/platform/durations.ts';
import type { Keeping } from './pooler.ts';

/** How long the server may say nothing: to a call, whose caller waits, and to a job, for which nobody does. */
export const answering = { call: 15 * second, job: 600 * second };

/** How long a statement may take, in milliseconds: it ends before its connection is given up for silent. */
export const statementTimeoutOf = (silence: number) => silence - second;

/** How many connections a process keeps where nothing else is said. */
export const usualPool = 12;

/** Splits the connections between calls and jobs. */
export function shareOf(pool: number): { calls: number; jobs: number } {
  const jobs = pool < 6 ? 1 : 2;
  return { calls: pool - jobs, jobs };
}

/** Settings of every connection. */
export const connecting = {
  /** Also how long a call waits for a connection where all are in use. */
  connectionTimeoutMillis: 5 * second,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10 * second,
};

/** How a connection is told of what the server is to keep to. */
interface TimeKeeping {
  stream: () => Socket;
  /** The pool waits for it, though its types don't tell. */
  onConnect?: (client: pg.ClientBase) => Promise<void>;
  /** SQL that each transaction begins with. */
  first?: string;
}

/**
 * A connection on which nothing is heard for so long is broken off: whoever waits is told, and the pool makes
 * another. The server ends what takes about as long by itself, and lets go of locks whose holder has fallen silent;
 * it is told so with each transaction where others have the connection after it.
 */
export function keepsToTime(silence: number, { session }: Pick<Keeping, 'session'>): TimeKeeping {
  const stream = () => {
    const socket = new Socket();
    socket.setTimeout(silence, () =>
      socket.destroy(new Error('the database did not answer in time')),
    );
    return socket;
  };
  const limits = {
    statement_timeout: statementTimeoutOf(silence),
    idle_in_transaction_session_timeout: silence,
  };
  // By a statement: poolers refuse settings they don't know among those of the start.
  const words = (scope: string) =>
    Object.entries(limits)
      .map(([name, value]) => `SET ${scope} ${name} = ${value}`)
      .join('; ');
  if (!session) return { stream, first: words('LOCAL') };
  return {
    stream,
    onConnect: async (client) => {
      await client.query(words('SESSION'));
    },
  };
}
