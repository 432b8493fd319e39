import { isDeepStrictEqual } from 'node:util';
import { type Raw, cleanText, cleanTexts } from '#contract/platform/clean-text.ts';
import { fromWindows1252 } from '#contract/platform/decode-text.ts';
import { EventForm } from '#contract/events/events.ts';
import { formatDay } from '#contract/platform/dates.ts';
import { occurrenceOn, type Times } from '#features/events/series/policy/occurrences.ts';
import type { Facts, ImportEntry, MovedDate, RawDraft } from '#platform/calendar/drafts.ts';
import { firstTimes, planDates, type ChangedDate, type DatePlan } from './calendar-dates.ts';
import { readEvent, type CalendarEvent } from './calendar-event.ts';
import { eventsIn, withoutIndent } from './calendar-lines.ts';
import { zonesOf } from './file-zones.ts';
import { uidOn } from './series-days.ts';
import { compareVersions, newestOf, olderText } from './versions.ts';

export const isDraft = <Entry extends Raw<ImportEntry>>(
  entry: Entry,
): entry is Extract<Entry, RawDraft> => 'source' in entry;

/**
 * Reads a calendar file (RFC 5545) into events as they would become here, in the order of the file.
 * @throws CalendarError for a file that is no calendar
 */
export const draftsIn = (text: string, now: Date): ImportEntry[] =>
  // An entity, or a cut, may have brought characters back that the file no longer had.
  cleanTexts(rawDraftsIn(withoutIndent(cleanText(fromWindows1252(text), Infinity)), now));

type RawEntry = Raw<ImportEntry>;

function rawDraftsIn(text: string, now: Date): RawEntry[] {
  const zones = zonesOf(text);
  const read = eventsIn(text).map((block) => readEvent(block, zones));
  const events = read.filter((event) => 'start' in event);
  const entries = [...Map.groupBy(events, ({ uid }) => uid).values()].flatMap((versions) =>
    readable(versions, () => entriesOf(versions, now)),
  );
  const refused = read.flatMap((event) => ('start' in event ? [] : [event]));
  return withOwnUids([...entries, ...refused]).toSorted((one, two) => one.line - two.line);
}

/** An event that fails costs no other. */
function readable(events: CalendarEvent[], read: () => RawEntry[]): RawEntry[] {
  try {
    return read();
  } catch {
    return events.map(({ uid, line, title }) => refusedAt(line, { uid, title }, 'can’t be read'));
  }
}

const refusedAt = (line: number, event: { uid: string; title: string }, words: string) => ({
  ...event,
  line,
  reason: `Line ${line}: this event ${words}`,
});

/** Gives each its own UID. Events that can't be read take none away from others. */
function withOwnUids(entries: RawEntry[]): RawEntry[] {
  const byUid = new Map<string, RawEntry>();
  for (const entry of entries) {
    const { uid, line } = entry;
    const names = [uid, `${uid} ${'startTime' in entry ? entry.startTime : line}`];
    const free = names.find((name) => !byUid.has(name)) ?? `${uid} ${byUid.size}`;
    byUid.set(free, { ...entry, uid: free });
  }
  return [...byUid.values()];
}

/** Reads the events of one UID: those at different times are different ones. */
function entriesOf(events: CalendarEvent[], now: Date): RawEntry[] {
  const replacing = events.filter(({ replaces }) => replaces !== undefined);
  const own = events.filter(({ replaces }) => replaces === undefined);
  const newest = own.reduce<CalendarEvent | undefined>(
    (last, event) => (last && compareVersions(last, event) > 0 ? last : event),
    undefined,
  );
  if (!newest) return alone(replacing, now);
  const sameVersion = own.filter((event) => compareVersions(event, newest) === 0);
  const startOf = ({ start }: CalendarEvent) => start.moment.toISOString();
  const { kept, older } = newestOf(sameVersion, startOf, (event) => event);
  const left = [...own.filter((event) => !sameVersion.includes(event)), ...older];
  const series = kept.find(({ rule }) => rule !== undefined) ?? kept[0];
  return kept.flatMap((event, index) => {
    const uid = index === 0 ? event.uid : `${cleanText(event.uid, 170)} ${startOf(event)}`;
    const plan = planDates(event, event === series ? replacing : [], now);
    const warnings = index === 0 ? olderText(left) : [];
    return [draftOf({ ...event, uid }, plan, warnings), ...apartFrom(event, plan.apart)];
  });
}

