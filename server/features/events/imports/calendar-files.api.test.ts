import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { mostImported } from '#contract/events/imports.ts';
import { startTestApp } from '#tests/support/app.ts';
import { Client, ownOrigin } from '#tests/support/client.ts';
import {
  calendarOf,
  choir,
  eventLines,
  organisedGroup,
  picnic,
  statesOf,
} from '#tests/support/imports.ts';
import type { EventImport } from '#contract/events/imports.ts';

const app = await startTestApp();
const { make } = app;
const organised = () => organisedGroup(app);
const megabyte = 1024 * 1024;

const addressOf = (group: { id: number }) => `/api/groups/${group.id}/imports`;

/** Sends a calendar's bytes under a type of its own. */
async function sendAs(type: string | undefined, sent: Buffer | string, client?: Client) {
  const { group, client: organiser } = await organised();
  return (client ?? organiser).request({
    method: 'POST',
    url: addressOf(group),
    headers: { 'content-type': type },
    payload: Buffer.from(sent),
  });
}

const uidsIn = (preview: EventImport) => preview.events.map(({ uid }) => uid.split('@')[0]);

/** Writes a form as a browser does. */
async function formOf(fields: Record<string, string | Blob>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') data.set(name, value);
    else data.set(name, value, 'events.ics');
  }
  const request = new Request('http://x', { method: 'POST', body: data });
  return {
    type: request.headers.get('content-type') ?? '',
    payload: Buffer.from(await request.arrayBuffer()),
  };
}

const fileOf = (...events: string[][]) => new Blob([calendarOf(...events)]);

