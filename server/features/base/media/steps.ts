import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { CleanText } from '#contract/platform/clean-text.ts';
import type { Transaction } from '#platform/db/database.ts';
import { registered } from '#platform/registered.ts';

/** A column in a higher domain that contains addresses of pictures. */
export interface PictureColumn {
  table: PgTable;
  url: PgColumn | SQL;
  /** Narrows the rows to those in an index on `url`. */
  where?: SQL;
  /** The group that shows the picture itself or on one of its events. */
  groupId?: PgColumn;
  /** Clears this address from every row that shows it. */
  clear?: (tx: Transaction, url: CleanText) => Promise<unknown>;
}

export const pictureColumns = registered<readonly PictureColumn[]>('the columns of pictures');
