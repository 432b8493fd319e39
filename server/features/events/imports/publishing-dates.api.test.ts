import fc from 'fast-check';
import { and, asc, eq, gt } from 'drizzle-orm';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { EventImport } from '#contract/events/imports.ts';
import { events } from '#features/events/events/tables.ts';
import { anyCalendar } from '#tests/support/any-calendar.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import { calendarFiles, datesHere, organisedGroup, readAt } from '#tests/support/imports.ts';
import { fuzzSeed as seed } from '#tests/support/seed.ts';
import { draftsIn, isDraft } from './policy/drafts.ts';

const app = await startTestApp();

/** Previews a calendar and publishes its new events. */
async function publishNew(client: Client, groupId: number, ics: string): Promise<EventImport> {
  const { body } = await client.call('POST /api/groups/:id/imports', {
    params: { id: groupId },
    body: { ics },
  });
  const uids = body.events.filter(({ state }) => state === 'new').map(({ uid }) => uid);
  if (uids.length > 0) {
    await client.call('POST /api/imports/:id/publish', { params: { id: body.id }, body: { uids } });
  }
  return body;
}

/** A group's dates to come, in their order. */
const datesOf = (groupId: number) =>
  app.db
    .select({ startTime: events.startTime, endTime: events.endTime, title: events.title })
    .from(events)
    .where(
      and(
        eq(events.groupId, groupId),
        eq(events.status, 'scheduled'),
        gt(events.endTime, app.clock.read()),
      ),
    )
    .orderBy(asc(events.startTime), asc(events.title));

describe('what is published is what the preview has counted', () => {
  const calendars = [
    ...calendarFiles().map(({ name, path }) => ({ name, ics: readFileSync(path, 'utf8') })),
    ...fc
      .sample(anyCalendar, { numRuns: 10, seed })
      .map(({ text }, index) => ({ name: `any ${index}`, ics: text })),
  ];

  it('for each calendar', async () => {
    const made: unknown[] = [];
    const expected: unknown[] = [];
    for (const { name, ics } of calendars) {
      const { group, client } = await organisedGroup(app);
      const preview = await publishNew(client, group.id, ics);
      const previewed = preview.events.filter(({ state }) => state === 'new');
      const uids = new Set(previewed.map(({ uid }) => uid));
      const drafts = draftsIn(ics, readAt).filter((entry) => isDraft(entry) && uids.has(entry.uid));
      const count = previewed.reduce((sum, { dates = 1 }) => sum + dates, 0);
      const dates = await datesOf(group.id);
      made.push({ name, count: dates.length, dates });
      expected.push({ name, count, dates: datesHere(drafts) });
    }
    expect(made).toEqual(expected);
  });
});
