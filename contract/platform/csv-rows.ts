/** A row of a table, which takes several lines where its cells have line breaks. */
export interface CsvRow {
  /** Its first line in the file, from 1. */
  line: number;
  /** Trimmed, and without the quotation marks around them. */
  cells: string[];
}

export interface CsvRows {
  /** All of them, also empty ones. */
  rows: CsvRow[];
  /** About a first line that only names the delimiter, and quotation marks that count as text. */
  notes: LineNote[];
  /** The sign between cells. */
  delimiter: string;
}

/** A line of a list that is no entry, or a part of it, and why. */
export interface LineNote {
  line: number;
  reason: string;
}

export const isFilled = ({ cells }: CsvRow): boolean => cells.some((cell) => cell !== '');

export const emptyLine = (line: number): LineNote => ({ line, reason: 'This line is empty' });

const openQuote = (line: number): LineNote => ({
  line,
  reason: 'A quotation mark opens here and never closes, so we read it as text',
});

/**
 * Reads a table (RFC 4180) whose cells are between commas, semicolons, tabs or bars. A quotation
 * mark that isn't closed at the end of a cell is text, so that it takes no further line along.
 */
export function readCsv(text: string): CsvRows {
  const begin = text.startsWith('\uFEFF') ? 1 : 0;
  const [first = '', sign] = namedDelimiter.exec(text.slice(begin, begin + 20)) ?? [];
  const delimiter = delimiters.find((each) => each === sign);
  if (!delimiter)
    return readRows(text, begin, delimiterOf(text.slice(begin, begin + sampleLength)));
  const read = readRows(text, begin + first.length, delimiter, { line: 2 });
  return { ...read, notes: [{ line: 1, reason: namesDelimiter }, ...read.notes] };
}

/** Excel reads the delimiter there, and other programs write it. */
const namedDelimiter = /^"?sep=([,;\t|])"?(?:\r\n|\r|\n)/i;
const namesDelimiter = 'This line only says which sign stands between cells';

const endsOfCell = { ',': /[,\r\n]/g, ';': /[;\r\n]/g, '\t': /[\t\r\n]/g, '|': /[|\r\n]/g };
type Delimiter = keyof typeof endsOfCell;
const delimiters = Object.keys(endsOfCell) as Delimiter[];
const sampleLength = 64 * 1024;
const sampleRows = 20;

/** Finds what splits most rows into as many cells as the first of them. */
function delimiterOf(sample: string): Delimiter {
  const scores = delimiters.map((delimiter) => {
    const { rows } = readRows(sample, 0, delimiter, { most: sampleRows });
    const widths = rows.filter(({ cells }) => cells.length > 1).map(({ cells }) => cells.length);
    const alike = widths.filter((width) => width === widths[0]).length;
    return { delimiter, alike, width: widths[0] ?? 0 };
  });
  const [best] = scores.toSorted((a, b) => b.alike - a.alike || b.width - a.width);
  return best?.delimiter ?? ',';
}

function readRows(
  text: string,
  begin: number,
  delimiter: Delimiter,
  { most = Infinity, line = 1 } = {},
): CsvRows {
  const rows: CsvRow[] = [];
  const notes: LineNote[] = [];
  const endOfCell = endsOfCell[delimiter];
  let at = begin;
  let checkedLine = 0;
  while (at < text.length && rows.length < most) {
    const row: CsvRow = { line, cells: [] };
    let isLast = false;
    while (!isLast) {
      const quoted = quotedCell(text, at, delimiter);
      endOfCell.lastIndex = quoted?.end ?? at;
      const end = endOfCell.exec(text)?.index ?? text.length;
      const cell = quoted?.cell ?? text.slice(at, end);
      if (quoted) line += countBreaks(cell);
      else if (checkedLine < line && cell.trimStart().startsWith('"')) {
        checkedLine = line;
        if (hasOpenQuote(text, at)) notes.push(openQuote(line));
      }
      row.cells.push((quoted ? cell : withoutQuotes(cell)).trim());
      isLast = text[end] !== delimiter;
      at = end + (text.startsWith('\r\n', end) ? 2 : 1);
    }
    line += 1;
    rows.push(row);
  }
  return { rows, notes, delimiter };
}

/** Reads a cell in quotation marks, if nothing but blanks stand around them. */
function quotedCell(text: string, start: number, delimiter: string) {
  const open = skipBlanks(text, start);
  if (text[open] !== '"') return undefined;
  let close = text.indexOf('"', open + 1);
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  if (close === -1) return undefined;
  const end = skipBlanks(text, close + 1);
  const isEnd = end === text.length || [delimiter, '\r', '\n'].includes(text[end] ?? '');
  return isEnd ? { cell: text.slice(open + 1, close).replaceAll('""', '"'), end } : undefined;
}

function skipBlanks(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ') at += 1;
  return at;
}

const countBreaks = (cell: string) => cell.match(/\r\n|\r|\n/g)?.length ?? 0;

/** Tells whether the rest of a line has a quotation mark without another one. */
function hasOpenQuote(text: string, start: number): boolean {
  const [rest = ''] = text.slice(start).split(/[\r\n]/, 1);
  return (rest.match(/"/g)?.length ?? 0) % 2 === 1;
}

function withoutQuotes(cell: string): string {
  const trimmed = cell.trim();
  return trimmed.startsWith('"') ? trimmed.replace(/^"(.*)"$/, '$1') : trimmed;
}
