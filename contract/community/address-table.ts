import Papa from 'papaparse';
import { email } from '#contract/base/accounts.ts';

/** A table of people from elsewhere. */
export interface AddressTable {
  /** In their order, numbered from 0. */
  columns: {
    id: number;
    heading: string;
    /** The cells, by their lines from 1. */
    cells: { line: number; text: string }[];
  }[];
  /** The column that has most addresses; -1 without any. */
  guessed: number;
}

const isAddress = (cell: string) => email.safeParse(cell).success;
/** A table with more columns is none. */
const mostColumns = 100;

/** Reads a table (RFC 4180) by its columns. A first line without an address is a heading. */
export function readAddressTable(csv: string): AddressTable {
  const { data: rows } = Papa.parse<string[]>(csv.replace(/^\uFEFF/, '').trim());
  const width = rows.reduce((widest, { length }) => Math.max(widest, length), 0);
  const columns = Array.from({ length: Math.min(width, mostColumns) }, (_, id) => {
    const cells = rows.map((row, index) => ({ line: index + 1, text: row[id]?.trim() ?? '' }));
    const heading = cells[0]?.text ?? '';
    const hasHeading = !isAddress(heading);
    return {
      id,
      heading: hasHeading && heading !== '' ? heading : `Column ${id + 1}`,
      cells: (hasHeading ? cells.slice(1) : cells).filter(({ text }) => text !== ''),
    };
  });
  const counts = columns.map(({ cells }) => cells.filter(({ text }) => isAddress(text)).length);
  const most = Math.max(0, ...counts);
  return { columns, guessed: most === 0 ? -1 : counts.indexOf(most) };
}
