import { hour, minute } from '#contract/platform/durations.ts';
import { doorHours } from '#contract/platform/limits.ts';
import { partiesFrom } from '#features/events/arrivals/queries/parties.ts';
import { arrivals } from '#features/events/arrivals/tables.ts';
import type { Transaction } from '#platform/db/database.ts';

/** No event of the demonstration has more. */
const maxParties = 200;

interface DoorEvening {
  eventId: number;
  startTime: Date;
  minutes: number;
  /** The organiser at the door. */
  byId: string;
  now: Date;
}

/** Records who came to an event that is over, and, on the day of one, half of those expected. */
export async function addArrivals(tx: Transaction, evening: DoorEvening): Promise<void> {
  const { eventId, startTime, minutes, byId, now } = evening;
  if (startTime.getTime() - doorHours * hour > now.getTime()) return;
  const isOver = startTime.getTime() + minutes * minute <= now.getTime();
  const parties = await partiesFrom(tx, eventId, 0, maxParties);
  const came = parties.filter((_, place) => (isOver ? place % 6 !== 5 : place % 2 === 0));
  if (came.length === 0) return;
  const latest = Math.min(now.getTime(), startTime.getTime());
  const said = { eventId, device: 'demonstration', byId };
  await tx.insert(arrivals).values(
    came.map(({ id, people }, place) => ({
      ...said,
      rsvpId: id,
      here: people,
      at: new Date(latest - (came.length - place) * minute),
    })),
  );
}
