import type { EventEmitter } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import { minute, second } from '#contract/platform/durations.ts';

/** Nobody notices a shorter wait. */
const noteworthyMs = second;

const advice =
  'calls waited for a connection to the database: if this comes back, set DATABASE_POOL higher, ' +
  'as long as all processes together stay below what PostgreSQL gives, or find what holds the connections';

/**
 * Warns when calls have waited for the pool's connections: at once, and then once a minute with the
 * count.
 */
export function logPoolWaits(pool: EventEmitter, log: Pick<FastifyBaseLogger, 'warn'>): void {
  let waits = 0;
  let longest = 0;
  let isQuiet = false;
  const logWaits = () => {
    isQuiet = waits > 0;
    if (!isQuiet) return;
    log.warn({ waits, longestMs: Math.round(longest) }, advice);
    [waits, longest] = [0, 0];
    setTimeout(logWaits, minute).unref();
  };
  pool.on('waited', (ms: number) => {
    if (ms < noteworthyMs) return;
    waits += 1;
    longest = Math.max(longest, ms);
    if (!isQuiet) logWaits();
  });
}
