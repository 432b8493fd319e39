import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import {
  eventLines,
  organisedGroup,
  picnic,
  publishUids,
  sendCalendar,
  upcomingDates,
} from '#tests/support/imports.ts';

const app = await startTestApp();

const withLines = (event: string[], ...lines: string[]) => {
  const names = new Set(lines.map((line) => /^[A-Z-]+/.exec(line)?.[0]));
  const kept = event.slice(1, -1).filter((line) => !names.has(/^[A-Z-]+/.exec(line)?.[0]));
  return eventLines(...kept, ...lines);
};

const choirUntil = (...lines: string[]) =>
  withLines(
    eventLines(
      'UID:choir@calendar.example',
      'SUMMARY:Tuesday choir',
      'DESCRIPTION:Come and sing with us\\, no audition and no talent needed.',
      'LOCATION:12 Foxglove Lane',
      'DTSTART;TZID=Europe/London:20270105T193000',
      'DURATION:PT2H',
      'RRULE:FREQ=WEEKLY;COUNT=3',
    ),
    ...lines,
  );

const zoom = 'https://us02web.zoom.us/j/81234567890?pwd=AbCd.1';
const invitation = [
  'Bring a blanket and something to share with others.',
  '',
  'Join Zoom Meeting',
  zoom,
  '',
  'Meeting ID: 812 3456 7890',
  'Passcode: 4545tea',
].join('\\n');

/** Publishes a picnic with these lines, and returns it as its organiser reads it. */
async function published(...lines: string[]) {
  const { group, client } = await organisedGroup(app);
  const preview = await sendCalendar(client, group.id, withLines(picnic, ...lines));
  await publishUids(client, preview.id, 'picnic');
  const [card] = await upcomingDates(client, group.id);
  const id = card?.id ?? 0;
  const { body: event } = await client.call('GET /api/events/:id', { params: { id } });
  return { group, client, preview, id, event };
}

