import { eq, inArray, sql } from 'drizzle-orm';
import { wallTimeOf } from '../../../platform/calendar/london-time.ts';
import type { Config } from '../../../platform/config.ts';
import { transaction, type Database, type Transaction } from '../../../platform/db/database.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { recordAsAdmin } from '../../audit/mutations.ts';
import { requireCategory } from '../../categories/queries.ts';
import { isForOthers, requireAudience, requireOwnWords } from '../../events/mutations/events.ts';
import { events } from '../../events/tables.ts';
import { holdPicture } from '../../media/mutations.ts';
import { offerWhereOthersWait } from '../../waitlist/mutations/offers.ts';
import {
  plannedChange,
  type Changed,
  type Changes,
  type DateRow,
  type PlannedChange,
} from '../policy/planned-change.ts';
import { dateRowOf } from '../queries/date-row.ts';
import { placesFor } from '../queries/places.ts';
import { series } from '../tables.ts';
import { cancelDates } from './call-off.ts';
import { startsAt } from './create.ts';
import { lockedDates, lockedForEdit, renumber, type HeldSeries } from './held.ts';
import { tellOfDates } from './telling.ts';

/**
 * Changes a series: all its dates to come, or those from one on. Whoever goes is told once of all that concerns them.
 * @throws Refusal `not_found`, `forbidden`, `invalid`, `conflict` where nothing is to come, or for fewer places than are
 *   taken at one of the dates
 */
export async function changeSeries(
  db: Database,
  viewer: Viewer,
  id: number,
  changes: Changes,
  config: Config,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const held = await lockedForEdit(tx, viewer, id);
    const dates = (await lockedDates(tx, id)).map(dateRowOf);
    const plan = plannedChange(held, dates, changes, now);
    const changed = [...plan.changed, ...plan.revived];
    await requireAudience(tx, held.groupId, changes.audience);
    await requireFields(tx, viewer, changed, changes, config, now);
    await tellOfDates(
      tx,
      viewer,
      id,
      { kind: 'series_changed', changed, cancelled: plan.cancelled },
      now,
    );
    await writeDates(tx, changed, plan.fields, now);
    await cancelDates(tx, plan.cancelled, { byHand: false }, now);
    await addDates(tx, viewer, held, plan, now);
    await keepRule(tx, id, plan, changes.startTime);
    await renumber(tx, [id]);
    await offerWhatIsFree(tx, changed, now);
    if (!held.membership?.isOrganizer) {
      const change = { before: null, after: { scope: changes.scope, fields: namesOf(changes) } };
      await recordAsAdmin(tx, viewer, 'series.edit', id, change, now);
    }
  });
}

const namesOf = ({ scope: _, fromEventId: __, includeEdited: ___, ...rest }: Changes) =>
  Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [name]));

/** What is asked once, whatever the number of dates. */
async function requireFields(
  tx: Transaction,
  viewer: Viewer,
  changed: Changed[],
  { description, categoryId, imageUrl }: Changes,
  config: Config,
  now: Date,
): Promise<void> {
  const isNew = changed.some(({ before }) => before.description !== description);
  if (description !== undefined && isNew) {
    await requireOwnWords(tx, viewer, description, config, now);
  }
  if (categoryId !== undefined) await requireCategory(tx, categoryId);
  await holdPicture(tx, imageUrl);
}

/** Each with its own times; a start that moves is one that nobody has been reminded of. */
async function writeDates(
  tx: Transaction,
  changed: Changed[],
  fields: Partial<DateRow>,
  now: Date,
): Promise<void> {
  if (changed.length === 0) return;
  const taken = await placesFor(tx, changed);
  const rows = changed.map(({ after }) => ({
    id: after.id,
    starts: after.startTime,
    ends: after.endTime,
    closes: after.rsvpClosesAt,
    taken: taken.get(after.id),
  }));
  const each = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as each (id int, starts timestamptz, ends timestamptz, closes timestamptz, taken int)`;
  await tx
    .update(events)
    .set({
      ...fields,
      startTime: sql`each.starts`,
      endTime: sql`each.ends`,
      rsvpClosesAt: sql`each.closes`,
      startSetAt: sql`case when ${events.startTime} = each.starts then ${events.startSetAt} else ${now} end`,
      placesTaken: sql`coalesce(each.taken, ${events.placesTaken})`,
      status: 'scheduled',
      revision: sql`${events.revision} + 1`,
    })
    .from(each)
    .where(sql`${events.id} = each.id`);
}

async function addDates(
  tx: Transaction,
  viewer: Viewer,
  held: HeldSeries,
  { added, rule }: PlannedChange,
  now: Date,
): Promise<void> {
  if (added.length === 0) return;
  const rows = added.map(({ day, startTime, endTime, rsvpClosesAt, like }) => ({
    groupId: held.groupId,
    categoryId: like.categoryId,
    createdById: viewer.id,
    title: like.title,
    description: like.description,
    imageUrl: like.imageUrl,
    location: like.location,
    town: like.town,
    startTime,
    endTime,
    free: held.group.chargeForEvents === 'free',
    capacity: like.capacity,
    guestsAllowed: like.guestsAllowed,
    rsvpClosesAt,
    waitlistEnabled: like.waitlistEnabled,
    audience: like.audience,
    attendeeNames: like.attendeeNames,
    seriesId: held.id,
    seriesDate: day,
    seriesPosition: 0,
    seriesCount: 0,
    seriesText: rule?.text ?? '',
    createdAt: now,
  }));
  await tx.insert(events).values(rows);
}

async function keepRule(
  tx: Transaction,
  id: number,
  { rule, ofRule }: PlannedChange,
  startTime: Date | undefined,
): Promise<void> {
  const kept = {
    ...(rule && { rrule: rule.rrule, firstDate: rule.firstDate, exdates: rule.exdates }),
    ...(startTime && { startsAt: startsAt(wallTimeOf(startTime).time) }),
  };
  if (Object.keys(kept).length > 0) await tx.update(series).set(kept).where(eq(series.id, id));
  if (!rule) return;
  await tx.update(events).set({ seriesText: rule.text }).where(inArray(events.id, ofRule));
}

async function offerWhatIsFree(tx: Transaction, changed: Changed[], now: Date): Promise<void> {
  const freed = changed.filter(({ before, after }) => isForOthers(before, after));
  const ids = freed.map(({ after }) => after.id);
  await offerWhereOthersWait(tx, ids, now);
}
