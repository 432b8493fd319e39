/** The most events of a calendar file. */
export const mostEvents = 1_000;

/** A property of an event, unfolded (RFC 5545, section 3.1). */
export interface Line {
  /** Where it begins in the file, from 1. */
  number: number;
  /** In capitals: 'DTSTART'. */
  name: string;
  text: string;
}

export interface EventLines {
  /** The number of its line BEGIN:VEVENT. */
  number: number;
  lines: Line[];
  warnings: string[];
}

/** A file that is no calendar, or a faulty event; the sentence fits to be shown. */
export class CalendarError extends Error {}

export const atLine = (number: number, sentence: string) =>
  new CalendarError(`Line ${number}: ${sentence}`);

/** Bare carriage returns end lines in old files. */
const lineEnd = /\r\n|\r|\n/;
const name = /^([A-Za-z][A-Za-z0-9-]{0,60})(?:[A-Z-]+=)?[;:]/;

/**
 * Finds the events of a calendar (RFC 5545, section 3.6.1). What stands around them, such as time
 * zones, and what they contain, such as alarms, is left out.
 * @throws CalendarError with the line, for a file that is no calendar or has too many events
 */
export function eventsIn(text: string): EventLines[] {
  const lines = text.replace(/^\uFEFF/, '').split(lineEnd);
  const first = lines.findIndex((line) => line.trim() !== '');
  if (!/^BEGIN:VCALENDAR\s*$/i.test(lines[first] ?? '')) {
    throw atLine(Math.max(first, 0) + 1, 'a calendar file begins with BEGIN:VCALENDAR');
  }
  const found: EventLines[] = [];
  let current: EventLines | undefined;
  /** What the event contains: alarms and the like, outermost first. */
  const inner: string[] = [];
  for (const [index, line] of lines.entries()) {
    const number = index + 1;
    const mark = /^(BEGIN|END):([A-Za-z-]{1,40})\s*$/i.exec(line);
    const kind = mark?.[2]?.toUpperCase() ?? '';
    const begins = mark?.[1]?.toUpperCase() === 'BEGIN';
    if (!current) {
      if (begins && kind === 'VEVENT') current = { number, lines: [], warnings: [] };
    } else if (begins && kind === 'VEVENT') {
      throw atLine(current.number, 'this event has no end (END:VEVENT)');
    } else if (begins) {
      inner.push(kind);
    } else if (mark && kind === 'VEVENT') {
      found.push(current);
      current = undefined;
      inner.length = 0;
      if (found.length > mostEvents) {
        throw atLine(number, `a file has at most ${mostEvents.toLocaleString('en-GB')} events`);
      }
    } else if (mark) {
      inner.pop();
    } else if (inner.length === 0) {
      addLine(current, line, number);
    }
  }
  if (current) throw atLine(current.number, 'this event has no end (END:VEVENT)');
  return found;
}

function addLine({ lines, warnings }: EventLines, text: string, number: number): void {
  const last = lines.at(-1);
  if (/^[ \t]/.test(text) && last) {
    last.text += text.slice(1);
    return;
  }
  const found = name.exec(text)?.[1];
  if (found) lines.push({ number, name: found.toUpperCase(), text });
  else if (text.trim() !== '') warnings.push(`Line ${number} is not understood and was left out.`);
}