describe('a postcode at the end of a place', () => {
  it('is shown with its town, and gives the event both', async () => {
    const { preview, event } = await published('LOCATION:Sennen Cove\\, TR19 7DG');
    expect(preview.events).toMatchObject([
      { location: 'Sennen Cove, TR19 7DG', postcode: 'TR19 7DG', town: 'Sennen', warnings: [] },
    ]);
    expect(event).toMatchObject({ location: 'Sennen Cove, TR19 7DG', town: 'Sennen' });
  });

  it('finds the event there, and not in the town of its group', async () => {
    const { client, id } = await published('LOCATION:Sennen Cove\\, TR19 7DG');
    const idsNear = async (near: string) => {
      const { body } = await client.call('GET /api/events', { query: { near, within: 5 } });
      return body.map((event) => event.id);
    };
    expect(await idsNear('Sennen')).toContain(id);
    expect(await idsNear('Bath')).not.toContain(id);
  });

  it('counts in a place that organisers add, and a town that they add counts first', async () => {
    const { group, client } = await organisedGroup(app);
    const { id } = await sendCalendar(client, group.id, withLines(picnic, 'LOCATION:'));
    const complete = async (completion: { location?: string; town?: string }) => {
      const { body } = await client.call('PATCH /api/imports/:id', {
        params: { id },
        body: { events: [{ uid: 'picnic@calendar.example', ...completion }] },
      });
      return body.events[0];
    };
    expect(await complete({ location: 'The Moot Hall, CA12 5JR' })).toMatchObject({
      postcode: 'CA12 5JR',
      town: 'Keswick',
    });
    expect(await complete({ town: 'Braithwaite' })).toMatchObject({ town: 'Braithwaite' });
  });

  it('is warned of where nobody knows it, and the event is published', async () => {
    const { preview, event } = await published('LOCATION:The Landing Stage\\, ZZ9 9ZZ');
    expect(preview.events[0]?.warnings).toEqual([
      'We don’t know the postcode ZZ9 9ZZ. Please check it.',
    ]);
    expect(event).toMatchObject({ location: 'The Landing Stage, ZZ9 9ZZ', town: 'Bath' });
  });

  it('moves with the place, and the town is the group’s again where there is none', async () => {
    const { group, client, id } = await published('LOCATION:Sennen Cove\\, TR19 7DG');
    const changeTo = async (place: string) => {
      const later = await sendCalendar(client, group.id, withLines(picnic, `LOCATION:${place}`));
      expect(later.events).toMatchObject([{ state: 'changed', reason: 'It has another place.' }]);
      await publishUids(client, later.id, 'picnic');
      const { body } = await client.call('GET /api/events/:id', { params: { id } });
      return { import: later.id, town: body.town, postcode: body.postcode };
    };
    expect(await changeTo('The Moot Hall\\, Keswick CA12 5JR')).toMatchObject({
      town: 'Keswick',
      postcode: 'CA12 5',
    });
    const last = await changeTo('The Landing Stage');
    expect(last).toMatchObject({ town: 'Bath', postcode: null });
    await client.call('DELETE /api/imports/:id', { params: { id: last.import } });
    const { body } = await client.call('GET /api/events/:id', { params: { id } });
    expect(body).toMatchObject({ town: 'Keswick', postcode: 'CA12 5' });
  });

  it('is each date’s own in a series', async () => {
    const { group, client } = await organisedGroup(app);
    const sent = await sendCalendar(
      client,
      group.id,
      choirUntil('LOCATION:The Moot Hall\\, Keswick CA12 5JR'),
      choirUntil(
        'RRULE:',
        'RECURRENCE-ID;TZID=Europe/London:20270112T193000',
        'DTSTART;TZID=Europe/London:20270112T193000',
        'LOCATION:Sennen Cove\\, TR19 7DG',
      ).filter((line) => line !== 'RRULE:'),
    );
    await publishUids(client, sent.id, 'choir');
    const { body } = await client.call('GET /api/events/group/:groupId', {
      params: { groupId: group.id },
    });
    expect(body.map(({ town }) => town)).toEqual(['Keswick', 'Sennen', 'Keswick']);
  });
});

describe('an online meeting of a calendar', () => {
  it('is on no public page, card or feed; those who go get its link', async () => {
    const { group, preview, event, id } = await published(`DESCRIPTION:${invitation}`);
    expect(preview.events).toMatchObject([
      { onlineUrl: zoom, inPersonToo: true, location: 'The Landing Stage' },
    ]);
    expect(preview.events[0]?.warnings.join('\n')).toContain(
      'Meeting ID: 812 3456 7890 · Passcode: 4545tea',
    );
    expect(event).toMatchObject({ onlineUrl: zoom, online: true, inPersonToo: true });
    const visitor = app.visitor();
    for (const url of [
      `/api/events/${id}`,
      `/api/events/${id}/calendar.ics`,
      `/groups/${group.id}/calendar.ics`,
      `/groups/${group.id}/feed.xml`,
      '/api/events?q=picnic',
      '/calendar.ics',
    ]) {
      const { body } = await visitor.request({ method: 'GET', url });
      expect.soft(body.replaceAll('\r\n ', ''), url).toContain('Bring a blanket');
      expect.soft(body, url).not.toMatch(/zoom\.us|4545tea|812 ?3456/);
    }
  });

  it.each([
    ['alone', 'LOCATION:Remote; https://meet.example/abc', 'Remote', false],
    ['by a link alone', 'LOCATION:https://meet.example/abc', 'Online', false],
    [
      'beside a place',
      'LOCATION:The Landing Stage; https://meet.example/abc',
      'The Landing Stage',
      true,
    ],
  ])('is one %s', async (_, line, location, inPersonToo) => {
    const { event } = await published(line);
    expect(event).toMatchObject({ location, inPersonToo, onlineUrl: 'https://meet.example/abc' });
  });

  it('begins and ends with a later version', async () => {
    const { group, client, id } = await published();
    const changeTo = async (...lines: string[]) => {
      const later = await sendCalendar(client, group.id, withLines(picnic, ...lines));
      await publishUids(client, later.id, 'picnic');
      return (await client.call('GET /api/events/:id', { params: { id } })).body;
    };
    expect(await changeTo(`CONFERENCE;VALUE=URI;FEATURE=VIDEO:${zoom}`)).toMatchObject({
      onlineUrl: zoom,
      inPersonToo: true,
    });
    expect(await changeTo()).toMatchObject({ onlineUrl: null, inPersonToo: false });
  });
});

