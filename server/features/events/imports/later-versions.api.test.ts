import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { events } from '#features/events/events/tables.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import { eventLines, organisedGroup, sendCalendar } from '#tests/support/imports.ts';
import { importedEvents } from './tables.ts';

const app = await startTestApp();
const { clock } = app;
afterEach(() => clock.reset());

const texts = [
  'DESCRIPTION:Come and sing with us\\, no audition needed.',
  'LOCATION:12 Foxglove Lane',
];
/** A choir on Tuesdays from 16 June 2026 on, at 19:30; calendars are read on the 10th. */
const choir = (...lines: string[]) => {
  const usual = ['SUMMARY:Choir', 'DTSTART;TZID=Europe/London:20260616T193000', 'DURATION:PT2H'];
  const names = new Set(lines.map((line) => /^[A-Z]+/.exec(line)?.[0]));
  const others = usual.filter((line) => !names.has(/^[A-Z]+/.exec(line)?.[0]));
  return eventLines('UID:choir', ...texts, ...others, ...lines);
};
const five = 'RRULE:FREQ=WEEKLY;COUNT=5';
const change = (day: string, ...lines: string[]) =>
  eventLines('UID:choir', `RECURRENCE-ID;TZID=Europe/London:${day}T193000`, ...lines);
const to = (time: string) => [`DTSTART;TZID=Europe/London:${time}`, 'DURATION:PT2H'];

/** A group's dates to come, as '06-16 18:30 Choir' in UTC. */
async function datesOf(groupId: number): Promise<string[]> {
  const rows = await app.db
    .select({ startTime: events.startTime, title: events.title })
    .from(events)
    .where(
      and(
        eq(events.groupId, groupId),
        eq(events.status, 'scheduled'),
        gt(events.startTime, clock.read()),
      ),
    )
    .orderBy(asc(events.startTime));
  return rows.map(
    ({ startTime, title }) => `${startTime.toISOString().slice(5, 16).replace('T', ' ')} ${title}`,
  );
}

/** Publishes what is new and changed of a calendar, and returns its preview. */
async function publish(client: Client, groupId: number, ...calendar: string[][]) {
  const preview = await sendCalendar(client, groupId, ...calendar);
  const uids = preview.events
    .filter(({ state }) => state === 'new' || state === 'changed')
    .map(({ uid }) => uid);
  if (uids.length > 0) {
    const sent = { params: { id: preview.id }, body: { uids } };
    await client.call('POST /api/imports/:id/publish', sent);
  }
  return preview;
}

const countOf = (groupId: number) => app.db.$count(events, eq(events.groupId, groupId));

const on = (...days: string[]) => days.map((day) => `${day} 18:30 Choir`);
const all = on('06-16', '06-23', '06-30', '07-07', '07-14');

