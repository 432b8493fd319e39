import Papa from 'papaparse';

export type Cell = string | number | boolean | Date | object | null;

/**
 * A spreadsheet runs a cell that begins like this as a formula, even behind spaces and quotes
 * (OWASP, CSV Injection). An apostrophe before it keeps it text.
 */
const escapeFormulae = /^[\s'"]*[=+\-@＝＋－＠]|^[\t\r\n]/;

const csvText = (cell: Cell) =>
  typeof cell === 'object' && cell !== null && !(cell instanceof Date)
    ? JSON.stringify(cell)
    : cell;

/** Rows as comma-separated values (RFC 4180), safe to open in a spreadsheet. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.length === 0
    ? ''
    : `${Papa.unparse(
        rows.map((row) => row.map(csvText)),
        { escapeFormulae },
      )}\r\n`;

/** Excel reads a file as UTF-8 only if it begins with this. */
export const byteOrderMark = '\uFEFF';

/** A whole file of rows, or its beginning. */
export const csvFile = (rows: readonly (readonly Cell[])[]): string =>
  byteOrderMark + csvLines(rows);
