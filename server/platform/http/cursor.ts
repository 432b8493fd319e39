import { z } from 'zod';
import { cutPostcodes, type Count } from '#contract/platform/values.ts';
import { invalid } from '#platform/refusal.ts';

/**
 * Converts a row's sort key to an opaque cursor and back.
 * @throws Refusal `invalid` for a malformed cursor
 */
export function cursorOf<Key extends z.ZodType>(key: Key) {
  return {
    encode: (value: z.input<Key>) => Buffer.from(JSON.stringify(value)).toString('base64url'),
    decode: (cursor: string | undefined): z.output<Key> | undefined => {
      if (cursor === undefined) return undefined;
      const parsed = key.safeParse(readJson(Buffer.from(cursor, 'base64url').toString()));
      if (!parsed.success) throw invalid({ cursor: 'This page of the list no longer exists' });
      return parsed.data;
    },
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const lastMoment = Date.UTC(9999, 11, 31);

/** A moment in a cursor, in milliseconds since 1970. */
export const CursorTime = z
  .int()
  .min(0)
  .max(lastMoment)
  .transform((milliseconds) => new Date(milliseconds));
export const CursorId = z.int().min(0).max(2_147_483_647);

/** The sort key of most lists: a moment, and the row's id where moments are equal. */
export const TimeAndId = z.tuple([CursorTime, CursorId]);

/** The page of a list that a caller asks for. */
export interface Paging {
  limit: number;
  cursor?: string | undefined;
}

/** Removes the extra row of a list read with `limit + 1`, and returns the next page's cursor. */
export function cutPage<Row>(rows: Row[], limit: number, cursor: (last: Row) => string) {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { items: rows.slice(0, limit), next: last && cursor(last) };
}

/** A count of rows that were read to one more than the limit. */
export const countUpTo = (limit: number, rows: number): Count =>
  rows > limit ? { count: limit, orMore: true } : { count: rows };

/** Returns the list's address for the page at `cursor`, without the end of a whole postcode. */
export function withCursor(url: string, cursor: string): string {
  const [path, ...search] = url.split('?');
  const query = new URLSearchParams(search.join('?'));
  cutPostcodes(query);
  query.set('cursor', cursor);
  return `${path}?${query}`;
}
