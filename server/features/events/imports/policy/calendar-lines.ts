/** A property of an event, unfolded (RFC 5545, section 3.1). */
export interface Line {
  /** Where it begins in the file, from 1. */
  number: number;
  /** In capitals: 'DTSTART'. */
  name: string;
  text: string;
  /** In quoted-printable, and goes on in the next line. */
  isOpen?: boolean;
  /** Its text has lines that no blank begins. */
  isBroken?: boolean;
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

/** A file without any calendar. */
export class NoCalendar extends CalendarError {}

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
  /** The calendar has it once for all of its events. */
  let method: Line | undefined;
  /** How many components, such as alarms, are open in the event. */
  let depth = 0;
  for (const [index, line] of lines.entries()) {
    const number = index + 1;
    const { begins, ends } = markIn(line);
    if (begins === 'VEVENT') {
      if (current) found.push({ ...current, isUnfinished: true });
      current = { number, lines: method ? [method] : [], warnings: [] };
      depth = 0;
    } else if (ends === 'VEVENT') {
      if (current) found.push(current);
      current = undefined;
    } else if (begins) depth += 1;
    else if (ends) depth = Math.max(0, depth - 1);
    else if (current && depth === 0) addLine(current, line, number);
    else if (!current && /^METHOD:/i.test(line)) method = { number, name: 'METHOD', text: line };
    if (begins === 'VCALENDAR') method = undefined;
  }
  if (current) found.push({ ...current, isUnfinished: true });
  return found;
}

/** Programs write their own complaints before a calendar, and people paste it from an email. */
function requireCalendar(lines: string[]): void {
  if (lines.some((line) => markIn(line.trimStart()).begins === 'VCALENDAR')) return;
  const first = Math.max(
    lines.findIndex((line) => line.trim() !== ''),
    0,
  );
  throw new NoCalendar(`Line ${first + 1}: a calendar file begins with BEGIN:VCALENDAR`);
}

const indented = /^([ \t\u00A0>]+)BEGIN:VCALENDAR\s*$/im;

/** Takes away the blanks or signs before every line of a calendar that was pasted or quoted. */
export function withoutIndent(text: string): string {
  const found = indented.exec(text);
  if (!found) return text;
  const { 1: indent = '', index } = found;
  const lines = text.slice(index).split(lineEnd);
  if (lines.some((line) => !line.startsWith(indent) && !/^[\s>]*$/.test(line))) return text;
  return text.slice(0, index) + lines.map((line) => line.slice(indent.length)).join('\n');
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

/** Properties whose text some programs break without a blank before its other lines. */
const texts = new Set(['COMMENT', 'DESCRIPTION', 'LOCATION']);
/** 'Tickets: £5' is a text: names are in capitals, or one of these. */
const namePattern =
  /^(?:X-.*|attach|class|comment|conference|description|dt(?:end|stamp|start)|duration|ex(?:date|rule)|last-modified|location|r(?:date|rule)|recurrence-id|sequence|status|summary|uid|url)$/i;

function addLine({ lines, warnings }: EventLines, text: string, number: number): void {
  const last = lines.at(-1);
  if (last && (last.isOpen || /^[ \t]/.test(text))) {
    last.text += last.isOpen ? `\n${text}` : text.slice(1);
    last.isOpen &&= text.endsWith('=');
    return;
  }
  const name = propertyName.exec(text)?.[1];
  const isOpen = isQuotedPrintable(text) && text.endsWith('=');
  const isInText = last && texts.has(last.name);
  const isName = name !== undefined && (!isInText || isNameOf(name));
  if (isName) lines.push({ number, name: name.toUpperCase(), text, isOpen });
  else if (text.trim() === '') return;
  else if (!isInText) warnings.push(`Line ${number} is not understood and was left out.`);
  else {
    if (!last.isBroken) warnings.push(`Line ${number} ${partOfText}`);
    last.text += `\n${text}`;
    last.isBroken = true;
  }
}

const partOfText = 'has no name and no blank before it. It is read as part of the text before it.';

const isNameOf = (name: string): boolean => name === name.toUpperCase() || namePattern.test(name);
