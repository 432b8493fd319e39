import { isDeepStrictEqual } from 'node:util';
import type { Membership } from '#contract/community/membership.ts';
import { pickFields, untimedFields, type EventTime } from '#contract/events/event-fields.ts';
import { maxInFile, type ExportedGroup } from '#contract/events/group-file.ts';
import { writePattern } from '#contract/events/series/recurrence.ts';
import { allFacts, type AccessChanges } from '#contract/events/venue/access-facts.ts';
import { isOwner } from '#features/community/groups/policy.ts';
import { groupVisible, type GroupFacts } from '#features/community/membership/policy.ts';
import type { StoredRule } from '#features/events/series/policy/new-rule.ts';
import {
  occurrenceOn,
  occurrencesOf,
  timesOn,
} from '#features/events/series/policy/occurrences.ts';
import { readRule } from '#features/events/series/policy/rrule.ts';
import { datesOf } from '#features/events/series/policy/rule-dates.ts';
import { notFound, Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';

export function exportGroupRefusal(
  viewer: Viewer,
  group: GroupFacts,
  membership: Membership | null,
): Refusal | null {
  if (!groupVisible(viewer, group, membership)) return notFound('Group');
  return isOwner(viewer, group)
    ? null
    : new Refusal('forbidden', 'Only the person who started this group can download it');
}

type WrittenEvents = Pick<ExportedGroup, 'events' | 'series'>;

/** An event as it is stored. */
interface FileRow extends Omit<WrittenEvents['events'][number], EventTime | 'access' | 'status'> {
  id: number;
  startTime: Date;
  endTime: Date;
  rsvpClosesAt: Date | null;
  access: AccessChanges;
  status: 'scheduled' | 'cancelled' | 'hidden';
  seriesId: number | null;
  seriesDate: string | null;
  seriesEdited: boolean;
}

/** A file has no pictures. */
const writtenNames = untimedFields.filter((field) => field !== 'imageUrl');

/** The fields of an event in the file. */
const writtenFields = (row: FileRow) => ({
  ...pickFields(row, writtenNames),
  access: allFacts(row.access),
});

const writtenTimes = ({ startTime, endTime, rsvpClosesAt }: FileRow) => ({
  startTime: startTime.toISOString(),
  endTime: endTime.toISOString(),
  rsvpClosesAt: rsvpClosesAt?.toISOString() ?? null,
});

const writeEvent = (row: FileRow) => ({ ...writtenFields(row), ...writtenTimes(row) });

/**
 * Writes a group's events, the earliest first. The dates of a series that are alike are written
 * once, with a rule; a date that was changed by hand, or that the rule doesn't name, is an event of
 * its own.
 */
export function writeEvents(unordered: FileRow[], rules: Map<number, StoredRule>): WrittenEvents {
  const rows = unordered.toSorted(byStart);
  const bySeries = Map.groupBy(rows, ({ seriesId }) => seriesId);
  const series = [...rules].toReversed().flatMap(([id, rule]) => {
    const same = findLikeDates(rule, bySeries.get(id) ?? []);
    return same.dates.length > 1 ? [same] : [];
  });
  const together = new Set(series.flatMap(({ dates }) => dates));
  const apart = rows.filter((row) => !together.has(row));
  const changed = apart.filter(({ seriesId }) => seriesId !== null);
  const leftOut = new Set(changed.slice(0, -maxInFile.changedDates));
  return {
    events: apart
      .filter((row) => !leftOut.has(row))
      .map((row) => ({
        ...writeEvent(row),
        status: row.status === 'cancelled' ? 'cancelled' : 'scheduled',
        attendeeCount: row.attendeeCount,
      })),
    series: series.map(writeSeries),
  };
}

const byStart = (one: FileRow, other: FileRow): number =>
  one.startTime.getTime() - other.startTime.getTime() || one.id - other.id;

interface SeriesPart {
  rule: StoredRule;
  /** In order. */
  dates: FileRow[];
}

/** Finds the dates that one form would make. */
function findLikeDates(rule: StoredRule, rows: FileRow[]): SeriesPart {
  const named = new Set(daysNamed(rule));
  const model = rows.findLast((row) => row.status === 'scheduled' && !row.seriesEdited);
  if (!model) return { rule, dates: [] };
  const fields = writtenFields(model);
  const dates = rows.filter(
    (row) =>
      row.status === 'scheduled' &&
      named.has(row.seriesDate ?? '') &&
      isDeepStrictEqual(writtenFields(row), fields) &&
      isSameTime(row, model),
  );
  const [first] = dates;
  return { rule, dates: first ? dates.filter((row) => isSameTime(row, first)) : [] };
}

const daysNamed = ({ rrule, firstDate }: StoredRule): string[] =>
  datesOf(readRule(rrule, firstDate), { date: firstDate, time: 0 }).dates;

function isSameTime(row: FileRow, model: FileRow): boolean {
  const { startTime, endTime, rsvpClosesAt, seriesDate } = row;
  if (seriesDate === null) return false;
  const made = timesOn(occurrenceOn(seriesDate, model), model);
  return isDeepStrictEqual(made, { seriesDate, startTime, endTime, rsvpClosesAt });
}

/** Writes the rule from the first date to the last: COUNT would count from another first date. */
function writeSeries({ rule, dates }: SeriesPart): WrittenEvents['series'][number] {
  const [first, last] = [dates[0], dates.at(-1)];
  if (!first?.seriesDate || !last?.seriesDate) throw new Error('a series has no date');
  const pattern = writePattern(readRule(rule.rrule, rule.firstDate));
  const rrule = `${pattern};UNTIL=${last.seriesDate.replaceAll('-', '')}`;
  const kept = new Set(dates.map(({ seriesDate }) => seriesDate));
  const { dates: all } = occurrencesOf({ ...first, rrule, exdates: [] });
  return {
    ...writeEvent(first),
    rrule,
    exdates: all.map(({ date }) => date).filter((day) => !kept.has(day)),
    attendeeCount: dates.reduce((sum, row) => sum + row.attendeeCount, 0),
  };
}
