import { z } from 'zod';
import type { Signer } from '#platform/crypto/signing.ts';
import { cursorOf } from './cursor.ts';

/** The number of rows that are sorted by pseudonym at a time. */
const blockSize = 100;

interface NamelessList<Row, Item, Key> {
  /** The list's name, 'attendees of event 12'; a cursor is valid for this list only. */
  name: string;
  key: z.ZodType<Key>;
  keyOf: (row: Row) => unknown;
  /** Reads a number of rows after a key, in the order of their keys. */
  read: (after: Key | undefined, limit: number) => Promise<Row[]>;
  /** A row as visitors see it. */
  toItem: (row: Row) => Item;
  /** The public sort key of a row, unique. */
  orderOf: (item: Item) => string;
  limit: number;
  cursor: string | undefined;
}

const Cursor = cursorOf(z.tuple([z.unknown(), z.string()]));
const purpose = 'cursor of nameless list';

/**
 * Reads one page of a list of people for a visitor. The order of joining, or keys in a cursor,
 * would identify a person across lists. Visitors therefore get each block of rows sorted by
 * pseudonym, and an encrypted cursor.
 */
export async function namelessPage<Row, Item, Key>(
  list: NamelessList<Row, Item, Key>,
  signer: Signer,
): Promise<{ items: Item[]; next: string | undefined }> {
  const { name, limit } = list;
  const opened = list.cursor && (signer.open(purpose, name, list.cursor) ?? '');
  const [start, shown] = Cursor.decode(opened) ?? [null, ''];
  const rows = await list.read(start === null ? undefined : list.key.parse(start), blockSize + 1);
  const block = rows.slice(0, blockSize);
  const left = block
    .map((row) => list.toItem(row))
    .map((item) => ({ item, order: list.orderOf(item) }))
    .filter(({ order }) => order > shown)
    .toSorted((one, other) => (one.order < other.order ? -1 : 1));
  const page = left.slice(0, limit);
  const end = block.at(-1);
  const next = (key: unknown, order: string) =>
    signer.seal(purpose, name, Cursor.encode([key, order]));
  const items = page.map(({ item }) => item);
  if (left.length > limit) return { items, next: next(start, page.at(-1)?.order ?? '') };
  const isMore = rows.length > blockSize && end !== undefined;
  return { items, next: isMore ? next(list.keyOf(end), '') : undefined };
}
