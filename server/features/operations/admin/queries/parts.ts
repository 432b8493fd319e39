import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { CursorId, cursorOf } from '#platform/http/cursor.ts';

/** Counts the rows of a query. */
export const countRows = (from: SQL) => sql<number>`(select count(*)::int from ${from})`;

export type Filter<E extends { query: z.ZodType }> = z.output<E['query']>;

export const idCursor = cursorOf(z.tuple([CursorId]));
