import Papa from 'papaparse';
import { z } from 'zod';

/** A table of people from elsewhere. */
export interface AddressTable {
  /** In their order, numbered from 0. */
  columns: {
    id: number;
    heading: string;
    /** The cells with a text, by their lines from 1. */
    cells: { line: number; text: string }[];
    /** The lines that have a text in other columns alone. */
    empty: number[];
  }[];
  /** The column that has most addresses; -1 without any. */
  guessed: number;
}

/** Without the schema, which makes an error of each cell that is no address: a table has many. */
const isAddress = (cell: string) => cell.length <= 254 && z.regexes.email.test(cell);
/** A table with more columns is none. */
const mostColumns = 100;

/** Reads a table (RFC 4180) by its columns. A first line without an address is a heading. */
export function readAddressTable(csv: string): AddressTable {
  const rows = readRows(csv.replace(/^\uFEFF/, ''));
  const width = rows.reduce((widest, { texts }) => Math.max(widest, texts.length), 0);
  const columns = Array.from({ length: Math.min(width, mostColumns) }, (_, id) => {
    const heading = rows[0]?.texts[id] ?? '';
    const hasHeading = !isAddress(heading);
    const people = hasHeading ? rows.slice(1) : rows;
    const textOf = ({ texts }: Row) => texts[id] ?? '';
    return {
      id,
      heading: hasHeading && heading !== '' ? heading : `Column ${id + 1}`,
      cells: people
        .filter((row) => textOf(row) !== '')
        .map((row) => ({ line: row.line, text: textOf(row) })),
      empty: people.filter((row) => textOf(row) === '').map(({ line }) => line),
    };
  });
  const counts = columns.map(({ cells }) => cells.filter(({ text }) => isAddress(text)).length);
  const most = Math.max(0, ...counts);
  return { columns, guessed: most === 0 ? -1 : counts.indexOf(most) };
}

interface Row {
  line: number;
  texts: string[];
}

/** Reads all rows that have a text. */
function readRows(csv: string): Row[] {
  const quoted = Papa.parse<string[]>(csv);
  // A quote that never ends would take all lines after it into one cell.
  const isWhole = quoted.errors.every(({ type }) => type !== 'Quotes');
  const rows = isWhole ? quoted.data : Papa.parse<string[]>(csv, { quoteChar: '\0' }).data;
  let next = 1;
  const numbered = rows.map((cells) => {
    const line = next;
    next += 1 + cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g) ?? []).length, 0);
    return { line, texts: cells.map((cell) => (isWhole ? cell : removeQuotes(cell)).trim()) };
  });
  return numbered.filter(({ texts }) => texts.some((text) => text !== ''));
}

const removeQuotes = (cell: string) => cell.trim().replace(/^"(.*)"$/, '$1');
