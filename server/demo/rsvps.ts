import { eq, sql } from 'drizzle-orm';
import { cleanText, cleanTexts } from '#contract/platform/clean-text.ts';
import { hour } from '#contract/platform/durations.ts';
import { countsOfRsvps } from '#features/events/attendance/queries/rsvps.ts';
import { insertRsvps } from '#features/events/attendance/mutations/rows.ts';
import { childPlaces } from '#features/events/attendance/tables.ts';
import { events } from '#features/events/events/tables.ts';
import type { Transaction } from '#platform/db/database.ts';
import { addArrivals } from './arrivals.ts';
import { demoContent, type DemoEvent, type DemoGroup } from './content.ts';
import type { Families } from './households.ts';

interface Attendance {
  event: DemoEvent;
  group: DemoGroup;
  eventId: number;
  startTime: Date;
  /** Keys of the members who come. */
  attendees: string[];
  /** Keys of all members of the group. */
  keys: string[];
  families: Families;
  idOf: (key: string) => string;
  now: Date;
}

/** Adds everybody who comes to an event, waits for a place or can’t come, and counts them. */
export async function addRsvps(tx: Transaction, attendance: Attendance): Promise<void> {
  const { event, group, eventId, startTime, attendees, keys, now } = attendance;
  await addMembers(tx, attendance);
  if (event.openTo === 'anyone') await addOthers(tx, attendance);
  if (startTime > now) {
    const absent = keys.filter((key) => !attendees.includes(key));
    // They were too late for a place.
    const waiting = absent.slice(0, event.waiting ?? 0);
    const cant = absent.findLast((key) => key !== group.owner);
    await addWaiting(tx, attendance, waiting);
    if (group.cantCome && cant) await addAbsent(tx, attendance, cant, group.cantCome);
  }
  await tx.update(events).set(countsOfRsvps).where(eq(events.id, eventId));
  const { minutes } = event;
  const byId = attendance.idOf(group.owner);
  await addArrivals(tx, { eventId, startTime, minutes, byId, now });
}

const latestOf = ({ startTime, now }: Attendance) => Math.min(now.getTime(), startTime.getTime());

async function addMembers(tx: Transaction, attendance: Attendance): Promise<void> {
  const { event, group, eventId, attendees, families, idOf } = attendance;
  if (attendees.length === 0) return;
  const isForChildren = (event.audience ?? group.audience) === 'under18';
  const broughtBy = (key: string) => (isForChildren && families.get(key)) || [];
  const rows = await insertRsvps(
    tx,
    attendees.map((key, place) => ({
      eventId,
      userId: idOf(key),
      self: broughtBy(key).length === 0,
      children: broughtBy(key).length,
      companions: companionsOf(event, place),
      createdAt: new Date(latestOf(attendance) - (attendees.length - place) * 7 * hour),
    })),
  );
  const idsOf = new Map(rows.map(({ id, userId }) => [userId, id]));
  const brought = attendees.flatMap((key) =>
    broughtBy(key).map((childId) => ({ eventId, childId, rsvpId: idsOf.get(idOf(key)) ?? 0 })),
  );
  if (brought.length > 0) await tx.insert(childPlaces).values(brought);
}

/** Adds guests without an account, and people whom the organiser has added by hand. */
async function addOthers(tx: Transaction, attendance: Attendance): Promise<void> {
  const { group, eventId, idOf } = attendance;
  const { guests, added } = demoContent().withoutAccount;
  const at = new Date(latestOf(attendance) - 5 * hour);
  const asked = {
    kind: 'guest',
    eventId,
    requestedAt: at,
    confirmedAt: at,
    createdAt: at,
  } as const;
  await insertRsvps(
    tx,
    guests.map(({ firstName, guests: companions }) =>
      cleanTexts({ ...asked, name: firstName, companions }),
    ),
  );
  const byHand = { kind: 'added', eventId, addedById: idOf(group.owner), createdAt: at } as const;
  await insertRsvps(
    tx,
    added.map(({ people, ...about }) =>
      cleanTexts({ ...byHand, ...about, companions: people - 1 }),
    ),
  );
}

async function addWaiting(
  tx: Transaction,
  { event, eventId, idOf, now }: Attendance,
  waiting: string[],
): Promise<void> {
  if (waiting.length === 0) return;
  await insertRsvps(
    tx,
    waiting.map((key, place) => ({
      eventId,
      userId: idOf(key),
      status: 'waiting' as const,
      turn: sql`nextval('rsvps_turn')`,
      companions: companionsOf(event, place),
      createdAt: new Date(now.getTime() - (waiting.length - place) * 2 * hour),
    })),
  );
}

async function addAbsent(
  tx: Transaction,
  { eventId, idOf, now }: Attendance,
  key: string,
  note: string,
): Promise<void> {
  const at = new Date(now.getTime() - 9 * hour);
  const answer = { status: 'cant', note: cleanText(note), answeredAt: at, createdAt: at } as const;
  await insertRsvps(tx, [{ eventId, userId: idOf(key), ...answer }]);
}

/** Every third attendee brings companions, one more each time up to the limit. */
const companionsOf = ({ guestsAllowed = 0 }: DemoEvent, place: number) =>
  guestsAllowed > 0 && place % 3 === 0 ? 1 + ((place / 3) % guestsAllowed) : 0;