describe('a later version of a calendar', () => {
  it.each<[string, string[][], string[][], string[]]>([
    [
      'leaves the last day out',
      [choir(five)],
      [choir(five, 'EXDATE:20260714T183000Z')],
      all.slice(0, 4),
    ],
    [
      'cancels the last day',
      [choir(five)],
      [choir(five), change('20260714', 'STATUS:CANCELLED')],
      all.slice(0, 4),
    ],
    [
      'leaves the next day out',
      [choir(five)],
      [choir(five, 'EXDATE:20260616T183000Z')],
      all.slice(1),
    ],
    [
      'leaves out all but one',
      [choir(five)],
      [choir(five, 'EXDATE:20260616T183000Z,20260623T183000Z,20260630T183000Z,20260714T183000Z')],
      on('07-07'),
    ],
    [
      'leaves all days out',
      [choir(five)],
      [choir('RRULE:FREQ=WEEKLY;COUNT=2', 'EXDATE:20260616T183000Z,20260623T183000Z')],
      [],
    ],
    ['has a day again', [choir(five, 'EXDATE:20260714T183000Z')], [choir(five)], all],
    [
      'has a cancelled day again',
      [choir(five), change('20260630', 'STATUS:CANCELLED')],
      [choir(five)],
      all,
    ],
    ['has fewer days', [choir(five)], [choir('RRULE:FREQ=WEEKLY;COUNT=2')], all.slice(0, 2)],
    [
      'has more days',
      [choir(five)],
      [choir('RRULE:FREQ=WEEKLY;COUNT=6')],
      [...all, ...on('07-21')],
    ],
    [
      'has ended',
      [choir(five)],
      [choir('DTSTART;TZID=Europe/London:20260512T193000', 'RRULE:FREQ=WEEKLY;UNTIL=20260602')],
      [],
    ],
    [
      'moves a day',
      [choir(five)],
      [choir(five), change('20260623', ...to('20260625T190000'))],
      ['06-16 18:30 Choir', '06-25 18:00 Choir', ...all.slice(2)],
    ],
    [
      'moves a day elsewhere',
      [choir(five), change('20260623', ...to('20260625T190000'))],
      [choir(five), change('20260623', ...to('20260626T190000'))],
      ['06-16 18:30 Choir', '06-26 18:00 Choir', ...all.slice(2)],
    ],
    [
      'moves a day back',
      [choir(five), change('20260623', 'SUMMARY:Concert', ...to('20260625T190000'))],
      [choir(five)],
      all,
    ],
    [
      'leaves a moved day out',
      [choir(five), change('20260623', ...to('20260625T190000'))],
      [choir(five, 'EXDATE:20260623T183000Z')],
      [...all.slice(0, 1), ...all.slice(2)],
    ],
    [
      'ends before a moved day',
      [choir(five), change('20260714', ...to('20260717T190000'))],
      [choir('RRULE:FREQ=WEEKLY;COUNT=4')],
      all.slice(0, 4),
    ],
    [
      'has another hour',
      [choir(five)],
      [choir(five, 'DTSTART;TZID=Europe/London:20260616T200000')],
      all.map((date) => date.replace('18:30', '19:00')),
    ],
    [
      'has another day of the week',
      [choir(five)],
      [choir(five, 'DTSTART;TZID=Europe/London:20260617T193000')],
      on('06-17', '06-24', '07-01', '07-08', '07-15'),
    ],
    [
      'has another rhythm',
      [choir(five)],
      [choir('RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=3')],
      on('06-16', '06-30', '07-14'),
    ],
    [
      'has another title, for moved days, too',
      [choir(five), change('20260623', ...to('20260625T190000'))],
      [choir(five, 'SUMMARY:Big choir'), change('20260623', ...to('20260625T190000'))],
      [
        '06-16 18:30 Big choir',
        '06-25 18:00 Big choir',
        '06-30 18:30 Big choir',
        '07-07 18:30 Big choir',
        '07-14 18:30 Big choir',
      ],
    ],
    [
      'changes all from one on',
      [choir(five)],
      [
        choir(five),
        eventLines(
          'UID:choir',
          'RECURRENCE-ID;RANGE=THISANDFUTURE:20260707T183000Z',
          'SUMMARY:Small choir',
          ...to('20260707T200000'),
        ),
      ],
      [...all.slice(0, 3), '07-07 19:00 Small choir', '07-14 19:00 Small choir'],
    ],
    [
      'has extra days',
      [choir(five)],
      [choir(five, 'RDATE;TZID=Europe/London:20260618T193000')],
      ['06-16 18:30 Choir', '06-18 18:30 Choir', ...all.slice(1)],
    ],
    [
      'has it later, as one event',
      [choir()],
      [choir('SEQUENCE:1', 'DTSTART;TZID=Europe/London:20260617T193000')],
      on('06-17'),
    ],
  ])('%s', async (_, first, later, expected) => {
    const { group, client } = await organisedGroup(app);
    await publish(client, group.id, ...first);
    await publish(client, group.id, ...later);
    expect(await datesOf(group.id)).toEqual(expected);
    const { events: after } = await sendCalendar(client, group.id, ...later);
    expect(new Set(after.map(({ state }) => state))).toEqual(new Set(['same']));
  });

  it('goes on where some dates are over, and counts what it then has', async () => {
    const { group, client } = await organisedGroup(app);
    await publish(client, group.id, choir('RRULE:FREQ=WEEKLY'));
    clock.advanceHours(14 * 24);
    const later = choir('RRULE:FREQ=WEEKLY', 'EXDATE:20260630T183000Z');
    const preview = await publish(client, group.id, later);
    const dates = await datesOf(group.id);
    expect(preview.events[0]?.dates).toBe(dates.length);
    expect(dates[0]).toBe('07-07 18:30 Choir');
  });

  it('is the same while time goes by, with its moved dates', async () => {
    const calendar = [
      choir('RRULE:FREQ=WEEKLY', 'EXDATE:20260630T183000Z'),
      change('20260623', ...to('20260820T193000')),
      change('20260707', ...to('20260708T193000')),
    ];
    const { group, client } = await organisedGroup(app);
    await publish(client, group.id, ...calendar);
    for (let weeks = 0; weeks < 6; weeks += 1) {
      clock.advanceHours(7 * 24);
      const { events: seen } = await sendCalendar(client, group.id, ...calendar);
      expect(seen.map(({ state }) => state)).not.toContain('new');
      expect(seen.map(({ state }) => state)).not.toContain('changed');
    }
  });

  it('moves a date again whose old day is over', async () => {
    const { group, client } = await organisedGroup(app);
    await publish(client, group.id, choir(five), change('20260616', ...to('20260820T193000')));
    clock.advanceHours(10 * 24);
    await publish(client, group.id, choir(five), change('20260616', ...to('20260821T193000')));
    expect(await datesOf(group.id)).toEqual([...all.slice(1), '08-21 18:30 Choir']);
  });

  it('is published on the evening of a date, and days later', async () => {
    const { group, client } = await organisedGroup(app);
    await publish(client, group.id, choir(five));
    const later = choir(five, 'SUMMARY:Big choir', 'EXDATE:20260707T183000Z');
    const preview = await sendCalendar(client, group.id, later);
    clock.advanceHours(13 * 24 + 7);
    const sent = { params: { id: preview.id }, body: { uids: ['choir'] } };
    await client.call('POST /api/imports/:id/publish', sent);
    expect(await datesOf(group.id)).toEqual(['06-30 18:30 Big choir', '07-14 18:30 Big choir']);
  });

  it('leaves out a date that was changed here, and keeps what else was changed here', async () => {
    const { group, client } = await organisedGroup(app);
    await publish(client, group.id, choir(five));
    const rows = await app.db
      .select({ id: events.id })
      .from(events)
      .where(eq(events.groupId, group.id))
      .orderBy(asc(events.startTime));
    for (const index of [1, 3]) {
      const params = { id: rows[index]?.id ?? 0 };
      await client.call('PATCH /api/events/:id', { params, body: { title: 'Choir with cake' } });
    }
    const later = [
      choir(five, 'EXDATE:20260707T183000Z'),
      change('20260623', ...to('20260624T193000')),
    ];
    await publish(client, group.id, ...later);
    expect(await datesOf(group.id)).toEqual([
      '06-16 18:30 Choir',
      '06-24 18:30 Choir with cake',
      '06-30 18:30 Choir',
      '07-14 18:30 Choir',
    ]);
  });

  it('mends days that an earlier version of this site didn’t leave out', async () => {
    const { group, client } = await organisedGroup(app);
    await publish(client, group.id, choir(five));
    const calendar = choir(five, 'EXDATE:20260714T183000Z');
    await app.db
      .update(importedEvents)
      .set({
        draft: sql`jsonb_set(${importedEvents.draft}, '{source,excluded}', '["2026-07-14"]')`,
      })
      .where(eq(importedEvents.groupId, group.id));
    const preview = await publish(client, group.id, calendar);
    expect(preview.events).toMatchObject([{ state: 'changed', dates: 4 }]);
    expect(await datesOf(group.id)).toEqual(all.slice(0, 4));
  });

  it('is taken back to the dates that were', async () => {
    const { group, client } = await organisedGroup(app);
    await publish(client, group.id, choir(five));
    clock.advanceHours(14 * 24);
    const { id } = await publish(client, group.id, choir('RRULE:FREQ=WEEKLY;COUNT=9'));
    expect(await datesOf(group.id)).toHaveLength(7);
    await client.call('DELETE /api/imports/:id', { params: { id } });
    expect(await datesOf(group.id)).toEqual(all.slice(2));
  });
});

