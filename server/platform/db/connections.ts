import { Socket } from 'node:net';
import type pg from 'pg';
import { second } from '#contract/platform/durations.ts';
import type { PoolerMode } from './pooler.ts';

/** The time a server may stay silent: people wait for a call, nobody for a job. */
export const silenceLimits = { call: 15 * second, job: 600 * second };

/** The statement timeout in milliseconds; it fires before the connection counts as silent. */
export const statementTimeoutOf = (silence: number) => silence - second;

/**
 * The time a job waits for a lock. Another item can be handled meanwhile, and the next round tries
 * again.
 */
export const lockWait = 5 * second;

/** A process's default number of connections. */
export const defaultPoolSize = 12;

/** Splits the connections between calls and jobs. */
export function splitPool(pool: number): { calls: number; jobs: number } {
  const jobs = pool < 6 ? 1 : 2;
  return { calls: pool - jobs, jobs };
}

/** Settings of every connection. */
export const connectionOptions = {
  /** Also the time a call waits for a connection while all are in use. */
  connectionTimeoutMillis: 5 * second,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10 * second,
};

/** The ways to set timeouts on a connection. */
interface TimeKeeping {
  stream: () => Socket;
  /** The pool awaits this, though its types don't say so. */
  onConnect?: (client: pg.ClientBase) => Promise<void>;
  /** SQL that each transaction begins with. */
  first?: string;
}

/**
 * Sets the timeouts of a connection. The client drops a connection that stays silent too long, its
 * callers get an error, and the pool opens another. The server also ends slow statements by itself,
 * and releases locks of clients that have fallen silent. If a pooler shares connections, each
 * transaction sets this again.
 */
export function connectionTimeouts(
  silence: number,
  { session }: Pick<PoolerMode, 'session'>,
  lockTimeout = 0,
): TimeKeeping {
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
    ...(lockTimeout > 0 && { lock_timeout: lockTimeout }),
  };
  // Sets it by a statement: poolers refuse unknown settings at connection start.
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