describe('an event that its calendar keeps to itself', () => {
  it.each([
    [
      'CLASS:PRIVATE',
      'It is private in its calendar. Please tick it only if everybody may see it.',
    ],
    [
      'CLASS:CONFIDENTIAL',
      'It is confidential in its calendar. Please tick it only if everybody may see it.',
    ],
    [
      'STATUS:TENTATIVE',
      'It is only tentative in its calendar. Please tick it once it is certain.',
    ],
  ])('is not preselected: %s', async (line, reason) => {
    const { group, client } = await organisedGroup(app);
    const sent = await sendCalendar(client, group.id, withLines(picnic, line), choirUntil());
    expect(sent.events).toMatchObject([
      { state: 'new', preselected: false, reason },
      { state: 'new', preselected: true },
    ]);
    await publishUids(client, sent.id, 'picnic');
    const later = withLines(picnic, line, 'SUMMARY:Winter picnic');
    const changed = await sendCalendar(client, group.id, later);
    expect(changed.events).toMatchObject([
      { state: 'changed', preselected: false, reason: `It has another title. ${reason}` },
    ]);
  });

  it('is preselected where it is cancelled', async () => {
    const { group, client } = await published('CLASS:PRIVATE');
    const later = withLines(picnic, 'CLASS:PRIVATE', 'STATUS:CANCELLED');
    const changed = await sendCalendar(client, group.id, later);
    expect(changed.events).toMatchObject([{ state: 'changed', preselected: true }]);
  });

  it('is not preselected once it has what it lacks', async () => {
    const { group, client } = await organisedGroup(app);
    const sent = await sendCalendar(
      client,
      group.id,
      withLines(picnic, 'CLASS:PRIVATE', 'LOCATION:'),
    );
    expect(sent.events).toMatchObject([
      { state: 'incomplete', preselected: false, reason: expect.stringContaining('It is private') },
    ]);
    const { body } = await client.call('PATCH /api/imports/:id', {
      params: { id: sent.id },
      body: { events: [{ uid: 'picnic@calendar.example', location: 'The Landing Stage' }] },
    });
    expect(body.events).toMatchObject([{ state: 'new', preselected: false }]);
  });
});

describe('an event that its title calls cancelled', () => {
  it('is refused as a new one', async () => {
    const { group, client } = await organisedGroup(app);
    const event = withLines(picnic, 'SUMMARY:Canceled: Summer picnic');
    const sent = await sendCalendar(client, group.id, event);
    expect(sent.events).toMatchObject([
      { state: 'refused', title: 'Summer picnic', reason: 'It is cancelled.', preselected: false },
    ]);
  });

  it.each(['Canceled: Summer picnic', 'Cancelled - Summer picnic', 'CANCELLED Summer picnic'])(
    'is cancelled as a change: %s',
    async (title) => {
      const { group, client, id } = await published();
      const later = withLines(picnic, `SUMMARY:${title}`);
      const sent = await sendCalendar(client, group.id, later);
      expect(sent.events).toMatchObject([
        {
          state: 'changed',
          title: 'Summer picnic',
          reason: 'It is cancelled there.',
          preselected: true,
        },
      ]);
      await publishUids(client, sent.id, 'picnic');
      const { body } = await client.call('GET /api/events/:id', { params: { id } });
      expect(body).toMatchObject({ title: 'Summer picnic', status: 'cancelled' });
    },
  );
});
