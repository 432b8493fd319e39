import { alertsRow } from './rows/alerts.ts';
import { asynchronous } from './rows/asynchronous.ts';
import { bounces } from './rows/bounces.ts';
import { container } from './rows/container.ts';
import { failovers } from './rows/failover.ts';
import { pgbouncer } from './rows/pgbouncer.ts';
import { proxies } from './rows/proxies.ts';
import { recovery } from './rows/recovery.ts';
import { restart } from './rows/restart.ts';
import { upgrade } from './rows/upgrade.ts';
import { usersRow } from './rows/users.ts';
import type { Row } from './row.ts';

/** In the order they run. */
export const rows: readonly Row[] = [
  pgbouncer,
  restart,
  proxies,
  ...failovers,
  asynchronous,
  recovery,
  alertsRow,
  bounces,
  container,
  usersRow,
  upgrade,
];
