import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from '#platform/db/database.ts';
import { registered } from '#platform/registered.ts';

/** A column, in a higher domain, that holds addresses of pictures. */
export interface PictureColumn {
  table: PgTable;
  url: PgColumn | SQL;
  /** Narrows the rows to those that an index on `url` holds. */
  where?: SQL;
  /** The group that shows the picture, in its own row or in its event's. */
  groupId?: PgColumn;
  /** Has no row show the picture at this address. */
  clear?: (tx: Transaction, url: string) => Promise<unknown>;
}

export const pictureColumns = registered<readonly PictureColumn[]>('the columns of pictures');
