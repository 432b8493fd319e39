import { eq, inArray, sql } from 'drizzle-orm';
import { cleanText } from '#contract/platform/clean-text.ts';
import { wallTimeOf } from '#contract/platform/london-time.ts';
import type { Config } from '#platform/config.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { demand } from '#platform/refusal.ts';
import { changedFields, type Revisions } from '#platform/revisions.ts';
import type { Viewer } from '#platform/viewer.ts';
import { recordAsAdmin } from '#features/base/audit/mutations.ts';
import { requireCategory } from '#features/community/groups/queries/categories.ts';
import { requireAudience, requireOpenTo } from '#features/events/events/mutations/audience.ts';
import { isForOthers, refuseCopiedText } from '#features/events/events/mutations/events.ts';
import { scheduledColumns } from '#features/events/events/mutations/cancelling.ts';
import { movedEvents } from '#features/events/events/steps.ts';
import { events } from '#features/events/events/tables.ts';
import { lockCover } from '#features/base/media/mutations.ts';
import { insertRows } from '#features/events/events/mutations/insert-rows.ts';
import { requireDatesQuota } from '#features/events/events/mutations/quota.ts';
import { positionOf, postcodeRefusal } from '#features/events/events/policy/venue.ts';
import {
  endInterruptedOffers,
  offerIfOthersWait,
} from '#features/events/attendance/mutations/offers.ts';
import {
  plannedChange,
  sharedFieldsOf,
  type ChangedDate,
  type Changes,
  type PlannedChange,
} from '../policy/planned-change.ts';
import { seriesChanges, revisedSeries } from '../policy/revised.ts';
import { dateRowOf } from '../queries/date-row.ts';
import { placesFor } from '../queries/places.ts';
import { series } from '../tables.ts';
import { cancelDates } from './cancel.ts';
import { startsAt } from './create.ts';
import { lockDates, lockForEdit, renumberDates, type LockedSeries } from './lock.ts';
import { notifyOfDates } from './notifications.ts';
import { sharedTexts, type TextIds } from './texts.ts';

/**
 * Changes a series: all its upcoming dates, or those from one on. Each attendee is notified once of
 * everything that concerns them.
 * @throws Refusal `not_found`, `forbidden`, `invalid`, `quota`, `conflict` if nothing is upcoming,
 * for a capacity below the places taken at one of the dates, and for fields that others have
 * changed since `revision`
 */
export async function changeSeries(
  db: Database,
  viewer: Viewer,
  id: number,
  changes: Changes,
  config: Config,
  now: Date,
): Promise<void> {
  await transaction(db, (tx) => applyToSeries(tx, viewer, id, changes, config, now));
}

/** @throws Refusal as `changeSeries` */
export async function applyToSeries(
  tx: Transaction,
  viewer: Viewer,
  id: number,
  changes: Changes,
  config: Config,
  now: Date,
): Promise<void> {
  const lockedSeries = await lockForEdit(tx, viewer, id);
  const rows = await lockDates(tx, id);
  const dates = rows.map(dateRowOf);
  const plan = plannedChange(lockedSeries, dates, changes, now);
  const revised = revisedSeries(lockedSeries, plan, changes);
  const changed = [...plan.changed, ...plan.revived];
  const group = { id: lockedSeries.groupId, status: lockedSeries.group.status };
  await requireDatesQuota(tx, viewer, group, addedBy(plan), config, now);
  await requireAudiences(tx, lockedSeries.groupId, plan, changes);
  await requireFields(tx, viewer, lockedSeries.groupId, { changed, changes }, config, now);
  await notifyOfDates(
    tx,
    viewer,
    id,
    { kind: 'series_changed', changed, cancelled: plan.cancelled },
    now,
  );
  const models = [...changed.map(({ after }) => after), ...plan.added.map(({ like }) => like)];
  const textIds = await sharedTexts(tx, rows, models);
  await writeDates(tx, changed, plan.fields, textIds, now);
  const { reason = null } = changes;
  await cancelDates(tx, plan.cancelled, { byHand: false, reason }, now);
  await addDates(tx, viewer, lockedSeries, plan, textIds, now);
  await keepRule(tx, id, plan, changes.startTime, revised);
  await renumberDates(tx, [id]);
  await endInterruptedOffers(
    tx,
    plan.revived.map(({ after }) => after.id),
  );
  await offerFreePlaces(tx, changed, now);
  if (!lockedSeries.membership?.isOrganizer) {
    const after = { scope: changes.scope, fields: seriesChanges(changes, plan) };
    const change = { before: null, after };
    await recordAsAdmin(tx, viewer, 'series.edit', id, change, now);
  }
}

/** Requires that the locked group allows the audience and openness of changed and added dates. */
async function requireAudiences(
  tx: Transaction,
  groupId: number,
  { added, changed, revived }: PlannedChange,
  { audience, openTo }: Changes,
): Promise<void> {
  const made = [...added.map(({ like }) => like), ...revived.map(({ after }) => after)];
  const audiences = new Set(made.map((date) => date.audience));
  if (audience) audiences.add(audience);
  for (const each of audiences) await requireAudience(tx, groupId, each);
  const reopened = audience || openTo ? changed.map(({ after }) => after) : [];
  await requireOpenTo(tx, groupId, [...made, ...reopened]);
}