describe('a calendar file', () => {
  it.each([
    'text/calendar',
    'text/calendar; charset=utf-8; method=PUBLISH',
    'TEXT/CALENDAR',
    'text/x-vcalendar',
    'application/octet-stream',
  ])('is read as it is under the type %s', async (type) => {
    const response = await sendAs(type, calendarOf(picnic, choir));
    expect(response.statusCode).toBe(201);
    expect(uidsIn(response.json())).toEqual(['picnic', 'choir']);
  });

  it.each(['ics', 'file', 'calendar', ''])('is read from a form’s field %j', async (name) => {
    const { type, payload } = await formOf({ [name]: fileOf(picnic) });
    const response = await sendAs(type, payload);
    expect([response.statusCode, uidsIn(response.json())]).toEqual([201, ['picnic']]);
  });

  it.each(['text/plain', 'text/html', 'application/xml', 'image/png', undefined])(
    'is not read under the type %s',
    async (type) => {
      expect((await sendAs(type, calendarOf(picnic))).statusCode).toBe(415);
    },
  );

  it('is read as text in JSON, as before', async () => {
    const { group, client } = await organised();
    const body = { ics: calendarOf(picnic) };
    const params = { id: group.id };
    expect(await client.outcome('POST /api/groups/:id/imports', { params, body })).toBe(201);
  });

  it('is taken from organisers alone', async () => {
    const { type, payload } = await formOf({ ics: fileOf(picnic) });
    for (const [kind, sent] of [
      [type, payload],
      ['text/calendar', calendarOf(picnic)],
    ] as const) {
      const stranger = await app.as(await make.user());
      expect((await sendAs(kind, sent, stranger)).json()).toMatchObject({ code: 'forbidden' });
      expect((await sendAs(kind, sent, app.visitor())).statusCode).toBe(401);
    }
  });

  it('is taken from a page of this site alone', async () => {
    const { group, client } = await organised();
    const { type, payload } = await formOf({ ics: fileOf(picnic) });
    for (const origin of ['https://evil.example', 'null', undefined])
      for (const accept of ['*/*', 'text/html']) {
        const headers = { 'content-type': type, origin, accept };
        const sent = { method: 'POST', url: addressOf(group), headers, payload } as const;
        const { statusCode, cookies } = await client.request(sent);
        expect([statusCode, cookies]).toEqual([403, []]);
      }
  });

  it.each([
    ['a byte order mark', '\uFEFF'],
    ['two of them', '\uFEFF\uFEFF'],
    ['empty lines', '\r\n\r\n\n'],
    ['blanks', '   '],
    ['lines of blanks', ' \t\r\n  \r\n'],
    ['a tab', '\t'],
    ['a byte order mark after an empty line', '\n\uFEFF'],
    ['a byte order mark and blanks', '\uFEFF \n '],
    ['a non-breaking space', '\u00A0'],
  ])('may begin with %s', async (_, before) => {
    for (const type of ['text/calendar', 'application/octet-stream']) {
      const response = await sendAs(type, before + calendarOf(picnic));
      expect([response.statusCode, uidsIn(response.json())]).toEqual([201, ['picnic']]);
    }
  });

  it('may be packed with gzip', async () => {
    const response = await sendAs('text/calendar', gzipSync(calendarOf(picnic)));
    expect([response.statusCode, uidsIn(response.json())]).toEqual([201, ['picnic']]);
  });

  const noPage = 'This file is a web page. Please choose a calendar file, whose name ends in .ics';
  const packed =
    'This file is packed. Please open it, and choose the file in it whose name ends in .ics';
  it.each([
    ['nothing', '', 'This file is empty. Please choose another'],
    ['blanks', ' \n\t\n', 'This file is empty. Please choose another'],
    ['a page', '<!doctype html><title>Calendar</title>', noPage],
    ['a page with a calendar in it', '<html><p>BEGIN:VCALENDAR</p></html>', noPage],
    ['a log-in', '<html><input type="password"></html>', noPage],
    ['a zip file', Buffer.from('504b030414000000', 'hex'), packed],
    ['a gzip file that was cut', gzipSync(calendarOf(picnic)).subarray(0, 40), packed],
    ['a bomb', gzipSync(Buffer.alloc(50 * megabyte)), packed],
  ])('is refused with a sentence if it is %s', async (_, sent, sentence) => {
    const response = await sendAs('text/calendar', sent);
    expect(response.json()).toMatchObject({ code: 'invalid', fields: { ics: sentence } });
  });

  it('counts its lines from the first, blanks or not', async () => {
    const broken = eventLines('UID:1', 'SUMMARY:Canal walk', 'DTSTART:soon');
    const response = await sendAs('text/calendar', `\n\n ${calendarOf(broken)}`);
    expect(response.json<EventImport>().events[0]?.reason).toMatch(/^Line 8: /);
  });
});

describe('the encoding of a calendar file', () => {
  const text = calendarOf(picnic).replace('Summer picnic', 'Café on the green');
  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['Windows-1252', Buffer.from(text, 'latin1')],
    [
      'Windows-1252 with a byte order mark',
      Buffer.concat([Buffer.from('\uFEFF'), Buffer.from(text, 'latin1')]),
    ],
  ])('may be %s', async (_, bytes) => {
    const { type, payload } = await formOf({ ics: new Blob([new Uint8Array(bytes)]) });
    for (const [kind, sent] of [
      ['text/calendar', bytes],
      [type, payload],
    ] as const) {
      const response = await sendAs(kind, sent);
      expect(response.json<EventImport>().events[0]?.title).toBe('Café on the green');
    }
  });
});

