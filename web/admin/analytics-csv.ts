export type Cell = string | number | null;

/** A spreadsheet takes text that begins with one of these for a formula: an apostrophe before it keeps it text. */
const formula = /^\s*[=+\-@]|^[\t\r\n]/;

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function written(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  return quoted(formula.test(cell) ? `'${cell}` : cell);
}

/** Rows as comma-separated values (RFC 4180), safe to open in a spreadsheet. */
export const csvOf = (header: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [header, ...rows].map((row) => `${row.map(written).join(',')}\r\n`).join('');

/** Hands the browser a file to keep; the mark at its start tells spreadsheets that it is UTF-8. */
export function download(name: string, csv: string): void {
  const address = URL.createObjectURL(new Blob(['\ufeff', csv], { type: 'text/csv' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
