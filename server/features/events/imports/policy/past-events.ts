import { mostImported } from '#contract/events/imports.ts';
import { day } from '#contract/platform/durations.ts';

/** An event of a calendar as it stands in the file. */
interface Block {
  from: number;
  to: number;
  uid: string;
  /** A date of a series that has another entry. */
  isChange: boolean;
  /** Its last day, as digits; undefined unless its lines plainly name one. */
  lastDay: string | undefined;
}

interface Shortened {
  text: string;
  /** How many events are left out, and the line of the first one. */
  leftOut: number;
  line: number;
}

/**
 * Leaves out of a calendar with many events those that are plainly over, in favour of those to come
 * and of those that were last: reading an event takes a hundred times as long as this. Entries of
 * one UID stay together, since a date of a series may have been moved out of the past. The others
 * keep their lines.
 */
export function withoutPast(text: string, now: Date): Shortened {
  const blocks = blocksIn(text);
  const whole = { text, leftOut: 0, line: 1 };
  if (blocks.length <= mostImported) return whole;
  const today = new Date(now.getTime() - 2 * day).toISOString().slice(0, 10).replaceAll('-', '');
  const events = [...Map.groupBy(blocks, ({ uid }) => uid).values()];
  const [over, others] = [events.filter(isOver), events.filter((event) => !isOver(event))];
  const room = Math.max(0, mostImported - countOf(others));
  const latest = over.toSorted((one, other) => (lastDayOf(one) < lastDayOf(other) ? 1 : -1));
  const left: Block[][] = [];
  let kept = 0;
  for (const event of latest) {
    kept += countOf([event]);
    if (kept > room) left.push(event);
  }
  const [first] = left
    .flat()
    .map(({ from }) => from)
    .toSorted((one, other) => one - other);
  if (first === undefined) return whole;
  const line = text.slice(0, first).split(lineEnd).length;
  return { text: without(text, left.flat()), leftOut: countOf(left), line };

  function isOver(event: Block[]): boolean {
    return event.every(({ lastDay }) => lastDay !== undefined && lastDay < today);
  }
}

const later = (one: string, other = ''): string => (one > other ? one : other);

const lastDayOf = (event: Block[]): string =>
  event.reduce((last, { lastDay }) => later(last, lastDay), '');

/** Counts events: changed dates belong to their series. */
const countOf = (events: Block[][]): number =>
  events.reduce(
    (sum, event) => sum + Math.max(1, event.filter(({ isChange }) => !isChange).length),
    0,
  );

const lineEnd = /\r\n|\r|\n/;
const mark = /^(BEGIN|END):VEVENT[ \t]*$/gim;

/** Finds the events; none in a file whose marks don't match, since they may be any. */
function blocksIn(text: string): Block[] {
  const blocks: Block[] = [];
  let from: number | undefined;
  for (const { 0: found, 1: verb = '', index } of text.matchAll(mark)) {
    const begins = verb.toUpperCase() === 'BEGIN';
    if (begins !== (from === undefined)) return [];
    if (from !== undefined) {
      const to = index + found.length;
      blocks.push({ from, to, ...factsIn(text.slice(from, to), `without ${from}`) });
    }
    from = begins ? index : undefined;
  }
  return from === undefined ? blocks : [];
}

const property = /^(UID|DTSTART|DTEND|DURATION|RRULE|RDATE|RECURRENCE-ID)[;:]/i;
const lastDate = /(\d{4})-?(\d\d)-?(\d\d)(?:T[\d:]{4,8}Z?)?\s*$/;
const endOfRule = /\bUNTIL=(\d{8})/i;

/** Reads the lines of an event that say when it is, without those of its alarms. */
function factsIn(block: string, noUid: string): Omit<Block, 'from' | 'to'> {
  const days: (string | undefined)[] = [];
  let [uid, isChange, depth] = [noUid, false, 0];
  for (const line of block.split(lineEnd)) {
    if (/^BEGIN:/i.test(line)) depth += 1;
    if (/^END:/i.test(line)) depth -= 1;
    const name = depth === 1 ? property.exec(line)?.[1]?.toUpperCase() : undefined;
    if (name === 'UID') uid = line;
    else if (name === 'RECURRENCE-ID') isChange = true;
    else if (name === 'RRULE') days.push(endOfRule.exec(line)?.[1]);
    else if (name === 'DTSTART' || name === 'DTEND') days.push(dateIn(line));
    // A length or an extra date takes more than a look.
    else if (name) days.push(undefined);
  }
  const isPlain = days.length > 0 && !days.includes(undefined);
  return { uid, isChange, lastDay: isPlain ? days.reduce<string>(later, '') : undefined };
}

const dateIn = (line: string): string | undefined => lastDate.exec(line)?.slice(1, 4).join('');

/** Blanks out events, line by line. */
function without(text: string, blocks: Block[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to } of blocks.toSorted((one, other) => one.from - other.from)) {
    parts.push(text.slice(at, from), text.slice(from, to).replaceAll(/[^\r\n]+/g, ''));
    at = to;
  }
  return [...parts, text.slice(at)].join('');
}
