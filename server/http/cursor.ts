import { z } from 'zod';
import { invalid } from './refusal.ts';

/**
 * Turns a row's sort key into an opaque cursor and back.
 * @throws Refusal `invalid` when a caller's cursor is not one of these
 */
export function cursorOf<First extends z.ZodType, Second extends z.ZodType>(
  first: First,
  second: Second,
) {
  const Key = z.tuple([first, second]);
  return {
    encode: (...values: z.input<typeof Key>) =>
      Buffer.from(JSON.stringify(values)).toString('base64url'),
    decode: (cursor: string | undefined): z.output<typeof Key> | undefined => {
      if (cursor === undefined) return undefined;
      const key = Key.safeParse(readJson(Buffer.from(cursor, 'base64url').toString()));
      if (!key.success) throw invalid({ cursor: 'This page of the list no longer exists' });
      return key.data;
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

/** A moment in a cursor, in milliseconds since 1970. */
export const CursorTime = z
  .int()
  .min(0)
  .max(8.64e15)
  .transform((milliseconds) => new Date(milliseconds));
export const CursorId = z.int().min(0).max(2_147_483_647);

/** Cuts the surplus row off a list read with `limit + 1`, and names the page after it. */
export function cutPage<Row>(rows: Row[], limit: number, cursor: (last: Row) => string) {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { items: rows.slice(0, limit), next: last && cursor(last) };
}

/** The address of a list's page that begins at `cursor`. */
export function withCursor(url: string, cursor: string): string {
  const [path, ...search] = url.split('?');
  const query = new URLSearchParams(search.join('?'));
  query.set('cursor', cursor);
  return `${path}?${query}`;
}