describe('the size of a calendar', () => {
  const number = (value: number) => String(value).padStart(2, '0');
  /** Events of an hour, on the days of a year. */
  const events = (count: number, year: number, name = 'walk', more: string[] = []) =>
    Array.from({ length: count }, (_, index) => {
      const date = `${year}${number(1 + (index % 12))}${number(1 + (index % 28))}`;
      return eventLines(
        `UID:${name}-${index}@calendar.example`,
        `SUMMARY:Evening ${name} ${index}`,
        'DESCRIPTION:An evening out with something to share.',
        'LOCATION:The Landing Stage',
        `DTSTART:${date}T180000Z`,
        `DTEND:${date}T190000Z`,
        ...more,
      );
    });

  const preview = async (...all: string[][]) => {
    const response = await sendAs('text/calendar', calendarOf(...all));
    if (response.statusCode !== 201) throw new Error(response.body);
    return response.json<EventImport>();
  };
  const countOf = ({ events: previewed }: EventImport) => {
    const counts = { new: 0, past: 0, refused: 0 };
    for (const { state } of previewed) if (state in counts) counts[state as 'new'] += 1;
    return counts;
  };
  /** The titles of what is left out. */
  const leftOut = ({ events: previewed }: EventImport) =>
    previewed.filter(({ reason }) => reason?.includes('left out')).map(({ title }) => title);

  it.each<[string, string[][], number, string[]]>([
    [
      '1,000 past before 3 to come',
      [...events(1_000, 2020), ...events(3, 2027, 'talk')],
      3,
      ['3 events that are over'],
    ],
    [
      '3 to come before 5,000 past',
      [...events(3, 2027, 'talk'), ...events(5_000, 2019)],
      3,
      ['4,003 events that are over'],
    ],
    [
      '1,000 to come among 2,000 past',
      [...events(1_000, 2020), ...events(1_000, 2027, 'talk'), ...events(1_000, 2021, 'quiz')],
      1_000,
      ['2,000 events that are over'],
    ],
    [
      '2 series to come after 1,500 that have ended',
      [
        ...events(1_500, 2012, 'ended', ['RRULE:FREQ=WEEKLY;UNTIL=20150101T000000Z']),
        ...events(2, 2013, 'goes on', ['RRULE:FREQ=WEEKLY']),
      ],
      2,
      ['502 events that are over'],
    ],
    [
      '1,100 past of a length (DURATION)',
      [
        ...events(1_100, 2020).map((lines) =>
          lines.map((line) => (line.startsWith('DTEND') ? 'DURATION:PT1H' : line)),
        ),
        ...events(1, 2027, 'talk'),
      ],
      1,
      ['101 events that are over'],
    ],
    ['1,000 past alone', events(1_000, 2020), 0, []],
  ])('has what is to come, and says what is left out: %s', async (_, all, coming, left) => {
    const read = await preview(...all);
    expect([countOf(read).new, leftOut(read)]).toEqual([coming, left]);
    expect(read.events.length).toBeLessThanOrEqual(mostImported + 1);
  });

  it('is listed by the events that its preview has', async () => {
    const { group, client } = await organised();
    const body = { ics: calendarOf(...events(1_010, 2020), ...events(3, 2027, 'talk')) };
    const params = { id: group.id };
    await client.call('POST /api/groups/:id/imports', { params, body });
    const { body: list } = await client.call('GET /api/groups/:id/imports', { params });
    expect(list.imports.map(({ count }) => count)).toEqual([mostImported]);
  });

  it('keeps those that were last', async () => {
    const read = await preview(...events(900, 2018), ...events(900, 2024, 'late'));
    const isLate = ({ uid }: { uid: string }) => uid.startsWith('late');
    expect(read.events.filter(isLate)).toHaveLength(900);
    expect(leftOut(read)).toEqual(['800 events that are over']);
  });

  it('counts a date that was moved out of the past as to come', async () => {
    const series = [
      'UID:choir@calendar.example',
      'SUMMARY:Tuesday choir',
      'DESCRIPTION:Come and sing with us, no audition needed.',
      'LOCATION:12 Foxglove Lane',
    ];
    const read = await preview(
      ...events(1_200, 2020),
      eventLines(
        ...series,
        'DTSTART:20200107T193000Z',
        'DTEND:20200107T213000Z',
        'RRULE:FREQ=WEEKLY;UNTIL=20200201T000000Z',
      ),
      eventLines(
        ...series,
        'RECURRENCE-ID:20200121T193000Z',
        'DTSTART:20270119T193000Z',
        'DTEND:20270119T213000Z',
      ),
    );
    expect(JSON.stringify(read.events)).toContain('Tuesday choir');
  });

  it('is not limited by events that can’t be read', async () => {
    const broken = events(1_500, 2020, 'broken').map((lines) =>
      lines.map((line) => (line.startsWith('DTSTART') ? 'DTSTART:soon' : line)),
    );
    const read = await preview(...broken, ...events(3, 2027, 'talk'));
    expect(countOf(read).new).toBe(3);
    expect(leftOut(read)).toEqual(['503 events that can’t be read']);
  });

  it('counts none that are cancelled', async () => {
    const cancelled = events(30, 2027, 'off', ['STATUS:CANCELLED']);
    const read = await preview(...cancelled, ...events(980, 2027, 'talk'));
    expect(countOf(read)).toEqual({ new: 980, past: 0, refused: 21 });
    expect(leftOut(read)).toEqual(['10 events that are cancelled']);
  });

  it('has no more than 1,000 events to come', async () => {
    const all = [...events(700, 2020), ...events(mostImported + 1, 2027, 'talk')];
    const refused = await sendAs('text/calendar', calendarOf(...all));
    const line =
      calendarOf(...all.slice(0, -1))
        .split('\r\n')
        .indexOf('END:VCALENDAR') + 1;
    expect(refused.json()).toMatchObject({
      code: 'invalid',
      fields: {
        ics: `Line ${line}: this file has more events than we can take at once, 1,000 to come`,
      },
    });
  });

  it('may be 5 MB, most of it past, also in a form', async () => {
    const note = ['X-NOTE:'.padEnd(900, 'a')];
    const all = calendarOf(...events(4_500, 2020, 'walk', note), ...events(5, 2027, 'talk'));
    expect(Buffer.byteLength(all)).toBeGreaterThan(4.5 * megabyte);
    expect(Buffer.byteLength(all)).toBeLessThan(5 * megabyte);
    const raw = await sendAs('text/calendar', all);
    expect(countOf(raw.json()).new).toBe(5);
    const { type, payload } = await formOf({ ics: new Blob([all]) });
    expect(countOf((await sendAs(type, payload)).json()).new).toBe(5);
    const json = await sendAs('application/json', JSON.stringify({ ics: all }));
    expect(countOf(json.json()).new).toBe(5);
  });

  it('may be 5 MB of events to come', { timeout: 120_000 }, async () => {
    const note = [`DESCRIPTION:${'Bring a rug, and tea. '.repeat(205)}`];
    const all = events(mostImported, 2027, 'talk').map((lines) =>
      lines.flatMap((line) => (line.startsWith('DESCRIPTION') ? note : [line])),
    );
    expect(calendarOf(...all).length).toBeGreaterThan(4.4 * megabyte);
    const limited = await app.another({ rateLimits: true });
    const owner = await make.user({ createdAt: app.clock.inHours(-30 * 24) });
    const group = await make.group({ owner });
    const client = new Client(limited).withSession(await make.session(owner));
    const response = await client.request({
      method: 'POST',
      url: addressOf(group),
      headers: { 'content-type': 'text/calendar' },
      payload: calendarOf(...all),
    });
    expect(response.statusCode).toBe(201);
    expect(countOf(response.json()).new).toBe(mostImported);
  });

  it('is not more than 5 MB', async () => {
    const large = calendarOf(picnic) + ' '.repeat(5 * megabyte);
    const sentence = 'A calendar file can have at most 5 MB';
    const { type, payload } = await formOf({ ics: new Blob([large]) });
    const huge = calendarOf(picnic) + ' '.repeat(9 * megabyte);
    for (const [kind, sent] of [
      ['text/calendar', large],
      [type, payload],
      ['application/json', JSON.stringify({ ics: large })],
      ['text/calendar', huge],
      ['application/json', JSON.stringify({ ics: huge })],
    ] as const)
      expect((await sendAs(kind, sent)).json()).toMatchObject({
        code: 'too_large',
        message: sentence,
      });
  });

  it.each<[string, string]>([
    ['line breaks', '\n'],
    ['Windows’ line breaks', '\r\n'],
    ['backslashes', '\\'],
    ['escaped line breaks', '\\n'],
    ['quotes', '"'],
    ['control characters', '\u0001'],
    ['letters beyond ASCII', 'é'],
    ['emoji', '🎪'],
  ])('under 1 MB never has too many parts in JSON: %s', async (_, unit) => {
    const fill = unit.repeat(Math.floor((megabyte - 1_000) / Buffer.byteLength(unit)));
    const ics = calendarOf(picnic, [`X-NOTE:${fill}`]);
    const escaped = JSON.stringify({ ics }).replaceAll(
      /[\u0080-\uffff]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    for (const payload of [JSON.stringify({ ics }), escaped]) {
      const response = await sendAs('application/json', payload);
      expect([response.statusCode, statesOf(response.json<EventImport>().events)]).toEqual([
        201,
        ['new'],
      ]);
    }
  });
});

describe('a calendar sent without script', () => {
  const page = (group: { id: number }) => `${ownOrigin}/groups/${group.id}/imports`;

  async function post(fields: Record<string, string | Blob>, sent: { client?: Client } = {}) {
    const { group, client } = await organised();
    const { type, payload } = await formOf(fields);
    const response = await (sent.client ?? client).request({
      method: 'POST',
      url: addressOf(group),
      headers: { 'content-type': type, accept: 'text/html,*/*;q=0.8', referer: page(group) },
      payload,
    });
    return { group, client: sent.client ?? client, response };
  }

  it('leads to the preview', async () => {
    const { group, client, response } = await post({
      ics: fileOf(picnic),
      _next: '/groups/1/imports/:id',
    });
    expect(response.statusCode).toBe(303);
    const [, id] = /^\/groups\/1\/imports\/(\d+)$/.exec(String(response.headers.location)) ?? [];
    const { body } = await client.call('GET /api/imports/:id', { params: { id: Number(id) } });
    expect(uidsIn(body)).toEqual(['picnic']);
    expect(group.id).toBeGreaterThan(0);
  });

  it.each<[string, Record<string, string | Blob>]>([
    ['no file', {}],
    ['an empty file', { ics: new Blob([]) }],
    ['a file that is no calendar', { ics: new Blob(['Dear all']) }],
    ['a file that is too large', { ics: new Blob(['a'.repeat(5 * megabyte + 1)]) }],
    ['a body that is too large', { ics: new Blob(['a'.repeat(7 * megabyte)]) }],
  ])('leads back with the reason: %s', async (_, fields) => {
    const { group, response } = await post(fields);
    expect([response.statusCode, response.headers.location]).toEqual([
      303,
      `/groups/${group.id}/imports`,
    ]);
    expect(response.cookies.map(({ name }) => name)).toContain('flash');
  });

  it('leads to the log-in where nobody is signed in', async () => {
    const { response } = await post({ ics: fileOf(picnic) }, { client: app.visitor() });
    expect(response.headers.location).toMatch(/^\/auth\?/);
  });

  it('is taken as an address, too', async () => {
    const { group, client } = await organised();
    const response = await client.request({
      method: 'POST',
      url: addressOf(group),
      headers: { 'content-type': 'application/x-www-form-urlencoded', referer: page(group) },
      payload: new URLSearchParams({ url: 'https://127.0.0.1/a.ics' }).toString(),
    });
    expect([response.statusCode, response.headers.location]).toEqual([
      303,
      `/groups/${group.id}/imports`,
    ]);
  });

  it('is no body of another call', async () => {
    const client = await app.as(await make.user());
    const { type, payload } = await formOf({ name: 'Hill walkers', ics: fileOf(picnic) });
    for (const accept of ['text/html', '*/*']) {
      const headers = { 'content-type': type, accept, referer: `${ownOrigin}/groups` };
      const sent = { method: 'POST', url: '/api/groups', headers, payload } as const;
      expect((await client.request(sent)).statusCode).toBe(415);
    }
  });
});
