import { readdirSync } from 'node:fs';
import type { ImportedEvent } from '#contract/events/imports.ts';
import type { Draft, ImportEntry, MovedDate } from '#platform/calendar/drafts.ts';
import { draftsIn, isDraft } from '#features/events/imports/policy/drafts.ts';
import { imports } from '#features/events/imports/tables.ts';
import { occurrencesOf } from '#features/events/series/policy/occurrences.ts';
import { start } from './clock.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';
import type { Planting } from './tokens.ts';

/** Lines of an event of a calendar. */
export const eventLines = (...lines: string[]): string[] => [
  'BEGIN:VEVENT',
  ...lines,
  'END:VEVENT',
];

/** Builds a calendar file of events' lines. */
export const calendarOf = (...events: string[][]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.flat(), 'END:VCALENDAR', ''].join('\r\n');

/** The moment at which tests read calendars: that of their clock. */
export const readAt = start;

/** Reads a calendar from the lines of its events, and of what stands around them. */
export const read = (...parts: string[][]): ImportEntry[] => draftsIn(calendarOf(...parts), readAt);

const walk = ['UID:walk@calendar.example', 'SUMMARY:Canal walk', 'DTSTART:20270110T100000Z'];

/** Reads an event that can be read; lines that aren't given are the usual ones. */
const readAs =
  (usual: string[]) =>
  (...lines: string[]): Draft => {
    const nameOf = (line: string) => /^[A-Z-]+/i.exec(line)?.[0].toUpperCase();
    const names = new Set(lines.map(nameOf));
    const others = usual.filter((line) => !names.has(nameOf(line)));
    return draftFrom(...read(eventLines(...others, ...lines)));
  };

/** Reads a walk, of which nothing is said of its length. */
export const readOne = readAs(walk);
/** Reads a walk of an hour. */
export const readDraft = readAs([...walk, 'DURATION:PT1H']);

/** Expects that the first entry can be read. */
export function draftFrom(entry?: ImportEntry): Draft {
  if (!entry || !isDraft(entry)) throw new Error(`refused: ${JSON.stringify(entry)}`);
  return entry;
}

/** Lists the dates that publishing all entries makes and that are still to come, in their order. */
export function datesHere(entries: ImportEntry[]) {
  const dates = entries.filter(isDraft).flatMap((draft) => {
    const { isCancelled, title, repeats } = draft;
    if (isCancelled) return [];
    const times = { startTime: new Date(draft.startTime), endTime: new Date(draft.endTime) };
    if (!repeats) return [{ ...times, title }];
    const moved = new Map<string, MovedDate>(repeats.moved.map((date) => [date.day, date]));
    return occurrencesOf({ ...times, ...repeats }).dates.map(({ date, startTime, endTime }) => {
      const change = moved.get(date);
      if (!change) return { startTime, endTime, title };
      const { title: own } = change;
      return {
        startTime: new Date(change.startTime),
        endTime: new Date(change.endTime),
        title: own,
      };
    });
  });
  return dates
    .filter(({ endTime }) => endTime > readAt)
    .toSorted(
      (one, two) =>
        one.startTime.getTime() - two.startTime.getTime() || one.title.localeCompare(two.title),
    );
}

/** The dates to come of events of a calendar, as '2026-06-16 18:30 Choir' in UTC. */
export const datesRead = (...events: string[][]): string[] =>
  datesHere(read(...events)).map(
    ({ startTime, title }) => `${startTime.toISOString().slice(0, 16).replace('T', ' ')} ${title}`,
  );

/** Lists calendars as the programs write them that people use. */
export function calendarFiles(): { name: string; path: URL }[] {
  const folder = new URL('../calendars/', import.meta.url);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ics'))
    .map((file) => ({ name: file.replace('.ics', ''), path: new URL(file, folder) }));
}

/** An event that lacks nothing. */
export const picnic = eventLines(
  'UID:picnic@calendar.example',
  'SUMMARY:Summer picnic',
  'DESCRIPTION:Bring a blanket and something to share with others.',
  'LOCATION:The Landing Stage',
  'DTSTART:20270620T110000Z',
  'DTEND:20270620T140000Z',
);

