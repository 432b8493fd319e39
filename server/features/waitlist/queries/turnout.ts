import { eq, sql } from 'drizzle-orm';
import type { Reader } from '../../../platform/db/database.ts';
import { statement } from '../../../platform/db/fast/statements.ts';
import { events } from '../../events/tables.ts';
import { waitlist } from '../tables.ts';

const ofEvent = sql`from ${waitlist} where ${waitlist.eventId} = ${sql.placeholder('event')}`;

/** Whether anybody but the person of placeholder `viewer` is on the list of `event` and has no offer. */
export const othersWait = sql<boolean>`exists (
  select 1 ${ofEvent} and ${waitlist.userId} <> ${sql.placeholder('viewer')} and ${waitlist.offerExpiresAt} is null)`;

/** Whether offers have run out by `now` that still count as places taken. */
export const offersDue = sql<boolean>`exists (
  select 1 ${ofEvent} and ${waitlist.offerExpiresAt} <= ${sql.placeholder('now')})`;

/** Whose turn it is; 0 for one who isn't on the list. */
const position = sql<number>`(select count(*)::int ${ofEvent} and ${waitlist.turn} <= (
  select ${waitlist.turn} ${ofEvent} and ${waitlist.userId} = ${sql.placeholder('viewer')}))`;

/** The places on offer, with those of offers that have run out and still count as taken. */
const placesOnOffer = sql<number>`(select coalesce(sum(1 + ${waitlist.guests}), 0)::int ${ofEvent}
  and ${waitlist.offerExpiresAt} is not null)`;

/** How somebody, '' for nobody, stands among those who wait for an event. */
export async function turnoutOf(db: Reader, eventId: number, userId: string, now: Date) {
  const turnout = statement(db, 'turnout_of', (sqlDb) =>
    sqlDb
      .select({ othersWait, offersDue, position, placesOnOffer })
      .from(events)
      .where(eq(events.id, sql.placeholder('event'))),
  );
  const [found] = await turnout.execute({ event: eventId, viewer: userId, now });
  return found ?? { othersWait: false, offersDue: false, position: 0, placesOnOffer: 0 };
}
