import { createHash } from 'node:crypto';
import ICAL from 'ical.js';
import { type Raw, cleanText } from '#contract/platform/clean-text.ts';
import { hour, minute, second } from '#contract/platform/durations.ts';
import { daysAfter } from '#contract/platform/days.ts';
import { momentOf } from '#contract/platform/london-time.ts';
import type { RefusedEvent } from '#platform/calendar/drafts.ts';
import { detailsOf, type Details } from './calendar-details.ts';
import {
  atLine,
  CalendarError,
  propertiesOf,
  type EventLines,
  type Line,
  type Properties,
} from './calendar-lines.ts';
import { plainLine, textOf } from './calendar-text.ts';
import { readProperty, timesIn, type CalendarTime } from './calendar-times.ts';

/** An event as a calendar has it. */
export interface CalendarEvent extends Details {
  uid: string;
  line: number;
  start: CalendarTime;
  endTime: Date;
  /** RFC 5545; undefined for a single event. */
  rule: string | undefined;
  /** Days in London without a date. */
  excluded: string[];
  /** The day of its series whose date it replaces. */
  replaces: string | undefined;
  warnings: string[];
}

const longestUid = 200;
const usualLength = 2 * hour;
const longestTitle = 200;

/** Reads an event, or tells why it can't be read. */
export function readEvent(block: EventLines): CalendarEvent | Raw<RefusedEvent> {
  const properties = propertiesOf(block);
  try {
    return eventFrom(properties, block);
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    const title = cleanText(plainLine(textOf(properties.first('SUMMARY')), ' '), longestTitle);
    return { uid: uidOf(properties), line: block.number, title, reason: error.message };
  }
}

function eventFrom(properties: Properties, { number, warnings: earlier }: EventLines) {
  const { first, all } = properties;
  const warnings = earlier.slice(0, 3);
  const startLine = first('DTSTART');
  const [start] = startLine ? timesIn(startLine) : [];
  if (!start) throw atLine(number, 'this event has no beginning (DTSTART)');
  if (start.warning) warnings.push(start.warning);
  if (all('RDATE').length > 0) warnings.push('Its extra dates (RDATE) were left out.');
  const replaced = first('RECURRENCE-ID');
  return {
    uid: uidOf(properties),
    line: number,
    ...detailsOf(properties, number, warnings),
    start,
    endTime: endOf(properties, start, warnings),
    rule: first('RRULE')?.text.replace(/^[^:]*:/, ''),
    excluded: all('EXDATE').flatMap((line) => timesIn(line).map(({ day }) => day)),
    replaces: replaced && timesIn(replaced)[0]?.day,
    warnings,
  };
}

/**
 * A day's end is exclusive (RFC 5545, section 3.6.1): here the last day is over a minute before.
 */
function endOf({ first }: Properties, start: CalendarTime, warnings: string[]): Date {
  const [endLine, lengthLine] = [first('DTEND'), first('DURATION')];
  if (start.isWholeDay) {
    warnings.push('It lasts all day. Please set its times if it doesn’t.');
    const day = endLine ? (timesIn(endLine)[0]?.day ?? start.day) : daysAfter(start.day, 1);
    const last = day > start.day ? daysAfter(day, -1) : start.day;
    return momentOf({ date: last, time: 24 * hour - minute }).moment;
  }
  const end = endLine ? timesIn(endLine)[0]?.moment : afterStart(start, lengthLine);
  if (end && end > start.moment) return end;
  warnings.push('It has no end, so it lasts two hours.');
  return new Date(start.moment.getTime() + usualLength);
}

function afterStart({ moment }: CalendarTime, line: Line | undefined): Date | undefined {
  if (!line) return undefined;
  const [value] = readProperty(line).values;
  const seconds = ICAL.Duration.fromString(String(value)).toSeconds();
  return new Date(moment.getTime() + Math.min(seconds, 365 * 24 * 3_600) * second);
}

/** A calendar without UIDs gets them by titles and times, so that the same file has the same. */
function uidOf({ first }: Properties): string {
  const sent = rawText(first('UID'));
  if (sent !== '' && sent.length <= longestUid) return sent;
  const about = sent || `${rawText(first('SUMMARY'))} ${rawText(first('DTSTART'))}`;
  return `no-uid-${createHash('sha256').update(about).digest('hex').slice(0, 16)}`;
}

/** The text of a line after its name, as it stands. */
const rawText = (line: Line | undefined): string =>
  (line?.text ?? '').replace(/^[^:]*:/, '').trim();