describe('a message about an event (RFC 5546)', () => {
  const cancel = ['METHOD:CANCEL'];
  const untitled = (event: string[]) => event.filter((line) => !line.startsWith('SUMMARY'));

  it.each([
    ['cancels it', [cancel, choir()], []],
    ['cancels it without its title', [cancel, untitled(choir())], []],
    [
      'cancels one date of a series',
      [cancel, change('20260623', ...to('20260623T193000'))],
      on('06-16', '06-30', '07-07', '07-14'),
    ],
    [
      'moves one date of a series',
      [change('20260623', ...to('20260624T193000'), 'SUMMARY:Choir')],
      on('06-16', '06-24', '06-30', '07-07', '07-14'),
    ],
  ])('%s', async (_, message, expected) => {
    const { group, client } = await organisedGroup(app);
    await publish(client, group.id, choir(five));
    const { id, events: previewed } = await publish(client, group.id, ...message);
    expect(previewed).toMatchObject([{ title: 'Choir', state: 'changed', preselected: true }]);
    expect(await datesOf(group.id)).toEqual(expected);
    const { events: again } = await sendCalendar(client, group.id, ...message);
    expect(again).toMatchObject([{ state: 'same' }]);
    await client.call('DELETE /api/imports/:id', { params: { id } });
    expect(await countOf(group.id)).toBe(5);
  });

  it('cancels nothing that isn’t here', async () => {
    const { group, client } = await organisedGroup(app);
    const { events: previewed } = await sendCalendar(client, group.id, cancel, choir());
    expect(previewed).toMatchObject([{ state: 'refused', reason: 'It is cancelled.' }]);
  });

  it('is followed by one that takes it back, which organisers do themselves', async () => {
    const { group, client } = await organisedGroup(app);
    await publish(client, group.id, choir());
    await publish(client, group.id, cancel, choir());
    const { events: previewed } = await sendCalendar(client, group.id, choir());
    expect(previewed).toMatchObject([
      { state: 'refused', reason: 'It takes place again. Please put it back, or copy it.' },
    ]);
  });
});

