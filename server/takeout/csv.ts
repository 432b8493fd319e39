export type Cell = string | number | boolean | Date | object | null;

const lineEnd = '\r\n';

/** A spreadsheet runs a cell that begins like this as a formula, whoever wrote it. */
const formula = /^[=+\-@\t\r]/;

function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

function field(cell: Cell): string {
  const text = textOf(cell);
  const safe = typeof cell === 'string' && formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line of a CSV file (RFC 4180). */
export const csvLine = (cells: readonly Cell[]): string => cells.map(field).join(',') + lineEnd;
