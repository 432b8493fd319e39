import { pino } from 'pino';
import { readConfig } from '#platform/config.ts';
import { deleteExpired } from '#features/operations/maintenance/jobs/purge.ts';
import type { TestApp } from './app.ts';

/** Runs the job that deletes what has expired; returns the number of rows by what they are. */
export const runDeleteExpired = ({
  db,
  clock,
}: Pick<TestApp, 'db'> & { clock: Pick<TestApp['clock'], 'read'> }) =>
  deleteExpired({ db, config: readConfig({}), clock: clock.read, log: pino({ level: 'silent' }) });