describe('a calendar that gives its events other UIDs each time', () => {
  const renamed = (event: string[], name: string) =>
    event.map((line) => line.replace('UID:choir', `UID:${name}`));
  const walk = (name: string) => renamed(choir('SUMMARY:Walk'), name);

  it('has the same events', async () => {
    const { group, client } = await organisedGroup(app);
    await publish(client, group.id, renamed(choir(five), 'a'), walk('b'), walk('c'));
    const next = [renamed(choir(five), 'd'), walk('e'), walk('f')];
    const { events: previewed } = await sendCalendar(client, group.id, ...next);
    expect(previewed.map(({ state }) => state)).toEqual(['same', 'same', 'same']);
    expect(previewed.map(({ uid }) => uid)).toEqual(['a', 'b', 'c']);
  });

  it('has new ones, too', async () => {
    const { group, client } = await organisedGroup(app);
    await publish(client, group.id, walk('a'));
    const later = renamed(choir('SUMMARY:Walk', 'DTSTART:20260818T193000Z'), 'b');
    const { events: previewed } = await sendCalendar(client, group.id, walk('c'), walk('d'), later);
    expect(previewed.map(({ state }) => state)).toEqual(['same', 'new', 'new']);
  });

  it('may have an event of the same facts under its own UID', async () => {
    const { group, client } = await organisedGroup(app);
    await publish(client, group.id, walk('a'));
    const { events: previewed } = await sendCalendar(client, group.id, walk('a'), walk('b'));
    expect(previewed.map(({ state }) => state)).toEqual(['same', 'new']);
  });
});

describe('an event that is over and comes again', () => {
  it.each([
    ['later', [choir()], [choir('DTSTART;TZID=Europe/London:20260820T193000')], on('08-20')],
    [
      'in another term',
      [choir(five)],
      [choir('RRULE:FREQ=WEEKLY;UNTIL=20260825T235959Z')],
      on('07-28', '08-04', '08-11', '08-18', '08-25'),
    ],
    [
      'in another year',
      [choir('DTSTART;TZID=Europe/London:20250616T193000', 'RRULE:FREQ=YEARLY')],
      [choir('DTSTART;TZID=Europe/London:20250616T193000', 'RRULE:FREQ=YEARLY')],
      ['06-16 18:30 Choir'],
    ],
  ])('is new: %s', async (_, first, later, expected) => {
    const { group, client } = await organisedGroup(app);
    await publish(client, group.id, ...first);
    clock.advanceHours(44 * 24);
    const again = await app.as(group.owner);
    const preview = await publish(again, group.id, ...later);
    expect(preview.events).toMatchObject([{ state: 'new' }]);
    expect(await datesOf(group.id)).toEqual(expected);
    const { events: after } = await sendCalendar(again, group.id, ...later);
    expect(after).toMatchObject([{ state: 'same' }]);
    await again.call('DELETE /api/imports/:id', { params: { id: preview.id } });
    expect(await datesOf(group.id)).toEqual([]);
  });

  it('is the same if it is cancelled here', async () => {
    const { group, client } = await organisedGroup(app);
    await publish(client, group.id, choir('RRULE:FREQ=WEEKLY'));
    const [row] = await app.db
      .select({ seriesId: events.seriesId })
      .from(events)
      .where(eq(events.groupId, group.id));
    await client.call('DELETE /api/series/:id', {
      params: { id: row?.seriesId ?? 0 },
      body: { scope: 'all' },
    });
    clock.advanceHours(44 * 24);
    const again = await app.as(group.owner);
    const { events: seen } = await sendCalendar(again, group.id, choir('RRULE:FREQ=WEEKLY'));
    expect(seen).toMatchObject([{ state: 'same' }]);
  });
});
