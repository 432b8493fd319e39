import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { FetchError, openPublicFetch, type FetchPublic } from '#platform/fetch/fetch-public.ts';
import { readConfig } from '#platform/config.ts';
import { startTestApp } from '#tests/support/app.ts';
import { Client } from '#tests/support/client.ts';
import { startHttpsServer } from '#tests/support/https-server.ts';
import { calendarOf, choir, eventLines, picnic } from '#tests/support/imports.ts';
import { readFollowedCalendars } from './jobs.ts';

/** The calendars that the test's server has, by their paths. */
const calendars = new Map<string, string>();
const server = await startHttpsServer('calendar.example', (request, response) => {
  const calendar = calendars.get(request.url ?? '');
  if (calendar === undefined) response.writeHead(404).end();
  else response.end(calendar);
});
const fetchPublic = openPublicFetch({
  ca: server.ca,
  resolve: async () => ['127.0.0.1'],
  isAllowed: () => true,
});

const app = await startTestApp({ fetchPublic });
const { make, clock, db } = app;
const config = { ...readConfig({}), fetchPublic };
const log = pino({ level: 'silent' });
const look = async () => readFollowedCalendars({ db, config, clock: clock.read, log });

/** A group with the address of a calendar of its own. */
async function organised(...events: string[][]) {
  const group = await make.group();
  const path = `/${group.id}-secret.ics`;
  calendars.set(path, calendarOf(...events));
  const url = `https://calendar.example:${server.port}${path}`;
  return { group, path, url, client: await app.as(group.owner), params: { id: group.id } };
}

const listed = async (client: Client, id: number) =>
  (await client.call('GET /api/groups/:id/imports', { params: { id } })).body;

describe('an address of a calendar', () => {
  it('is previewed like a file', async () => {
    const { client, params, url } = await organised(picnic);
    const body = { url: url.replace('https:', 'webcal:') };
    const { body: preview } = await client.call('POST /api/groups/:id/imports', { params, body });
    expect(preview.events).toMatchObject([{ title: 'Summer picnic', state: 'new' }]);
  });

  it('may have 5 MB, most of it past, also where it is followed', async () => {
    const { client, params, url, path } = await organised();
    const past = Array.from({ length: 4_900 }, (_, index) =>
      eventLines(
        `UID:past-${index}`,
        'SUMMARY:Canal walk',
        'DTSTART:20200101T100000Z',
        `X-NOTE:${'a'.repeat(900)}`,
      ),
    );
    calendars.set(path, calendarOf(...past, picnic));
    expect(calendars.get(path)?.length).toBeGreaterThan(4_700_000);
    const { body } = await client.call('POST /api/groups/:id/imports', { params, body: { url } });
    expect(body.events.filter(({ state }) => state === 'new')).toHaveLength(1);
    await client.call('PUT /api/groups/:id/followed-calendar', { params, body: { url } });
    await look();
    const { imports } = await listed(client, params.id);
    expect(imports[0]).toMatchObject({ suggested: true, count: 1 });
  });

  it('may be in Windows-1252', async () => {
    const { client, params, url, path } = await organised(picnic);
    const text = calendarOf(picnic).replace('Summer picnic', 'Café on the green');
    calendars.set(path, Buffer.from(text, 'latin1') as unknown as string);
    const { body } = await client.call('POST /api/groups/:id/imports', { params, body: { url } });
    expect(body.events).toMatchObject([{ title: 'Café on the green' }]);
  });

  it('is refused with a sentence', async () => {
    const { client, params, url, path } = await organised();
    calendars.set(path, 'Hello');
    const refused = await client.refusal('POST /api/groups/:id/imports', { params, body: { url } });
    expect(refused.fields).toEqual({ url: 'Line 1: a calendar file begins with BEGIN:VCALENDAR' });
    calendars.delete(path);
    const missing = await client.refusal('POST /api/groups/:id/imports', { params, body: { url } });
    expect(missing.fields).toEqual({ url: 'This address answers with an error (404)' });
  });

  it('is read in the name of this site, at once and each day', async () => {
    const { client, params, url, group } = await organised(picnic);
    const sites: unknown[] = [];
    const noting: FetchPublic = async (_url, _signal, site) => {
      sites.push(site);
      return Buffer.from(calendarOf(picnic));
    };
    const here = new Client(await app.another({ fetchPublic: noting }));
    here.withSession(await make.session(group.owner));
    await here.call('POST /api/groups/:id/imports', { params, body: { url } });
    await client.call('PUT /api/groups/:id/followed-calendar', { params, body: { url } });
    const named = { ...config, publicOrigin: 'https://hall.example', fetchPublic: noting };
    await readFollowedCalendars({ db, config: named, clock: clock.read, log });
    expect(sites).toEqual(['http://127.0.0.1:3000', 'https://hall.example']);
  });

  it('is not read where the operator has switched it off', async () => {
    const { group, params, url } = await organised(picnic);
    const closed = new Client(await app.another({ fetchPublic: undefined }));
    closed.withSession(await make.session(group.owner));
    const refused = await closed.refusal('POST /api/groups/:id/imports', { params, body: { url } });
    expect(refused.fields).toEqual({
      url: 'This site reads no addresses. Please send the calendar as a file',
    });
  });
});

