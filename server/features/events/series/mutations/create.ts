import type { z } from 'zod';
import { cleanText } from '#contract/platform/clean-text.ts';
import { newsHour, nextHour } from '#contract/platform/london-time.ts';
import type { SeriesForm } from '#contract/events/series/series.ts';
import { occurrencesOf, timesOn, type Occurrences } from '../policy/occurrences.ts';
import type { Config } from '#platform/config.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { once, type Attempt } from '#platform/idempotency/once.ts';
import { demand } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { recordAsAdmin } from '#features/base/audit/mutations.ts';
import { requireCategory } from '#features/community/groups/queries/categories.ts';
import { audienceIn, openToIn } from '#features/events/events/mutations/audience.ts';
import { lockGroupForEvents, refuseCopiedText } from '#features/events/events/mutations/events.ts';
import { enqueueGroupNews } from '#features/events/events/mutations/group-news.ts';
import { lockCover } from '#features/base/media/mutations.ts';
import { insertRows } from '#features/events/events/mutations/insert-rows.ts';
import { requireDatesQuota } from '#features/events/events/mutations/quota.ts';
import { newVenue, postcodeRefusal } from '#features/events/events/policy/venue.ts';
import { keepSeriesRefusal } from '../policy/series.ts';
import { series } from '../tables.ts';
import { insertTexts } from './texts.ts';

type Form = z.output<typeof SeriesForm>;

/**
 * Creates a series in a group that the viewer organises: all its dates, or none.
 * @throws Refusal `forbidden`, `invalid`, `quota`
 */
export async function createSeries(
  db: Database,
  viewer: Viewer,
  form: Form,
  attempt: Attempt | undefined,
  config: Config,
  now: Date,
): Promise<number> {
  const plan = occurrencesOf(form);
  return transaction(db, (tx) =>
    once(tx, attempt, now, () => insertSeries(tx, viewer, form, plan, config, now)),
  );
}

/**
 * Inserts a series and all its dates; `plan` has the dates of `form`.
 * @throws Refusal `forbidden`, `invalid`, `quota`
 */
export async function insertSeries(
  tx: Transaction,
  viewer: Viewer,
  form: Form,
  plan: Occurrences,
  config: Config,
  now: Date,
): Promise<number> {
  const { group, membership } = await lockGroupForEvents(tx, viewer, form.groupId);
  demand(keepSeriesRefusal(viewer, membership));
  await requireDatesQuota(tx, viewer, group, { created: plan.dates.length }, config, now);
  await refuseCopiedText(tx, viewer, form.description, config, now);
  await requireCategory(tx, form.categoryId);
  await lockCover(tx, viewer, form.groupId, form.imageUrl);
  const [made] = await tx
    .insert(series)
    .values({
      groupId: form.groupId,
      createdById: viewer.id,
      rrule: form.rrule,
      firstDate: plan.first.date,
      startsAt: startsAt(plan.first.time),
      exdates: form.exdates,
      createdAt: now,
    })
    .returning({ id: series.id });
  if (!made) throw new Error('an insert returned no row');
  const audience = audienceIn(form.audience, group);
  demand(postcodeRefusal(form.postcode));
  const fields = newVenue(fieldsOf(form), group);
  const [textId] = await insertTexts(tx, [fields]);
  const shared = {
    ...fields,
    description: cleanText(''),
    textId,
    audience,
    openTo: openToIn(form.openTo, audience, group),
    free: group.chargeForEvents === 'free',
    createdById: viewer.id,
    createdAt: now,
    seriesId: made.id,
    seriesCount: plan.dates.length,
    seriesText: plan.text,
  };
  const rows = plan.dates.map((date, index) => ({
    ...timesOn(date, form),
    seriesPosition: index + 1,
  }));
  await insertRows(tx, shared, rows);
  if (!membership?.isOrganizer) {
    const change = { before: null, after: { dates: rows.length } };
    await recordAsAdmin(tx, viewer, 'series.create', made.id, change, now);
  }
  if (group.status === 'approved') {
    await enqueueGroupNews(tx, viewer, form.groupId, nextHour(newsHour, now), now);
  }
  return made.id;
}

/** The fields that all dates share. */
function fieldsOf(form: Form) {
  const {
    rrule: _,
    exdates: __,
    startTime: ___,
    endTime: ____,
    rsvpClosesAt: _____,
    ...fields
  } = form;
  return fields;
}

/** '19:30'; with seconds if there are any. */
export const startsAt = (time: number): string =>
  new Date(time)
    .toISOString()
    .slice(11, 23)
    .replace(/(:00)?\.000$/, '');
