import type { CleanText } from '#contract/platform/clean-text.ts';
import type { Transaction } from '#platform/db/database.ts';
import { eventTexts } from '#features/events/events/tables.ts';

interface Text {
  title: CleanText;
  description: CleanText;
  location: CleanText;
  town: CleanText | null;
}

/** The id of a date's text. */
export type TextIds = (date: Text) => number | undefined;

/**
 * A key that identifies a text. Each description gets a number: putting 104 long ones into keys
 * took 6 ms and blocked everybody.
 */
function keysOfTexts(): (date: Text) => string {
  const numbers = new Map<string, number>();
  return ({ title, description, location, town }) => {
    const number = numbers.get(description) ?? numbers.size;
    numbers.set(description, number);
    return JSON.stringify([title, location, town, number]);
  };
}

/** Stores texts, so dates can share them. */
export async function insertTexts(tx: Transaction, texts: Text[]): Promise<number[]> {
  if (texts.length === 0) return [];
  const values = texts.map(({ title, description, location, town }) => ({
    title,
    description,
    location,
    town,
  }));
  const made = await tx.insert(eventTexts).values(values).returning({ id: eventTexts.id });
  return made.map(({ id }) => id);
}

/**
 * Stores the texts of dates, once for all that share one, unless a date of the series has it
 * already.
 */
export async function sharedTexts(
  tx: Transaction,
  rows: (Text & { textId: number | null })[],
  dates: Text[],
): Promise<TextIds> {
  const keyOf = keysOfTexts();
  const ids = new Map<string, number>();
  for (const row of rows) if (row.textId !== null) ids.set(keyOf(row), row.textId);
  const fresh = new Map<string, Text>();
  for (const date of dates) if (!ids.has(keyOf(date))) fresh.set(keyOf(date), date);
  const made = await insertTexts(tx, [...fresh.values()]);
  [...fresh.keys()].forEach((key, index) => {
    const id = made[index];
    if (id !== undefined) ids.set(key, id);
  });
  return (date) => ids.get(keyOf(date));
}