const waiting = async (person: Client) => (await person.call('GET /api/user/waiting')).body;

describe('a followed calendar', () => {
  it('is looked at once a day, and suggests what is new and changed', async () => {
    const { client, group, params, url, path } = await organised(picnic);
    await client.call('PUT /api/groups/:id/followed-calendar', { params, body: { url } });
    await look();
    const [first] = (await listed(client, group.id)).imports;
    expect(first).toMatchObject({ suggested: true, publishedAt: null, count: 1 });
    const uids = ['picnic@calendar.example'];
    await client.call('POST /api/imports/:id/publish', {
      params: { id: first?.id ?? 0 },
      body: { uids },
    });
    calendars.set(path, calendarOf(picnic.with(2, 'SUMMARY:Autumn picnic'), choir));
    await look();
    expect((await listed(client, group.id)).imports).toHaveLength(1);
    clock.advanceHours(24);
    await look();
    const [second] = (await listed(client, group.id)).imports;
    const { body } = await client.call('GET /api/imports/:id', { params: { id: second?.id ?? 0 } });
    expect(body.events.map(({ state, title }) => [state, title])).toEqual([
      ['changed', 'Autumn picnic'],
      ['new', 'Tuesday choir'],
    ]);
    clock.reset();
  });

  it('is suggested to organisers on their other pages, and only to them', async () => {
    const { client, group, params, url } = await organised(picnic);
    await client.call('PUT /api/groups/:id/followed-calendar', { params, body: { url } });
    await look();
    const [suggestion] = (await listed(client, group.id)).imports;
    const suggestions = [{ groupId: group.id, name: group.name, importId: suggestion?.id }];
    expect(await waiting(client)).toEqual({ requests: [], suggestions });
    expect(await waiting(await app.as(await make.organiser(group)))).toMatchObject({ suggestions });
    for (const person of [await make.member(group), await make.user(), await make.admin()]) {
      expect(await waiting(await app.as(person))).not.toHaveProperty('suggestions');
    }
  });

  it('suggests declined events only once they have changed', async () => {
    const { client, group, params, url, path } = await organised(picnic, choir);
    const titles = async () => {
      clock.advanceHours(24);
      await look();
      const [suggestion] = (await listed(client, group.id)).imports;
      if (!suggestion) return undefined;
      const { body } = await client.call('GET /api/imports/:id', { params: { id: suggestion.id } });
      return { id: suggestion.id, titles: body.events.map(({ title }) => title) };
    };
    await client.call('PUT /api/groups/:id/followed-calendar', { params, body: { url } });
    const first = await titles();
    expect(first?.titles).toEqual(['Summer picnic', 'Tuesday choir']);
    await client.call('DELETE /api/imports/:id', { params: { id: first?.id ?? 0 } });
    expect(
      await client.refusal('DELETE /api/imports/:id', { params: { id: first?.id ?? 0 } }),
    ).toMatchObject({ code: 'not_found' });
    expect(await waiting(client)).not.toHaveProperty('suggestions');
    expect(await titles()).toBeUndefined();
    calendars.set(path, calendarOf(picnic.with(2, 'SUMMARY:Autumn picnic'), choir));
    expect((await titles())?.titles).toEqual(['Autumn picnic']);
    clock.reset();
  });

  it('keeps what organisers have added to a suggestion', async () => {
    const { client, group, params, url } = await organised(picnic);
    await client.call('PUT /api/groups/:id/followed-calendar', { params, body: { url } });
    await look();
    const [suggestion] = (await listed(client, group.id)).imports;
    const id = suggestion?.id ?? 0;
    await client.call('PATCH /api/imports/:id', {
      params: { id },
      body: { events: [{ uid: 'picnic@calendar.example', location: 'Fitz Park, Keswick' }] },
    });
    clock.advanceHours(24);
    await look();
    const { body } = await client.call('GET /api/imports/:id', { params: { id } });
    expect(body.events).toMatchObject([{ location: 'Fitz Park, Keswick' }]);
    clock.reset();
  });

  it('has one suggestion at a time, and none without news', async () => {
    const { client, group, params, url, path } = await organised(picnic, choir);
    await client.call('PUT /api/groups/:id/followed-calendar', { params, body: { url } });
    await look();
    clock.advanceHours(24);
    await look();
    expect((await listed(client, group.id)).imports).toHaveLength(1);
    calendars.set(path, calendarOf());
    clock.advanceHours(24);
    await look();
    expect((await listed(client, group.id)).imports).toEqual([]);
    clock.reset();
  });

  it('shows its host alone, and why it could not be read', async () => {
    const { client, group, params, url, path } = await organised(picnic);
    await client.call('PUT /api/groups/:id/followed-calendar', { params, body: { url } });
    calendars.delete(path);
    await look();
    const { followed } = await listed(client, group.id);
    expect(followed).toEqual({
      host: `calendar.example:${server.port}`,
      checkedAt: clock.read().toISOString(),
      problem: 'This address answers with an error (404)',
    });
  });

  it('suggests what can’t be done here, until organisers decline it', async () => {
    const single = choir.filter((line) => !line.startsWith('RRULE'));
    const broken = eventLines('UID:broken', 'SUMMARY:Canal walk', 'DTSTART:soon');
    const { client, group, params, url, path } = await organised(choir);
    const body = { uids: ['choir@calendar.example'] };
    await client.call('PUT /api/groups/:id/followed-calendar', { params, body: { url } });
    await look();
    const [first] = (await listed(client, group.id)).imports;
    const id = first?.id ?? 0;
    await client.call('POST /api/imports/:id/publish', { params: { id }, body });
    calendars.set(path, calendarOf(single, broken));
    clock.advanceHours(24);
    await look();
    const [second] = (await listed(client, group.id)).imports;
    const of = { params: { id: second?.id ?? 0 } };
    expect((await client.call('GET /api/imports/:id', of)).body.events).toMatchObject([
      { state: 'refused', reason: 'It repeats differently now. Please change it here.' },
      { state: 'refused', reason: 'Line 14: DTSTART is not a date' },
    ]);
    await client.call('DELETE /api/imports/:id', of);
    clock.advanceHours(24);
    await look();
    expect((await listed(client, group.id)).imports.map((each) => each.id)).toEqual([id]);
    clock.reset();
  });

  it('suggests declined events no more, whatever their UIDs', async () => {
    const { client, group, params, url, path } = await organised(picnic);
    await client.call('PUT /api/groups/:id/followed-calendar', { params, body: { url } });
    await look();
    const [first] = (await listed(client, group.id)).imports;
    await client.call('DELETE /api/imports/:id', { params: { id: first?.id ?? 0 } });
    for (const uid of ['one', 'two']) {
      calendars.set(path, calendarOf(picnic.with(1, `UID:${uid}`)));
      clock.advanceHours(24);
      await look();
      expect((await listed(client, group.id)).imports).toEqual([]);
    }
    clock.reset();
  });

  it('is followed no longer, with its suggestion', async () => {
    const { client, group, params, url } = await organised(picnic);
    await client.call('PUT /api/groups/:id/followed-calendar', { params, body: { url } });
    await look();
    await client.call('DELETE /api/groups/:id/followed-calendar', { params });
    expect(await listed(client, group.id)).toEqual({ followed: null, imports: [] });
  });

  it('is not followed while it can’t be read', async () => {
    const { client, group, params } = await organised(picnic);
    const body = { url: `https://calendar.example:${server.port}/none.ics` };
    const refused = await client.refusal('PUT /api/groups/:id/followed-calendar', { params, body });
    expect(refused.fields).toEqual({ url: 'This address answers with an error (404)' });
    expect((await listed(client, group.id)).followed).toBeNull();
  });
});

