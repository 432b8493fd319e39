/** A property of an event, unfolded (RFC 5545, section 3.1). */
export interface Line {
  /** Where it begins in the file, from 1. */
  number: number;
  /** In capitals: 'DTSTART'. */
  name: string;
  text: string;
  /** In quoted-printable, and goes on in the next line. */
  isOpen?: boolean;
}

export interface EventLines {
  /** The number of its line BEGIN:VEVENT. */
  number: number;
  lines: Line[];
  warnings: string[];
  /** The file goes on with something else, or ends, before it does. */
  isUnfinished?: boolean;
}

/** The properties of an event by their names. */
export interface Properties {
  first: (name: string) => Line | undefined;
  all: (name: string) => Line[];
  lines: readonly Line[];
}

export function propertiesOf({ lines }: EventLines): Properties {
  const byName = Map.groupBy(lines, ({ name }) => name);
  const all = (name: string) => byName.get(name) ?? [];
  return { all, first: (name) => all(name)[0], lines };
}

/** A file that is no calendar, or a faulty event; the sentence fits to be shown. */
export class CalendarError extends Error {}

export const atLine = (number: number, sentence: string) =>
  new CalendarError(`Line ${number}: ${sentence}`);

/** Bare carriage returns end lines in old files. */
const lineEnd = /\r\n|\r|\n/;
const propertyName = /^([A-Za-z][A-Za-z0-9-]{0,60})[;:]/;

/**
 * Finds the events of a calendar (RFC 5545, section 3.6.1), without the time zones around them and
 * the alarms in them.
 * @throws CalendarError with the line, for a file that is no calendar
 */
export function eventsIn(text: string): EventLines[] {
  const lines = text.split(lineEnd);
  requireCalendar(lines);
  const found: EventLines[] = [];
  let current: EventLines | undefined;
  /** How many components, such as alarms, are open in the event. */
  let depth = 0;
  for (const [index, line] of lines.entries()) {
    const number = index + 1;
    const { begins, ends } = markIn(line);
    if (begins === 'VEVENT') {
      if (current) found.push({ ...current, isUnfinished: true });
      current = { number, lines: [], warnings: [] };
      depth = 0;
    } else if (ends === 'VEVENT') {
      if (current) found.push(current);
      current = undefined;
    } else if (begins) depth += 1;
    else if (ends) depth = Math.max(0, depth - 1);
    else if (current && depth === 0) addLine(current, line, number);
  }
  if (current) found.push({ ...current, isUnfinished: true });
  return found;
}

function requireCalendar(lines: string[]): void {
  const first = Math.max(
    lines.findIndex((line) => line.trim() !== ''),
    0,
  );
  // Blanks and a byte order mark before it are nothing.
  if (markIn((lines[first] ?? '').trimStart()).begins !== 'VCALENDAR') {
    throw atLine(first + 1, 'a calendar file begins with BEGIN:VCALENDAR');
  }
}

/** The component that a line begins or ends, in capitals. */
function markIn(line: string): { begins?: string; ends?: string } {
  const [, verb, name = ''] = /^(BEGIN|END):([A-Za-z-]{1,40})\s*$/i.exec(line) ?? [];
  if (verb === undefined) return {};
  return verb.toUpperCase() === 'BEGIN'
    ? { begins: name.toUpperCase() }
    : { ends: name.toUpperCase() };
}

/** An encoding of vCalendar 1.0; its lines go on after an equals sign. */
export const isQuotedPrintable = (property: string): boolean =>
  /^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE\b/i.test(property);

function addLine({ lines, warnings }: EventLines, text: string, number: number): void {
  const last = lines.at(-1);
  if (last && (last.isOpen || /^[ \t]/.test(text))) {
    last.text += last.isOpen ? `\n${text}` : text.slice(1);
    last.isOpen &&= text.endsWith('=');
    return;
  }
  const found = propertyName.exec(text)?.[1];
  const isOpen = isQuotedPrintable(text) && text.endsWith('=');
  if (found) lines.push({ number, name: found.toUpperCase(), text, isOpen });
  else if (text.trim() !== '') warnings.push(`Line ${number} is not understood and was left out.`);
}
