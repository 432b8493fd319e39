import { describe, expect, it } from 'vitest';
import { importDays } from '#contract/platform/limits.ts';
import { deleteExpired } from '#features/operations/maintenance/jobs/purge.ts';
import { readConfig } from '#platform/config.ts';
import { startTestApp } from '#tests/support/app.ts';
import {
  calendarOf,
  choir,
  eventLines,
  organisedGroup,
  picnic,
  publishUids,
  sendCalendar,
  statesOf,
  upcomingDates,
} from '#tests/support/imports.ts';

const app = await startTestApp();
const { make, clock } = app;

const organised = () => organisedGroup(app);

const withLine = (event: string[], name: string, line: string) =>
  event.map((each) => (each.startsWith(name) ? line : each));

describe('the preview of a calendar', () => {
  it('shows each event as it would become, and publishes nothing', async () => {
    const { group, client } = await organised();
    const { events } = await sendCalendar(client, group.id, picnic, choir);
    expect(events).toMatchObject([
      {
        uid: 'picnic@calendar.example',
        title: 'Summer picnic',
        startTime: '2027-06-20T11:00:00.000Z',
        location: 'The Landing Stage',
        town: null,
        state: 'new',
        warnings: [],
        line: 3,
      },
      { title: 'Tuesday choir', rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=4', dates: 4, state: 'new' },
    ]);
    expect(await upcomingDates(client, group.id)).toEqual([]);
  });

  it('tells what an event lacks, and why it doesn’t repeat', async () => {
    const { group, client } = await organised();
    const yearly = withLine(picnic, 'LOCATION', 'RRULE:FREQ=YEARLY');
    const sent = await sendCalendar(client, group.id, yearly);
    expect(sent.events).toMatchObject([
      {
        state: 'incomplete',
        reason:
          'It needs a place. We can’t repeat this one. You get its next date, and can copy it.',
      },
    ]);
  });

  it('tells what an event lacks, and takes it', async () => {
    const { group, client } = await organised();
    const bare = picnic.filter((line) => !/^(LOCATION|DESCRIPTION)/.test(line));
    const sent = await sendCalendar(client, group.id, bare);
    expect(sent.events).toMatchObject([
      {
        state: 'incomplete',
        reason: 'It needs a place and a description of at least 20 characters.',
      },
    ]);
    const uid = 'picnic@calendar.example';
    const refused = await client.refusal('POST /api/imports/:id/publish', {
      params: { id: sent.id },
      body: { uids: [uid] },
    });
    expect(refused.fields?.uids).toContain('“Summer picnic” can’t be published. It needs a place');
    const { body } = await client.call('PATCH /api/imports/:id', {
      params: { id: sent.id },
      body: {
        events: [
          {
            uid,
            location: 'The Landing Stage',
            description: 'Bring a blanket and something to share.',
            town: 'Frome',
            categoryId: 3,
          },
        ],
      },
    });
    expect(body.events).toMatchObject([{ state: 'new', town: 'Frome', categoryId: 3 }]);
    await publishUids(client, sent.id, 'picnic');
    expect(await upcomingDates(client, group.id)).toMatchObject([{ town: 'Frome', categoryId: 3 }]);
  });

  it.each([
    [
      'no calendar',
      'Dear all,\nplease come',
      'Line 1: a calendar file begins with BEGIN:VCALENDAR',
    ],
  ])('is refused for a file that is %s', async (_, ics, sentence) => {
    const { group, client } = await organised();
    const refused = await client.refusal('POST /api/groups/:id/imports', {
      params: { id: group.id },
      body: { ics },
    });
    expect(refused.fields).toEqual({ ics: sentence });
  });

  it('reads a file of more than 32,768 lines', async () => {
    const { group, client } = await organised();
    const lines = Array.from({ length: 40_000 }, () => 'X-NOTE:a');
    const { events } = await sendCalendar(client, group.id, picnic, lines);
    expect(statesOf(events)).toEqual(['new']);
  });

  it.each([{}, { ics: calendarOf(picnic), url: 'https://calendar.example/a.ics' }])(
    'wants a file or an address: %o',
    async (body) => {
      const { group, client } = await organised();
      const sent = { params: { id: group.id }, body };
      const refused = await client.refusal('POST /api/groups/:id/imports', sent);
      expect(refused.fields).toEqual({ ics: 'Please choose a calendar file' });
    },
  );

  it('has no name or address of the people in the calendar', async () => {
    const { group, client } = await organised();
    const invited = [
      ...picnic.slice(0, -1),
      'ORGANIZER;CN=Ada Brook:mailto:ada@secret.example',
      'ATTENDEE;CN=Ben Brook:mailto:ben@secret.example',
      'END:VEVENT',
    ];
    const sent = await sendCalendar(client, group.id, invited);
    expect(JSON.stringify(sent)).not.toMatch(/secret\.example|Brook/);
  });
});

describe('publishing', () => {
  it('creates single events and series together', async () => {
    const { group, client } = await organised();
    const { id } = await sendCalendar(client, group.id, picnic, choir);
    const made = await publishUids(client, id, 'picnic', 'choir');
    expect(made).toEqual({
      created: [expect.any(Number)],
      changed: [],
      series: [expect.any(Number)],
    });
    expect(await upcomingDates(client, group.id)).toMatchObject([
      { title: 'Tuesday choir', town: 'Bath', series: { count: 4, text: 'Every Tuesday' } },
      { title: 'Summer picnic', location: 'The Landing Stage' },
    ]);
  });

  it('creates nothing of the same calendar again', async () => {
    const { group, client } = await organised();
    const first = await sendCalendar(client, group.id, picnic, choir);
    await publishUids(client, first.id, 'picnic', 'choir');
    const again = await sendCalendar(client, group.id, picnic, choir);
    expect(statesOf(again.events)).toEqual(['same', 'same']);
    expect(await publishUids(client, again.id, 'picnic', 'choir')).toEqual({
      created: [],
      changed: [],
      series: [],
    });
  });

  it('changes what the calendar has changed, and keeps what was changed here', async () => {
    const { group, client } = await organised();
    const first = await sendCalendar(client, group.id, picnic);
    const { created } = await publishUids(client, first.id, 'picnic');
    const event = { params: { id: created[0] ?? 0 } };
    await client.call('PATCH /api/events/:id', { ...event, body: { title: 'Picnic by the lake' } });
    const later = withLine(picnic, 'DTSTART', 'DTSTART:20270620T120000Z');
    const second = await sendCalendar(client, group.id, later);
    expect(second.events).toMatchObject([{ state: 'changed', reason: 'It has another time.' }]);
    expect(await publishUids(client, second.id, 'picnic')).toMatchObject({ changed: created });
    const { body } = await client.call('GET /api/events/:id', event);
    expect(body).toMatchObject({
      title: 'Picnic by the lake',
      startTime: '2027-06-20T12:00:00.000Z',
    });
  });

  it('cancels what the calendar has cancelled', async () => {
    const { group, client } = await organised();
    const first = await sendCalendar(client, group.id, picnic, choir);
    const { created } = await publishUids(client, first.id, 'picnic', 'choir');
    const cancelled = [picnic, choir].map((event) => [
      ...event.slice(0, -1),
      'STATUS:CANCELLED',
      'END:VEVENT',
    ]);
    const second = await sendCalendar(client, group.id, ...cancelled);
    expect(second.events).toMatchObject([
      { state: 'changed', reason: 'It is cancelled there.' },
      { state: 'changed' },
    ]);
    await publishUids(client, second.id, 'picnic', 'choir');
    const { body } = await client.call('GET /api/events/:id', { params: { id: created[0] ?? 0 } });
    expect(body.status).toBe('cancelled');
    expect(await upcomingDates(client, group.id)).toEqual([]);
  });

  it('changes the dates of a series with its rule', async () => {
    const { group, client } = await organised();
    const first = await sendCalendar(client, group.id, choir);
    const { series } = await publishUids(client, first.id, 'choir');
    const longer = withLine(choir, 'RRULE', 'RRULE:FREQ=WEEKLY;COUNT=6').toSpliced(
      -1,
      0,
      'EXDATE;TZID=Europe/London:20270112T193000',
    );
    const second = await sendCalendar(client, group.id, longer);
    expect(second.events).toMatchObject([{ state: 'changed', reason: 'It has other dates.' }]);
    await publishUids(client, second.id, 'choir');
    const { body } = await client.call('GET /api/series/:id', { params: { id: series[0] ?? 0 } });
    const days = body.events
      .filter(({ status }) => status === 'scheduled')
      .map(({ startTime }) => startTime.slice(5, 10));
    expect(days).toEqual(['01-05', '01-19', '01-26', '02-02', '02-09']);
  });

  it('moves the dates of a series that differ', async () => {
    const { group, client } = await organised();
    const moved = eventLines(
      'UID:choir@calendar.example',
      'RECURRENCE-ID;TZID=Europe/London:20270112T193000',
      'SUMMARY:Choir in the church',
      'LOCATION:St Mary’s',
      'DTSTART;TZID=Europe/London:20270113T180000',
      'DTEND;TZID=Europe/London:20270113T200000',
    );
    const { id, events } = await sendCalendar(client, group.id, choir, moved);
    expect(events).toMatchObject([{ dates: 4 }]);
    const { series } = await publishUids(client, id, 'choir');
    const { body } = await client.call('GET /api/series/:id', { params: { id: series[0] ?? 0 } });
    expect(body.events[1]).toMatchObject({
      title: 'Choir in the church',
      location: 'St Mary’s',
      startTime: '2027-01-13T18:00:00.000Z',
    });
  });

  it('creates each event once when two organisers publish the same calendar at once', async () => {
    const { group, client } = await organised();
    const organiser = await app.as(await make.organiser(group));
    const both = [
      await sendCalendar(client, group.id, picnic),
      await sendCalendar(organiser, group.id, picnic),
    ];
    const made = await Promise.all(
      both.map(({ id }, index) => publishUids(index === 0 ? client : organiser, id, 'picnic')),
    );
    expect(made.flatMap(({ created }) => created)).toHaveLength(1);
    expect(await upcomingDates(client, group.id)).toHaveLength(1);
  });

  it('is refused for an event that is not in the import, and publishes none', async () => {
    const { group, client } = await organised();
    const { id } = await sendCalendar(client, group.id, picnic);
    const refused = await client.refusal('POST /api/imports/:id/publish', {
      params: { id },
      body: { uids: ['picnic@calendar.example', 'another'] },
    });
    expect(refused.fields).toEqual({ uids: 'One of these events is not in this import' });
    expect(await upcomingDates(client, group.id)).toEqual([]);
  });

  it('creates a past event only by name', async () => {
    const { group, client } = await organised();
    const past = withLine(
      withLine(picnic, 'DTSTART', 'DTSTART:20240620T110000Z'),
      'DTEND',
      'DTEND:20240620T120000Z',
    );
    const { id, events } = await sendCalendar(client, group.id, past);
    expect(statesOf(events)).toEqual(['past']);
    expect((await publishUids(client, id, 'picnic')).created).toHaveLength(1);
  });
});

describe('taking an import back', () => {
  const undo = 'DELETE /api/imports/:id';

  it('deletes what it created', async () => {
    const { group, client } = await organised();
    const { id } = await sendCalendar(client, group.id, picnic, choir);
    const { created, series } = await publishUids(client, id, 'picnic', 'choir');
    await client.call(undo, { params: { id } });
    const gone = { params: { id: created[0] ?? 0 } };
    expect(await client.outcome('GET /api/events/:id', gone)).toBe('not_found');
    const goneSeries = { params: { id: series[0] ?? 0 } };
    expect(await client.outcome('GET /api/series/:id', goneSeries)).toBe('not_found');
    expect(await client.outcome(undo, { params: { id } })).toBe('not_found');
    expect(statesOf((await sendCalendar(client, group.id, picnic)).events)).toEqual(['new']);
  });

  it('cancels an event that people have answered to, and tells them', async () => {
    const { group, client } = await organised();
    const { id } = await sendCalendar(client, group.id, picnic, choir);
    const { created, series } = await publishUids(client, id, 'picnic', 'choir');
    const member = await app.as(await make.member(group));
    const event = { params: { id: created[0] ?? 0 } };
    await member.call('POST /api/events/:id/rsvps', event);
    await client.call(undo, { params: { id } });
    const { body } = await member.call('GET /api/events/:id', event);
    expect(body.status).toBe('cancelled');
    const goneSeries = { params: { id: series[0] ?? 0 } };
    expect(await client.outcome('GET /api/series/:id', goneSeries)).toBe('not_found');
  });

  it('brings the earlier values of changed events back', async () => {
    const { group, client } = await organised();
    const first = await sendCalendar(client, group.id, picnic, choir);
    const { created, series } = await publishUids(client, first.id, 'picnic', 'choir');
    const second = await sendCalendar(
      client,
      group.id,
      withLine(picnic, 'SUMMARY', 'SUMMARY:Autumn picnic'),
      withLine(choir, 'RRULE', 'RRULE:FREQ=WEEKLY;COUNT=2'),
    );
    await publishUids(client, second.id, 'picnic', 'choir');
    await client.call(undo, { params: { id: second.id } });
    const { body: event } = await client.call('GET /api/events/:id', {
      params: { id: created[0] ?? 0 },
    });
    expect(event.title).toBe('Summer picnic');
    const { body } = await client.call('GET /api/series/:id', { params: { id: series[0] ?? 0 } });
    expect(body.events.map(({ status }) => status)).toEqual(Array(4).fill('scheduled'));
    expect(statesOf((await sendCalendar(client, group.id, picnic, choir)).events)).toEqual([
      'same',
      'same',
    ]);
  });

  it('ends after 24 hours', async () => {
    const { group, client } = await organised();
    const { id } = await sendCalendar(client, group.id, picnic);
    await publishUids(client, id, 'picnic');
    clock.advanceHours(24);
    expect(await client.outcome(undo, { params: { id } })).toBe('conflict');
    clock.reset();
  });

  it('drops an import that nobody has published, whenever it was', async () => {
    const { group, client } = await organised();
    const { id } = await sendCalendar(client, group.id, picnic);
    clock.advanceHours(48);
    await client.call(undo, { params: { id } });
    clock.reset();
    const { body } = await client.call('GET /api/groups/:id/imports', { params: { id: group.id } });
    expect(body.imports).toEqual([]);
  });
});

describe('an import', () => {
  it('is kept for 30 days, and its events for good', async () => {
    const { group, client } = await organised();
    const { id } = await sendCalendar(client, group.id, picnic);
    await publishUids(client, id, 'picnic');
    clock.advanceHours(importDays * 24 + 1);
    await deleteExpired({
      db: app.db,
      config: readConfig({}),
      clock: clock.read,
      log: app.fastify.log,
    });
    const again = await app.as(group.owner);
    expect(await again.outcome('GET /api/imports/:id', { params: { id } })).toBe('not_found');
    expect(statesOf((await sendCalendar(again, group.id, picnic)).events)).toEqual(['same']);
    clock.reset();
  });
});

describe('a calendar with NUL and halves of surrogate pairs', () => {
  const html =
    'DESCRIPTION:<p>Bring a blanket&#55296; and something\0 to share&#0; with others</p>';

  it.each([
    ['a title', withLine(picnic, 'SUMMARY', 'SUMMARY:Summer\0 picnic')],
    ['a description', withLine(picnic, 'DESCRIPTION', html)],
    ['a place', withLine(picnic, 'LOCATION', 'LOCATION:The \0Landing \ud800Stage')],
    ['a UID', withLine(picnic, 'UID', 'UID:picnic\0\ud800@calendar.example')],
    ['a link', withLine(picnic, 'LOCATION', 'LOCATION:https://meet.example/\0walk')],
    ['a cut title', withLine(picnic, 'SUMMARY', `SUMMARY:x${'😀'.repeat(200)}`)],
  ])('is previewed and published without them: %s', async (_, event) => {
    const { group, client } = await organised();
    const { id, events } = await sendCalendar(client, group.id, event);
    expect(events[0]?.state).toBe('new');
    expect(JSON.stringify(events)).not.toMatch(/\\u(?:0000|d[89a-f])/);
    const uids = events.map(({ uid }) => uid);
    const published = await client.call('POST /api/imports/:id/publish', {
      params: { id },
      body: { uids },
    });
    expect(published.body.created).toHaveLength(1);
  });

  it('names them in no event that is refused', async () => {
    const { group, client } = await organised();
    const bad = eventLines('UID:bad@calendar.example', `SUMMARY:x${'😀'.repeat(200)}`);
    const { events } = await sendCalendar(client, group.id, bad);
    expect(events).toMatchObject([{ state: 'refused' }]);
    expect(events[0]?.title.isWellFormed()).toBe(true);
  });

  it('keeps events apart whose UIDs differ only by them', async () => {
    const { group, client } = await organised();
    const other = withLine(choir, 'UID', 'UID:picnic\0@calendar.example');
    const { id, events } = await sendCalendar(client, group.id, picnic, other);
    const uids = events.map(({ uid }) => uid);
    expect(new Set(uids).size).toBe(2);
    const params = { id };
    const { status } = await client.call('POST /api/imports/:id/publish', {
      params,
      body: { uids },
    });
    expect(status).toBe(200);
  });

  it.each(['\0', '\ud800', 'no such \0 event'])('has no event %j to publish', async (uid) => {
    const { group, client } = await organised();
    const { id } = await sendCalendar(client, group.id, picnic);
    const refused = await client.refusal('POST /api/imports/:id/publish', {
      params: { id },
      body: { uids: [uid] },
    });
    expect(refused.code).toBe('invalid');
  });
});
