import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { describe, expect, it } from 'vitest';
import type { EventField, EventForm, EventTime } from '#contract/events/events.ts';
import { startTestApp } from '#tests/support/app.ts';
import { eventColumns } from '#features/events/events/queries/text.ts';
import { events } from '#features/events/events/tables.ts';

const app = await startTestApp();
const { db, make } = app;

type Shared = Required<Pick<z.input<typeof EventForm>, Exclude<EventField, EventTime>>>;

/** A value, never the default, for every field that the dates of a series share. */
const tuesdays: Shared = {
  title: 'Tuesday choir',
  description: 'Come and sing with us, no audition and no talent needed.',
  imageUrl: 'https://pictures.example/choir.webp',
  location: '12 Foxglove Lane',
  town: 'Grange',
  categoryId: 6,
  audience: 'adults',
  openTo: 'anyone',
  capacity: 12,
  guestsAllowed: 2,
  waitlistEnabled: false,
  attendeeNames: 'organisers',
  asksEverybody: true,
  placePublic: true,
  priceText: '£3 on the door',
  postcode: 'LA11 7DE',
  onlineUrl: 'https://meet.example/choir',
  inPersonToo: true,
  access: { stepFreeEntrance: 'yes', dogs: 'no' },
};

const evenings: Shared = {
  title: 'Evening choir',
  description: 'Come and sing with us by candlelight, all voices are welcome.',
  imageUrl: 'https://pictures.example/candles.webp',
  location: '14 Foxglove Lane',
  town: 'Keswick',
  categoryId: 7,
  audience: 'families',
  openTo: 'members',
  capacity: 20,
  guestsAllowed: 3,
  waitlistEnabled: true,
  attendeeNames: 'members',
  asksEverybody: false,
  placePublic: false,
  priceText: 'Pay what you can',
  postcode: 'CA12 5',
  onlineUrl: 'https://meet.example/candles',
  inPersonToo: false,
  access: { stepFreeEntrance: 'no', dogs: 'yes' },
};

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
