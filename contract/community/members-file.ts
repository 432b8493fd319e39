import {
  emptyLine,
  isFilled,
  readCsv,
  type CsvRow,
  type LineNote,
} from '#contract/platform/csv-rows.ts';

export interface CountedMembers {
  members: number;
  /** Members with a date under 'Last Attended'. */
  attended: number;
  /** The headings of the file. */
  columns: string[];
  /** The lines that are no member's own. */
  skipped: LineNote[];
}

/**
 * Where Meetup's list of members has the day of the last visit, in any language:
 * Name, User ID, Title, Member ID, Location, Joined Group on, Last visited group on, Last Attended.
 * The questions of the group follow.
 */
const lastAttendedColumn = 7;
const userIdColumn = 1;

/** Meetup writes 'user 123', in any language, or the number alone. */
const userId = /^(\p{L}{1,20} )?\d+$/u;
const date = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/;
/** Meetup leaves a cell empty, or writes a date such as '10/24/2024' or '24.10.2024'. */
const dateOrNothing = /^(\d[\d./-]*)?$/;

/**
 * Counts the people in a list that Meetup exports: cells between tabs or commas, and headings in
 * the first line. Returns a sentence for anything else.
 */
export function countMembers(text: string): CountedMembers | string {
  const { rows, notes, delimiter } = readCsv(text);
  const heading = rows.find(isFilled);
  const lines = rows.filter((row) => row !== heading);
  const where = `Line ${heading?.line ?? 1}:`;
  if (!heading || heading.cells.length < 2) {
    return `${where} this is not a member list from Meetup, because it has only one column`;
  }
  const first = lines.find(isFilled);
  const form = first && formOfId(first);
  // The headings are in the answer, and a person's name or number must not be. Where members have
  // IDs, a date is a question of the group.
  const isPerson =
    formOfId(heading) !== undefined || (form === undefined && heading.cells.some(isDate));
  if (isPerson) return `${where} please choose a file with headings in its first line`;
  if (first && form === undefined && delimiter !== '\t') {
    return `${where} this is not a member list from Meetup, because it has no tabs and no user IDs`;
  }
  // Where members have IDs, a line without one has the rest of an answer.
  const isMember = (row: CsvRow) => (form === undefined ? isFilled(row) : formOfId(row) === form);
  const members = lines.filter(isMember);
  const others = lines.filter((row) => !isMember(row));
  const attended = attendedColumn(heading, members);
  return {
    members: members.length,
    attended: members.filter(({ cells }) => (cells[attended] ?? '') !== '').length,
    columns: heading.cells,
    skipped: [
      ...others.map((row) => (isFilled(row) ? restOfAnswer(row.line) : emptyLine(row.line))),
      ...notes,
    ].toSorted((one, other) => one.line - other.line),
  };
}

const restOfAnswer = (line: number) => ({ line, reason: 'This line goes on from the one before' });

const isDate = (cell: string) => date.test(cell);
/** The word before the number; undefined without an ID. */
function formOfId({ cells }: CsvRow): string | undefined {
  const found = userId.exec(cells[userIdColumn] ?? '');
  return found ? (found[1] ?? '') : undefined;
}

/** Finds 'Last Attended' by its name, or by its place in a file of another language; or -1. */
function attendedColumn({ cells }: CsvRow, people: CsvRow[]): number {
  const named = cells.findIndex((heading) => heading.toLowerCase() === 'last attended');
  const isThere = people.every((row) => dateOrNothing.test(row.cells[lastAttendedColumn] ?? ''));
  return named === -1 && isThere ? lastAttendedColumn : named;
}
