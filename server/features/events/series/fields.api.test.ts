import { asc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { eventFields, untimedFields, type UntimedField } from '#contract/events/event-fields.ts';
import type { EventForm } from '#contract/events/events.ts';
import { startTestApp } from '#tests/support/app.ts';
import { eventColumns } from '#features/events/events/queries/text.ts';
import { events } from '#features/events/events/tables.ts';

const app = await startTestApp();
const { db, make } = app;

type Shared = Required<Pick<z.input<typeof EventForm>, UntimedField>>;

/** Returns an example of every field that the dates of a series share. */
const example = (index: 0 | 1) =>
  Object.fromEntries(
    untimedFields.map((field) => [field, eventFields[field].examples[index]]),
  ) as Shared;
const [tuesdays, evenings] = [example(0), example(1)];

const datesOf = (id: number) =>
  db
    .select(eventColumns)
    .from(events)
    .where(eq(events.seriesId, id))
    .orderBy(asc(events.startTime));

describe('every field of the form', () => {
  it('is on each date of a series, and on those that a change adds', async () => {
    const group = await make.group();
    const organiser = await app.as(group.owner);
    const body = {
      ...tuesdays,
      groupId: group.id,
      startTime: '2027-01-05T19:30:00Z',
      endTime: '2027-01-05T21:30:00Z',
      rrule: 'FREQ=WEEKLY;COUNT=2',
    };
    const { body: made } = await organiser.call('POST /api/series', { body });
    expect(await datesOf(made.id)).toMatchObject([tuesdays, tuesdays]);

    const longer = async (changes: object) => {
      const input = { params: { id: made.id }, body: { scope: 'all' as const, ...changes } };
      await organiser.call('PATCH /api/series/:id', input);
      return datesOf(made.id);
    };
    expect(await longer({ rrule: 'FREQ=WEEKLY;COUNT=3' })).toMatchObject([
      tuesdays,
      tuesdays,
      tuesdays,
    ]);
    expect(await longer({ ...evenings, rrule: 'FREQ=WEEKLY;COUNT=4' })).toMatchObject([
      evenings,
      evenings,
      evenings,
      evenings,
    ]);
  });
});
