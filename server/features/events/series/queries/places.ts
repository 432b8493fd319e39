import { inArray, sql } from 'drizzle-orm';
import { formatDay } from '#contract/platform/dates.ts';
import type { Reader } from '#platform/db/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { capacityRefusal } from '#features/events/attendance/policy/places.ts';
import { events } from '#features/events/events/tables.ts';
import { placesCounted } from '#features/events/attendance/queries/rsvps.ts';
import type { ChangedDate } from '../policy/planned-change.ts';

/**
 * Recounts the places taken at each date with a capacity, like the change of a single event.
 * @throws Refusal `conflict` for a capacity below that
 */
export async function placesFor(db: Reader, changed: ChangedDate[]): Promise<Map<number, number>> {
  const bound = changed.filter(({ after }) => after.capacity !== null);
  const ids = bound.map(({ after }) => after.id);
  const rows = await db
    .select({ id: events.id, taken: placesCounted(sql`events.id`) })
    .from(events)
    .where(inArray(events.id, ids));
  const takenById = new Map(rows.map((row) => [row.id, row.taken]));
  for (const { after } of bound) {
    const refusal = capacityRefusal(after.capacity ?? 0, takenById.get(after.id) ?? 0);
    if (refusal) throw namingDate(refusal, after.startTime);
  }
  return takenById;
}

/** A refusal that names the date it is about. */
function namingDate({ code, message }: Refusal, startTime: Date): Refusal {
  const sentence = `${formatDay(startTime)}: ${message}`;
  return new Refusal(code, sentence, { fields: { capacity: sentence } });
}
