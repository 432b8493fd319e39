import { getTableColumns, inArray, sql } from 'drizzle-orm';
import { eventFieldNames, pickFields } from '#contract/events/event-fields.ts';
import type { CleanText } from '#contract/platform/clean-text.ts';
import type { Transaction } from '#platform/db/database.ts';
import { events, eventTexts } from '../tables.ts';

/** Selects an event's description, wherever it is stored. */
export const eventDescription = sql<CleanText>`case when ${events.textId} is null then ${events.description}
  else (select ${eventTexts.description} from ${eventTexts} where ${eventTexts.id} = ${events.textId}) end`;

const { folded: _, foldedVenue: __, foldedTown: ___, ...ownColumns } = getTableColumns(events);

/** All columns of an event but those to search in, with its description wherever that is stored. */
export const eventColumns = { ...ownColumns, description: eventDescription };

export type EventRow = Omit<typeof events.$inferSelect, 'folded' | 'foldedVenue' | 'foldedTown'>;

/** The columns of the event form's fields. */
export const fieldColumns = pickFields(eventColumns, eventFieldNames);

/** Reads a series' dates with each shared text on one of them; `spread` fills in the others. */
export const descriptionOnce = sql<CleanText>`case when ${events.textId} is not null
  and row_number() over (partition by ${events.textId} order by ${events.id}) > 1 then '' else ${eventDescription} end`;

interface Row {
  textId: number | null;
  description: string;
}

/** Copies the description of the one row with its text to all rows that share it. */
export function fillDescriptions<R extends Row>(rows: R[]): R[] {
  const withText = rows.filter(({ description: text }) => text !== '');
  return withTexts(rows, new Map(withText.map((row) => [row.textId, row.description])));
}

/**
 * Reads the descriptions of locked rows, each shared text once. Without a lock, a text may be
 * deleted by now.
 */
export async function withDescriptions<R extends Row>(tx: Transaction, rows: R[]): Promise<R[]> {
  const ids = new Set(rows.map(({ textId }) => textId).filter((id) => id !== null));
  if (ids.size === 0) return rows;
  const texts = await tx
    .select({ id: eventTexts.id, description: eventTexts.description })
    .from(eventTexts)
    .where(inArray(eventTexts.id, [...ids]));
  return withTexts(rows, new Map(texts.map((text) => [text.id, text.description])));
}

const withTexts = <R extends Row>(rows: R[], texts: Map<number | null, string>): R[] =>
  rows.map((row) =>
    row.textId === null ? row : { ...row, description: texts.get(row.textId) ?? '' },
  );
