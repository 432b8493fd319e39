import { createHash } from 'node:crypto';
import { type Raw, cleanText } from '#contract/platform/clean-text.ts';
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
import { endOf, extraDates, leftOutDates, startOf, type Extra } from './event-times.ts';
import {
  clockChangeText,
  timeIn,
  type CalendarTime,
  type CalendarZones,
} from './calendar-times.ts';

/** An event as a calendar has it. */
export interface CalendarEvent extends Details {
  uid: string;
  line: number;
  start: CalendarTime;
  /** Undefined if the calendar has none after the beginning. */
  endTime: Date | undefined;
  /** RFC 5545; undefined for a single event. */
  rule: string | undefined;
  /** Dates that don't take place. */
  excluded: CalendarTime[];
  /** Dates besides those of the rule. */
  extra: Extra[];
  /** The date of its series that it replaces, and whether it replaces all later ones, too. */
  replaces: { date: CalendarTime; isRange: boolean } | undefined;
  /** Its number, and when it was written: the highest counts. */
  version: number[];
  warnings: string[];
}

const longestUid = 200;
const longestTitle = 200;

/** Reads an event, or tells why it can't be read. */
export function readEvent(
  block: EventLines,
  zones: CalendarZones,
): CalendarEvent | Raw<RefusedEvent> {
  const properties = propertiesOf(block);
  try {
    return eventFrom(properties, block, zones);
  } catch (error) {
    const { message: reason } =
      error instanceof CalendarError ? error : atLine(block.number, 'this event can’t be read');
    const title = cleanText(plainLine(textOf(properties.first('SUMMARY')), ' '), longestTitle);
    return { uid: uidOf(properties), line: block.number, title, reason };
  }
}

function eventFrom(
  properties: Properties,
  { number, warnings: earlier, isUnfinished }: EventLines,
  zones: CalendarZones,
): CalendarEvent {
  const { first } = properties;
  if (isUnfinished) throw atLine(number, 'this event has no end (END:VEVENT)');
  const warnings = earlier.slice(0, 3);
  if (earlier.length > 3) warnings.push(`${earlier.length - 3} more lines are not understood.`);
  const start = startOf(properties, zones);
  if (!start) throw atLine(number, 'this event has no beginning (DTSTART)');
  if (start.warning) warnings.push(start.warning);
  const oddStart = clockChangeText(start, 'starts');
  if (oddStart) warnings.push(oddStart);
  warnings.push(...unusedText(properties));
  const replaced = first('RECURRENCE-ID');
  return {
    uid: uidOf(properties),
    line: number,
    ...detailsOf(properties, number, warnings),
    start,
    endTime: endOf(properties, start, zones, warnings),
    rule: rawText(first('RRULE')) || undefined,
    excluded: leftOutDates(properties, zones, warnings),
    extra: extraDates(properties, zones, warnings),
    replaces: replaced && {
      date: timeIn(replaced, zones),
      isRange: /;RANGE="?THISANDFUTURE"?[;:]/i.test(replaced.text),
    },
    version: ['SEQUENCE', 'DTSTAMP', 'LAST-MODIFIED'].map((name) => numberIn(first(name))),
    warnings,
  };
}

/** Says what an event has besides what it can have (RFC 5545, section 3.6.1). */
function unusedText({ first, all }: Properties): string[] {
  const second = ['DTSTART', 'DTEND', 'DURATION', 'SUMMARY', 'LOCATION'].flatMap((name) => {
    const [used, ...others] = all(name);
    const other = others.find(({ text }) => text !== used?.text);
    return other ? [`Line ${other.number}: a second ${name} was left out.`] : [];
  });
  const lengthLine = first('DTEND') && first('DURATION');
  return [
    ...second,
    ...(lengthLine
      ? [`Line ${lengthLine.number}: DURATION was left out, since it has DTEND.`]
      : []),
    ...(all('RRULE').length > 1
      ? ['It has a second rule (RRULE). The dates of that one were left out.']
      : []),
    ...(first('RRULE') && first('RECURRENCE-ID')
      ? ['It is one date of a series and has a rule of its own (RRULE), which was left out.']
      : []),
    ...(/;RANGE="?THISANDPRIOR\b/i.test(first('RECURRENCE-ID')?.text ?? '')
      ? ['It changes all dates before it, too (THISANDPRIOR). Here it changes its own date alone.']
      : []),
    ...(first('EXRULE')
      ? ['It has a rule for dates that are left out (EXRULE), which can’t be read here.']
      : []),
  ];
}

/** The digits of a number or of a moment in UTC. */
const numberIn = (line: Line | undefined): number =>
  Number(/^\d{1,15}/.exec(rawText(line).replaceAll(/[TZ:-]/gi, ''))?.[0] ?? 0);

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
