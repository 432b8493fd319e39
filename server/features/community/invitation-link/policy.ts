import type { MembersFileCount } from '#contract/community/invitation-link.ts';
import { invalid } from '#platform/refusal.ts';

/**
 * Where Meetup's list of members has the day of the last visit, in any language:
 * Name, User ID, Title, Member ID, Location, Joined Group on, Last visited group on, Last Attended.
 */
const lastAttendedColumn = 7;

/** Meetup leaves a cell empty, or writes a date such as '10/24/2024' or '24.10.2024'. */
const dateOrNothing = /^(\d[\d./-]*)?$/;

/**
 * Counts the people in a list that Meetup exports: text with tabs and headings in its first line.
 * @throws Refusal `invalid` for anything else
 */
export function countMembers(text: string): MembersFileCount {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const columns = cellsOf(lines[0] ?? '');
  if (columns.length < 2) {
    throw invalid({
      text: 'Line 1: this is not a member list from Meetup, because it has no tabs',
    });
  }
  // The headings are in the answer, and a person's name or number must not be.
  if (columns.some((heading) => heading === '' || /[\d@/]/.test(heading))) {
    throw invalid({ text: 'Line 1: please choose a file with headings in its first line' });
  }
  const rows = lines
    .slice(1)
    .map(cellsOf)
    .filter((cells) => cells.some((cell) => cell !== ''));
  const attended = attendedColumn(columns, rows);
  return {
    members: rows.length,
    attended: rows.filter((cells) => attended !== -1 && (cells[attended] ?? '') !== '').length,
    columns,
  };
}

const cellsOf = (line: string): string[] =>
  line.split('\t').map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  );

/** Finds 'Last Attended' by its name, or by its place in a file of another language; or -1. */
function attendedColumn(columns: string[], rows: string[][]): number {
  const named = columns.findIndex((heading) => heading.toLowerCase() === 'last attended');
  const isThere = rows.every((cells) => dateOrNothing.test(cells[lastAttendedColumn] ?? ''));
  return named === -1 && isThere ? lastAttendedColumn : named;
}
