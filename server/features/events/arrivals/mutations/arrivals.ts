import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { Arrival, type saveArrivals as saveCall } from '#contract/events/arrivals.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { Id } from '#contract/platform/values.ts';
import { recordOnEvent } from '#features/events/events/mutations/record.ts';
import type { EventFacts } from '#features/events/events/policy/event.ts';
import { lockEventFacts } from '#features/events/events/queries/event.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { demand } from '#platform/refusal.ts';
import {
  applyArrivals,
  closedDoorRefusal,
  doorRefusal,
  recordingRefusal,
  type Doorkeeper,
  type Party,
  type SentArrival,
} from '../policy.ts';
import { countAtDoor, lockRecording } from '../queries/door.ts';
import { partiesWithIds, storedRecord } from '../queries/parties.ts';
import { arrivals } from '../tables.ts';

/**
 * Saves what a phone at the door has seen. Each arrival is taken or refused by itself.
 * @throws Refusal `not_found`, `forbidden`, `conflict` for a cancelled event, while the door is
 * closed, and where the group doesn't record who comes
 */
export const saveArrivals = (
  db: Database,
  keeper: Doorkeeper,
  eventId: number,
  { device, arrivals: sent }: z.output<typeof saveCall.body>,
  now: Date,
): Promise<AnswerOf<typeof saveCall>> =>
  transaction(db, async (tx) => {
    const event = await lockDoor(tx, keeper, eventId, now);
    const parsed = sent.map(parseArrival);
    const parties = await partiesOf(tx, eventId, parsed);
    const by = { byId: keeper.viewer?.id ?? null, helper: keeper.link?.name ?? null };
    const { results, changed } = applyArrivals(parties, parsed, { device, ...by }, now);
    await writeRecords(tx, eventId, changed);
    if (keeper.viewer && changed.length > 0) {
      const change = { before: null, after: { parties: changed.length } };
      await recordOnEvent(tx, keeper.viewer, event, 'attendance.record', change, now);
    }
    const counts = await countAtDoor(tx, eventId);
    return { results, counts, overCapacity: counts.here > (event.capacity ?? Infinity) };
  });

async function lockDoor(
  tx: Transaction,
  keeper: Doorkeeper,
  eventId: number,
  now: Date,
): Promise<EventFacts> {
  const recording = await lockRecording(tx, eventId);
  const event = await lockEventFacts(tx, keeper.viewer ?? null, eventId);
  demand(doorRefusal(keeper, event));
  demand(recordingRefusal(recording ?? false));
  demand(closedDoorRefusal(event, now));
  return event;
}

/** An arrival of any form, to name it in the answer. */
const Named = z.object({
  id: z.string().max(80).catch(''),
  walkIn: z
    .object({ id: z.string().max(80).catch('') })
    .optional()
    .catch(undefined),
});

function parseArrival(sent: unknown): SentArrival {
  const named = Named.safeParse(sent).data;
  const id = named?.walkIn ? `w${named.walkIn.id}` : (named?.id ?? '');
  return { id, arrival: Arrival.safeParse(sent).data };
}

/** Reads those of the parties that the event has, by their ids. */
async function partiesOf(
  tx: Transaction,
  eventId: number,
  sent: readonly SentArrival[],
): Promise<Map<string, Party>> {
  const ids = [...new Set(sent.map(({ id }) => id))];
  const listed = ids.filter((id) => /^[1-9]\d*$/.test(id) && Id.safeParse(id).success).map(Number);
  const walkedIn = ids.filter((id) => id.startsWith('w')).map((id) => id.slice(1));
  const [ofList, ofWalkIns] = await Promise.all([
    partiesWithIds(tx, eventId, listed),
    tx
      .select({
        walkIn: { id: sql<string>`${arrivals.walkInId}`, name: arrivals.name },
        people: sql<number>`${arrivals.people}`,
        word: storedRecord,
      })
      .from(arrivals)
      .where(and(eq(arrivals.eventId, eventId), inArray(arrivals.walkInId, walkedIn))),
  ]);
  const parties = [
    ...ofList.map((row) => ({ ...row, id: String(row.rsvpId), walkIn: null })),
    ...ofWalkIns.map((row) => ({ ...row, id: `w${row.walkIn.id}`, rsvpId: null })),
  ];
  return new Map(parties.map((party) => [party.id, party]));
}

async function writeRecords(tx: Transaction, eventId: number, changed: readonly Party[]) {
  const rows = changed.flatMap(({ rsvpId, walkIn, people, word }) =>
    word
      ? [
          {
            eventId,
            ...word,
            rsvpId,
            walkInId: walkIn?.id ?? null,
            name: walkIn?.name ?? null,
            people: walkIn && people,
          },
        ]
      : [],
  );
  const [listed, walkedIn] = [
    rows.filter(({ rsvpId }) => rsvpId !== null),
    rows.filter(({ walkInId }) => walkInId !== null),
  ];
  if (listed.length > 0)
    await tx
      .insert(arrivals)
      .values(listed)
      .onConflictDoUpdate({
        target: arrivals.rsvpId,
        targetWhere: isNotNull(arrivals.rsvpId),
        set: newRecord,
      });
  if (walkedIn.length > 0)
    await tx
      .insert(arrivals)
      .values(walkedIn)
      .onConflictDoUpdate({
        target: [arrivals.eventId, arrivals.walkInId],
        targetWhere: isNull(arrivals.rsvpId),
        set: { ...newRecord, name: sql`excluded.name`, people: sql`excluded.people` },
      });
}

const newRecord = {
  here: sql`excluded.here`,
  at: sql`excluded.at`,
  device: sql`excluded.device`,
  byId: sql`excluded.by_id`,
  helper: sql`excluded.helper`,
};
