import { pgbouncer } from './rows/pgbouncer.ts';
import type { Row } from './row.ts';

/** In the order they are done. */
export const rows: readonly Row[] = [pgbouncer];