/** A series of four Tuesdays. */
export const choir = eventLines(
  'UID:choir@calendar.example',
  'SUMMARY:Tuesday choir',
  'DESCRIPTION:Come and sing with us\\, no audition and no talent needed.',
  'LOCATION:12 Foxglove Lane',
  'DTSTART;TZID=Europe/London:20270105T193000',
  'DTEND;TZID=Europe/London:20270105T213000',
  'RRULE:FREQ=WEEKLY;COUNT=4',
);

/** Escapes a text for a calendar (RFC 5545, section 3.3.11). */
export const escaped = (text: string): string =>
  text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll('\n', '\\n');

export const warningsOf = ({ warnings }: Draft): string => warnings.join('\n');

/** Everything that everybody may read of an event. */
export const publicOf = ({ title, description, location }: Draft): string =>
  [title, description, location].join('\n');

/** A place, and addresses of meetings. */
export const meetings = {
  hall: 'LOCATION:The Boathouse\\, Bath',
  zoom: 'https://us02web.zoom.us/j/81234567890?pwd=AbCd.1',
  teams:
    'https://teams.microsoft.com/l/meetup-join/19%3ameeting_Zm%40thread.v2/0?context=%7b%22Tid%22%3a%221%22%7d',
  meet: 'https://meet.google.com/abc-defg-hij',
};

/** A choir on Tuesdays since January 2026; calendars are read on Wednesday, 10 June 2026. */
export const tuesdayChoir = (...lines: string[]): string[] =>
  eventLines(
    'UID:choir',
    'SUMMARY:Choir',
    'DESCRIPTION:Come and sing with us\\, no audition.',
    'LOCATION:12 Foxglove Lane',
    'DTSTART;TZID=Europe/London:20260106T193000',
    'DURATION:PT2H',
    ...lines,
  );

/** A date of the choir, as another one. */
export const choirChange = (day: string, ...lines: string[]): string[] =>
  eventLines('UID:choir', `RECURRENCE-ID;TZID=Europe/London:${day}T193000`, ...lines);

/** Creates an import that nobody has published. */
export async function plantImport(
  { db, clock }: Planting,
  group: { id: number },
  columns: Partial<typeof imports.$inferInsert> & { ics?: string } = {},
): Promise<{ id: number }> {
  const { ics = calendarOf(picnic, choir), ...others } = columns;
  const now = clock.read();
  const [row] = await db
    .insert(imports)
    .values({ groupId: group.id, entries: draftsIn(ics, now), createdAt: now, ...others })
    .returning({ id: imports.id });
  if (!row) throw new Error('an insert returned no row');
  return row;
}

/** A group and its organiser's client. */
export async function organisedGroup(app: TestApp) {
  const group = await app.make.group({ location: 'Bath' });
  return { group, client: await app.as(group.owner) };
}

/** Sends a calendar file, and returns its preview. */
export const sendCalendar = async (client: Client, groupId: number, ...sent: string[][]) =>
  (
    await client.call('POST /api/groups/:id/imports', {
      params: { id: groupId },
      body: { ics: calendarOf(...sent) },
    })
  ).body;

/** Publishes events of a preview by what stands before the @ of their UIDs. */
export const publishUids = async (client: Client, id: number, ...uids: string[]) =>
  (
    await client.call('POST /api/imports/:id/publish', {
      params: { id },
      body: { uids: uids.map((uid) => `${uid}@calendar.example`) },
    })
  ).body;

/** A group's upcoming events, with the next date of each series. */
export const upcomingDates = async (client: Client, groupId: number) =>
  (
    await client.call('GET /api/events/group/:groupId', {
      params: { groupId },
      query: { series: 'next' },
    })
  ).body;

export const statesOf = (previewed: ImportedEvent[]) => previewed.map(({ state }) => state);

/** A member list as Meetup exports it: text with tabs. Every third member has never come. */
export const memberList = (people: number): string =>
  [
    'Name\tUser ID\tTitle\tMember ID\tLocation\tJoined Group on\tLast visited group on\tLast Attended',
    ...Array.from({ length: people }, (_, index) => {
      const attended = index % 3 === 1 ? '' : '1/7/2025';
      return `Member ${index}\tuser ${index}\t\t${index}\tBath\t10/24/2024\t11/02/2024\t${attended}`;
    }),
  ].join('\n');