describe('an address that leads to a page', () => {
  const page = (text: string) => {
    const fetching = async () => Buffer.from(text);
    return app.another({ fetchPublic: fetching });
  };
  const refusedAt = async (url: string, text: string) => {
    const group = await make.group();
    const client = new Client(await page(text)).withSession(await make.session(group.owner));
    const input = { params: { id: group.id }, body: { url } };
    const previewed = await client.refusal('POST /api/groups/:id/imports', input);
    const followed = await client.refusal('PUT /api/groups/:id/followed-calendar', input);
    expect(followed.fields).toEqual(previewed.fields);
    return previewed.fields?.url ?? '';
  };

  it.each([
    ['', 'This address gives an empty file, not a calendar'],
    [
      'PK\u0003\u0004',
      'This address gives a packed file. Please open it on your device, and choose the file in it whose name ends in .ics',
    ],
    [
      '<!doctype html><title>Calendar</title><form><input name=p type=password></form>',
      'This address leads to a log-in, and we have none. Please share the calendar with everybody, and copy its public address',
    ],
  ])('or to something else is refused with what to do: %j', async (text, sentence) => {
    expect(await refusedAt('https://hall.example/whats-on', text)).toBe(sentence);
  });

  it.each([
    '<!doctype html><title>Calendar</title>',
    '\uFEFF<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN">',
    '\n\n  <html lang="en"><body>BEGIN:VCALENDAR</body></html>',
    '<!-- a note --><html></html>',
    '<?xml version="1.0"?><rss></rss>',
    '<head><meta charset="utf-8"></head>',
  ])('is refused with what to copy: %j', async (text) => {
    expect(await refusedAt('https://hall.example/whats-on', text)).toBe(
      'This address leads to a web page, not to a calendar. Look on that page for a link called iCal, ICS, webcal or Subscribe, and copy that',
    );
  });

  it.each([
    ['https://calendar.google.com/calendar/u/0/r', 'Secret address in iCal format'],
    ['https://calendar.google.com/calendar/embed?src=x', 'Secret address in iCal format'],
    ['https://calendar.app.google/abc', 'Secret address in iCal format'],
    ['https://outlook.live.com/calendar/0/view/month', 'Publish a calendar'],
    ['https://outlook.office365.com/owa/calendar/x/calendar.html', 'Publish a calendar'],
    ['https://outlook.office.com/calendar/view/week', 'Publish a calendar'],
    ['https://outlook.cloud.microsoft/calendar', 'Publish a calendar'],
    ['https://www.icloud.com/calendar/', 'Public Calendar'],
    ['https://www.meetup.com/bath-walkers/events/', '/events/ical/'],
    ['https://WWW.MEETUP.COM/bath-walkers', '/events/ical/'],
  ])('of %s says how to find its calendar', async (url, words) => {
    const sentence = await refusedAt(url, '<!doctype html><title>Calendar</title>');
    expect(sentence).toMatch(/^This address leads to a web page, not to a calendar\. .*[^.]$/);
    expect(sentence).toContain(words);
  });

  it.each([
    'https://notgoogle.com/',
    'https://google.com.evil.example/',
    'https://meetup.com.example/',
  ])('takes no other host for a known one: %s', async (url) => {
    expect(await refusedAt(url, '<html></html>')).toContain('Look on that page for a link');
  });

  it('says so too where a known host answers with an error', async () => {
    const group = await make.group();
    const fetching = async () => {
      throw new FetchError('This address leads on too often');
    };
    const closed = await app.another({ fetchPublic: fetching });
    const client = new Client(closed).withSession(await make.session(group.owner));
    const at = async (url: string) =>
      (
        await client.refusal('POST /api/groups/:id/imports', {
          params: { id: group.id },
          body: { url },
        })
      ).fields?.url;
    expect(await at('https://calendar.google.com/calendar/u/0/r')).toMatch(
      /^This address leads on too often\. In Google Calendar, .*[^.]$/,
    );
    const itsOwn = 'https://calendar.google.com/calendar/ical/x/public/basic.ics';
    expect(await at(itsOwn)).toBe('This address leads on too often');
    expect(await at('https://hall.example/a.ics')).toBe('This address leads on too often');
  });
});