/** A date that a rule drops frees quota in its group for one that it adds. */
const addedBy = ({ added, revived, cancelled }: PlannedChange) => ({
  created: added.length,
  added: added.length + revived.length - cancelled.length,
});

/** Checks that need to run once, whatever the number of dates. */
async function requireFields(
  tx: Transaction,
  viewer: Viewer,
  groupId: number,
  { changed, changes }: { changed: ChangedDate[]; changes: Changes },
  config: Config,
  now: Date,
): Promise<void> {
  const { description, categoryId, imageUrl, postcode } = changes;
  demand(postcodeRefusal(postcode));
  const isNew = changed.some(({ before }) => before.description !== description);
  if (description !== undefined && isNew) {
    await refuseCopiedText(tx, viewer, description, config, now);
  }
  if (categoryId !== undefined) await requireCategory(tx, categoryId);
  await lockCover(tx, viewer, groupId, imageUrl);
}

/** Each with its own times; a start that moves resets its reminder. */
async function writeDates(
  tx: Transaction,
  changed: ChangedDate[],
  { description: _, access: __, postcode: ___, ...fields }: PlannedChange['fields'],
  textIds: TextIds,
  now: Date,
): Promise<void> {
  if (changed.length === 0) return;
  const placesTaken = await placesFor(tx, changed);
  const rows = changed.map(({ before, after }) => ({
    fields: changedFields(before, after),
    id: after.id,
    starts: after.startTime,
    ends: after.endTime,
    closes: after.rsvpClosesAt,
    taken: placesTaken.get(after.id),
    text: textIds(after),
    postcode: after.postcode,
    access: after.access,
    ...positionOf(after),
  }));
  const each = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as each (id int, starts timestamptz, ends timestamptz, closes timestamptz, taken int, text int,
      postcode text, access jsonb, easting int, northing int,
      "venueEasting" int, "venueNorthing" int, fields jsonb)`;
  await tx
    .update(events)
    .set({
      ...fields,
      description: cleanText(''),
      textId: sql`each.text`,
      postcode: sql`each.postcode`,
      access: sql`each.access`,
      easting: sql`each.easting`,
      northing: sql`each.northing`,
      venueEasting: sql`each."venueEasting"`,
      venueNorthing: sql`each."venueNorthing"`,
      startTime: sql`each.starts`,
      endTime: sql`each.ends`,
      rsvpClosesAt: sql`each.closes`,
      startSetAt: sql`case when ${events.startTime} = each.starts then ${events.startSetAt} else ${now} end`,
      placesTaken: sql`coalesce(each.taken, ${events.placesTaken})`,
      ...scheduledColumns,
      changedAt: now,
      revision: sql`${events.revision} + 1`,
      fieldRevisions: sql`${events.fieldRevisions} || (select coalesce(jsonb_object_agg(name, ${events.revision} + 1), '{}')
        from jsonb_array_elements_text(each.fields) name)`,
    })
    .from(each)
    .where(sql`${events.id} = each.id`);
  const moved = changed.filter(({ before, after }) => +after.startTime !== +before.startTime);
  await movedEvents.read()(
    tx,
    moved.map(({ after }) => after.id),
    now,
  );
}

async function addDates(
  tx: Transaction,
  viewer: Viewer,
  lockedSeries: LockedSeries,
  { added, rule }: PlannedChange,
  textIds: TextIds,
  now: Date,
): Promise<void> {
  const shared = {
    groupId: lockedSeries.groupId,
    createdById: viewer.id,
    free: lockedSeries.group.chargeForEvents === 'free',
    seriesId: lockedSeries.id,
    seriesPosition: 0,
    seriesCount: 0,
    seriesText: rule?.text ?? '',
    createdAt: now,
  };
  const rows = added.map(({ day, startTime, endTime, rsvpClosesAt, like }) => ({
    ...sharedFieldsOf(like),
    ...positionOf(like),
    description: cleanText(''),
    textId: textIds(like),
    startTime,
    endTime,
    rsvpClosesAt,
    seriesDate: day,
  }));
  await insertRows(tx, shared, rows);
}

async function keepRule(
  tx: Transaction,
  id: number,
  { rule, ofRule }: PlannedChange,
  startTime: Date | undefined,
  revised: Revisions,
): Promise<void> {
  const columns = {
    ...revised,
    ...(rule && { rrule: rule.rrule, firstDate: rule.firstDate, exdates: rule.exdates }),
    ...(startTime && { startsAt: startsAt(wallTimeOf(startTime).time) }),
  };
  await tx.update(series).set(columns).where(eq(series.id, id));
  if (!rule) return;
  await tx.update(events).set({ seriesText: rule.text }).where(inArray(events.id, ofRule));
}

async function offerFreePlaces(tx: Transaction, changed: ChangedDate[], now: Date): Promise<void> {
  const freed = changed.filter(
    ({ before, after }) => before.status !== after.status || isForOthers(before, after),
  );
  const ids = freed.map(({ after }) => after.id);
  await offerIfOthersWait(tx, ids, now);
}
