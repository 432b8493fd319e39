import { type CleanText, type Raw, cleanText, cleanTexts } from '#contract/platform/clean-text.ts';
import { formatDay } from '#contract/platform/dates.ts';
import { dateOf } from '#contract/platform/days.ts';
import { fromWindows1252 } from '#contract/platform/decode-text.ts';
import { occurrenceOn } from '#features/events/series/policy/occurrences.ts';
import { wallTimeOf } from '#contract/platform/london-time.ts';
import type { Facts, ImportEntry, RawDraft } from '#platform/calendar/drafts.ts';
import { readEvent, type CalendarEvent } from './calendar-event.ts';
import { eventsIn } from './calendar-lines.ts';
import { translateRule, UnknownRule } from './calendar-rule.ts';

export const isDraft = <Entry extends Raw<ImportEntry>>(
  entry: Entry,
): entry is Extract<Entry, RawDraft> => 'source' in entry;

/**
 * Reads a calendar file (RFC 5545) into events as they would become here, in the order of the file.
 * @throws CalendarError for a file that is no calendar
 */
export const draftsIn = (text: string, now: Date): ImportEntry[] =>
  // An entity, or a cut, may have brought characters back that the file no longer had.
  cleanTexts(rawDraftsIn(cleanText(fromWindows1252(text), Infinity), now));

function rawDraftsIn(text: CleanText, now: Date): RawEntry[] {
  const read = eventsIn(text).map(readEvent);
  const events = read.filter((event) => 'start' in event);
  const replacing = Map.groupBy(
    events.filter(({ replaces }) => replaces !== undefined),
    ({ uid }) => uid,
  );
  const main = new Map<string, RawEntry>();
  for (const event of read) {
    if (!('start' in event)) main.set(freeUid(event.uid, main), event);
    else if (event.replaces === undefined) {
      const draft = draftOf(event, replacing.get(event.uid) ?? [], now);
      const uid = uidAmong(draft, main);
      main.set(uid, { ...draft, uid });
    }
  }
  // A calendar may have a date of a series without the series.
  for (const event of events.filter(({ uid, replaces }) => replaces && !main.has(uid))) {
    const uid = freeUid(`${cleanText(event.uid, 180)} ${event.replaces}`, main);
    main.set(uid, { ...draftOf(event, [], now), uid });
  }
  return [...main.values()];
}

type RawEntry = Raw<ImportEntry>;

/** Events of one UID at different times are different ones; the last of equal ones counts. */
function uidAmong({ uid, source }: RawDraft, others: Map<string, RawEntry>): string {
  const other = others.get(uid);
  if (!other || (isDraft(other) && other.source.startTime === source.startTime)) return uid;
  return `${cleanText(uid, 170)} ${source.startTime}`;
}

function freeUid(uid: string, others: Map<string, RawEntry>): string {
  return others.has(uid) ? `${cleanText(uid, 180)} ${others.size}` : uid;
}

function draftOf(event: CalendarEvent, replacing: CalendarEvent[], now: Date): RawDraft {
  const { uid, line, isCancelled, warnings } = event;
  const draft: RawDraft = {
    uid,
    line,
    ...factsOf(event),
    source: {
      startTime: event.start.moment.toISOString(),
      endTime: event.endTime.toISOString(),
      rule: event.rule ?? '',
      excluded: event.excluded.toSorted(),
    },
    isCancelled,
    doubt: doubtAbout(event, replacing),
    warnings: [...new Set([...warnings, ...replacing.flatMap((date) => date.warnings)])],
    completion: {},
  };
  return event.rule === undefined
    ? draft
    : withRule(draft, { ...event, rule: event.rule }, replacing, now);
}

/** A doubt about one date is one about its series. */
function doubtAbout({ doubt }: CalendarEvent, replacing: CalendarEvent[]): string | undefined {
  const date = replacing.find((each) => each.doubt && !each.isCancelled);
  return doubt ?? (date && `${formatDay(`${date.replaces}T12:00:00Z`)}: ${date.doubt}`);
}

const factsOf = ({
  title,
  description,
  location,
  onlineUrl,
  start,
  endTime,
}: CalendarEvent): Raw<Facts> => ({
  title,
  description,
  location,
  onlineUrl,
  startTime: start.moment.toISOString(),
  endTime: endTime.toISOString(),
});

/**
 * Adds how an event repeats; one that can't repeat so here stays a single event with the reason.
 */
function withRule(
  draft: RawDraft,
  event: CalendarEvent & { rule: string },
  replacing: CalendarEvent[],
  now: Date,
): RawDraft {
  const cancelled = replacing.flatMap(({ isCancelled, replaces = '' }) =>
    isCancelled ? [replaces] : [],
  );
  const excluded = new Set([...event.excluded, ...cancelled]);
  try {
    const first = wallTimeOf(event.start.moment);
    const { rrule, dates, warnings } = translateRule(event.rule, first, excluded, dateOf(now));
    const times = { startTime: event.start.moment, endTime: event.endTime };
    const next = occurrenceOn(dates[0] ?? first.date, times);
    const last = dates.at(-1) ?? first.date;
    return {
      ...draft,
      startTime: next.startTime.toISOString(),
      endTime: next.endTime.toISOString(),
      repeats: {
        rrule,
        dates: dates.length,
        exdates: [...excluded].filter((day) => day > next.date && day < last).toSorted(),
        moved: replacing.flatMap((each) => movedDate(each, draft, dates)),
      },
      warnings: [...draft.warnings, ...warnings, ...zoneWarning(event)],
    };
  } catch (error) {
    if (!(error instanceof UnknownRule)) throw error;
    return { ...draft, reason: `${error.message} Only its first date is here.` };
  }
}

const zoneWarning = ({ start: { zone } }: CalendarEvent): string[] =>
  zone && zone !== 'UTC'
    ? [`It repeats at a time in ${zone}. Here it keeps the time in London.`]
    : [];

/** Drops what the date has in common with its series, apart from the times. */
function movedDate(
  event: CalendarEvent,
  { title, description, location, onlineUrl }: RawDraft,
  dates: string[],
) {
  const { replaces: day, isCancelled } = event;
  if (day === undefined || isCancelled || !dates.includes(day)) return [];
  const facts = factsOf(event);
  return [
    {
      day,
      ...facts,
      title: facts.title || title,
      description: facts.description || description,
      location: facts.location || location,
      onlineUrl: facts.location ? facts.onlineUrl : onlineUrl,
    },
  ];
}