/** A calendar may have dates of a series without the series: each is an event. */
function alone(replacing: CalendarEvent[], now: Date): RawEntry[] {
  const dayOf = ({ replaces, start }: CalendarEvent) => replaces?.date.day ?? start.day;
  const { kept, older } = newestOf(replacing, dayOf, (event) => event);
  return kept.map((event, index) => {
    if (event.title === '') return refusedAt(event.line, event, 'has no title');
    const uid = uidOn(event.uid, dayOf(event));
    const warnings = [
      ...(event.replaces?.isRange ? ['The later dates of its series are not in this file.'] : []),
      ...(index === 0 ? olderText(older) : []),
    ];
    const own = { ...event, uid, rule: undefined, extra: [], excluded: [], replaces: undefined };
    const dateOf = { uid: event.uid, day: dayOf(event) };
    return { ...draftOf(own, planDates(own, [], now), warnings), dateOf };
  });
}

const apartFrom = (event: CalendarEvent, dates: ChangedDate[]): RawDraft[] =>
  dates.map((date) => {
    const { line, isCancelled, doubt, warnings } = date.event;
    const facts = factsOf(date.event, event, date);
    const { startTime, endTime } = facts;
    const source = { startTime, endTime, rule: '', excluded: [] };
    const uid = uidOn(event.uid, date.day);
    return { uid, line, ...facts, source, isCancelled, doubt, warnings, completion: {} };
  });

function draftOf(event: CalendarEvent, plan: DatePlan, more: string[]): RawDraft {
  const { uid, line, endTime, rule = '', excluded } = event;
  const facts = factsOf(plan.change ?? event, event, plan.next);
  const moved = plan.repeats?.moved ?? [];
  const warnings = [
    ...event.warnings,
    ...(endTime ? [] : ['It has no end, so it lasts two hours.']),
    ...plan.warnings,
    ...more,
    ...warningsOf(moved, event),
  ];
  const isGone = plan.isGone && !event.isCancelled;
  const reason = isGone ? 'All of its dates are left out.' : plan.reason;
  return {
    uid,
    line,
    ...facts,
    source: {
      ...isoTimes(firstTimes(event)),
      rule,
      excluded: excluded.map(({ day }) => day).toSorted(),
    },
    ...(plan.repeats && {
      repeats: { ...plan.repeats, moved: moved.flatMap((date) => movedFrom(date, event, facts)) },
    }),
    ...(reason && { reason }),
    isCancelled: event.isCancelled || plan.isGone === true,
    doubt: event.doubt ?? doubtAbout(moved),
    warnings: [...new Set(warnings)],
    completion: {},
  };
}

/** A doubt about one date is one about its series. */
function doubtAbout(moved: ChangedDate[]): string | undefined {
  const date = moved.find(({ event }) => event.doubt);
  return date && `${formatDay(`${date.day}T12:00:00Z`)}: ${date.event.doubt}`;
}

/** A changed date has in common with its series what it leaves out. */
function factsOf(event: CalendarEvent, series: CalendarEvent, times: Times): Raw<Facts> {
  const { location, onlineUrl } = event.location || event.onlineUrl ? event : series;
  return {
    title: event.title || series.title,
    description: event.description || series.description,
    location,
    onlineUrl,
    ...isoTimes(times),
  };
}

const { location: placeRule, description: descriptionRule } = EventForm.shape;

/** Leaves out texts that no event here can have, and dates that are like the others then. */
function movedFrom(date: ChangedDate, event: CalendarEvent, series: Raw<Facts>): Raw<MovedDate>[] {
  const own = factsOf(date.event, event, date);
  const { description, location, onlineUrl } = series;
  const facts = {
    ...own,
    ...(!descriptionRule.safeParse(own.description).success && { description }),
    ...(!placeRule.safeParse(own.location).success && { location, onlineUrl }),
  };
  const first = { startTime: new Date(series.startTime), endTime: new Date(series.endTime) };
  const usual = occurrenceOn(date.day, first);
  const { startTime, endTime } = isoTimes(usual);
  const isUsual = isDeepStrictEqual(facts, { ...series, startTime, endTime });
  return isUsual ? [] : [{ day: date.day, ...facts }];
}

const isoTimes = ({ startTime, endTime }: Times) => ({
  startTime: startTime.toISOString(),
  endTime: endTime.toISOString(),
});

const mostChangeWarnings = 5;

/** Tells what is guessed of changed dates. */
function warningsOf(moved: ChangedDate[], { warnings }: CalendarEvent): string[] {
  const firsts = new Map(moved.toReversed().map((date) => [date.event, date]));
  return [...firsts.values()]
    .flatMap(({ day, event }) => {
      const isShort = event.description && !descriptionRule.safeParse(event.description).success;
      const short = isShort ? ['Its description is too short and was left out.'] : [];
      return [...event.warnings.filter((each) => !warnings.includes(each)), ...short].map(
        (sentence) => `${formatDay(`${day}T12:00:00Z`)}: ${sentence}`,
      );
    })
    .slice(0, mostChangeWarnings);
}
