import {
  emptyLine,
  isFilled,
  readCsv,
  type CsvRow,
  type LineNote,
} from '#contract/platform/csv-rows.ts';
import { isEmail, tidyEmail } from '#contract/platform/email-address.ts';

/** The addresses of a list, and a note for everything else in it. */
export interface Addresses {
  /** Each once, in lower case, by its line from 1. */
  accepted: { line: number; email: string }[];
  refused: LineNote[];
  skipped: LineNote[];
}

/** A list of people from elsewhere: a table with headings, or addresses in any cell of a line. */
export interface AddressTable {
  /** None where any cell may have addresses. */
  columns: { id: number; heading: string }[];
  /** The column that has most addresses. */
  guessed: number;
  hasAddresses: boolean;
  /** The line that counts as headings. */
  heading: CsvRow | undefined;
  /** All others, also empty ones. */
  rows: CsvRow[];
  notes: LineNote[];
}

/** A table with more columns is none. */
const maxColumns = 100;

/** Reads a file of people, or what somebody pasted. A first line without an address is a heading. */
export function readAddressTable(text: string): AddressTable {
  const { rows, notes } = readCsv(text);
  const first = rows.find(isFilled);
  const heading = first?.cells.some(isMeantAsAddress) ? undefined : first;
  const people = rows.filter((row) => row !== heading);
  const counts = countAddresses(people);
  const most = Math.max(0, ...counts);
  const width = Math.max(heading?.cells.length ?? 0, counts.length);
  const columns = Array.from({ length: Math.min(width, maxColumns) }, (_, id) => ({
    id,
    heading: heading?.cells[id] || `Column ${id + 1}`,
  }));
  return {
    columns: heading && hasColumns(heading, people) ? columns : [],
    guessed: Math.max(0, counts.indexOf(most)),
    hasAddresses: most > 0,
    heading,
    rows: people,
    notes,
  };
}

const isMeantAsAddress = (cell: string) => /\S@\S/.test(cell) || readCell(cell).emails.length > 0;

/** Tells whether there are several headings, and more than most lines need. */
function hasColumns(heading: CsvRow, people: CsvRow[]): boolean {
  const lastOf = ({ cells }: CsvRow) => cells.findLastIndex((cell) => cell !== '');
  const wider = people.filter((row) => lastOf(row) >= heading.cells.length);
  return lastOf(heading) > 0 && wider.length * 2 <= people.length;
}

/** Counts the different addresses of each column: one that all lines have is nobody's own. */
function countAddresses(people: CsvRow[]): number[] {
  const found: Set<string>[] = [];
  for (const { cells } of people) {
    for (const [column, cell] of cells.slice(0, maxColumns).entries()) {
      const own = (found[column] ??= new Set());
      for (const email of readCell(cell).emails) own.add(email);
    }
  }
  return Array.from(found, ({ size }) => size);
}

/** Reads the addresses of one column, or of all cells of a list without columns. */
export function addressesOf(table: AddressTable, column = table.guessed): Addresses {
  const { columns, heading, rows, notes } = table;
  const list = new AddressCollector();
  const others = new Map<string, { line: number; count: number }>();
  if (heading) list.skip(heading.line, 'This line has no address, so it counts as headings');
  for (const row of rows) {
    const { line, cells } = row;
    if (!isFilled(row)) list.skipped.push(emptyLine(line));
    else if (columns.length === 0) list.add(line, cells.join('\n'), noAddress);
    else list.add(line, cells[column] ?? '', cells[column] ? notAnAddress : noAddress);
    for (const [id, cell] of cells.entries()) {
      if (columns.length === 0 || id === column) continue;
      const name = columns[id]?.heading ?? `Column ${id + 1}`;
      const { emails } = readCell(cell);
      const other = others.get(name) ?? { line, count: 0 };
      if (emails.length > 0) others.set(name, { ...other, count: other.count + emails.length });
    }
  }
  for (const [name, { line, count }] of others) {
    const addresses = count === 1 ? 'an address' : `${count.toLocaleString('en-GB')} addresses`;
    list.skip(line, `‘${name}’ has ${addresses} from this line on, and we read one column`);
  }
  const skipped = [...list.skipped, ...notes].toSorted((one, other) => one.line - other.line);
  return { accepted: list.accepted, refused: list.refused, skipped };
}

/** Reads entries of one address each, or of several as email programs write them. */
export function addressesIn(entries: readonly string[]): Addresses {
  const list = new AddressCollector();
  for (const [index, entry] of entries.entries()) {
    if (entry.trim() === '') list.skipped.push(emptyLine(index + 1));
    else list.add(index + 1, entry, notAnAddress);
  }
  return list;
}

const notAnAddress = 'This is not an email address';
const noAddress = 'This line has no email address';
const repeatedAddress = 'This address is here twice';

class AddressCollector implements Addresses {
  readonly accepted: Addresses['accepted'] = [];
  readonly refused: LineNote[] = [];
  readonly skipped: LineNote[] = [];
  readonly #seen = new Set<string>();

  skip(line: number, reason: string): void {
    this.skipped.push({ line, reason });
  }

  add(line: number, text: string, ifNone: string): void {
    const { emails, wrong } = readCell(text);
    const refuse = (reason: string) => void this.refused.push({ line, reason });
    let again = 0;
    for (const email of emails) {
      if (this.#seen.has(email)) again += 1;
      else this.accepted.push({ line, email });
      this.#seen.add(email);
    }
    if (again > 0) refuse(again === 1 ? repeatedAddress : `${again} addresses are here twice`);
    if (wrong > 0) refuse(wrong === 1 ? notAnAddress : `${wrong} of these are not email addresses`);
    if (emails.length + wrong === 0) refuse(ifNone);
  }
}

/** Signs between addresses and names, as in 'Doe, Jane <jane@example.org>; mailto:…'. */
const separators = /([ \t\r\n\v\f\u0085\u2028\u2029,;:<>()[\]"“”„«»‹›、，；：＜＞（）〈〉《》]+)/;

/** Reads the addresses of a text, and counts what only looks like one. Names have no @. */
function readCell(text: string): { emails: string[]; wrong: number } {
  const read = { emails: [] as string[], wrong: 0 };
  if (!/[@＠]/.test(text)) return read;
  let between = '';
  for (const part of text.split(separators)) {
    if (!/[@＠]/.test(part)) {
      between += part;
      continue;
    }
    for (const word of wordsOf(part).map(trimAddress)) {
      if (!isEmail(word)) read.wrong += 1;
      else if (word !== read.emails.at(-1) || !isOfSame(between)) read.emails.push(word);
    }
    between = '';
  }
  return read;
}

/** Programs write an address in the place of the name: 'ada@example.org <ada@example.org>'. */
const isOfSame = (between: string) => /[<>([]/.test(between) && !/[,;\t\r\n]/.test(between);

/** Splits at no-break spaces, which may also be within an address, and in a link to several. */
function wordsOf(part: string): string[] {
  if (isPlain.test(part)) return [part];
  const words = part.split(/\p{Zs}+/u).filter((word) => word.includes('@'));
  const whole =
    words.length > 0 && words.every((word) => isEmail(trimAddress(word))) ? words : [part];
  return whole.flatMap((word) =>
    word.split('@').length > 2
      ? word.split(/[?&=|/]+/).filter((piece) => piece.includes('@'))
      : [word],
  );
}

const isPlain = /^[!-?A-~]*@[!-?A-~]*$/;

/** No address with what stands around it is longer. */
const longestWord = 1_000;

/** Removes signs of spreadsheets, sentences and lists, and what is before and behind it in a link. */
function trimAddress(word: string): string {
  let tidy = tidyEmail(word.slice(0, longestWord + 1)).replace(/^[?&](?:to|b?cc)=/, '');
  if (tidy.startsWith('//')) tidy = tidy.slice(tidy.lastIndexOf('=', tidy.indexOf('@')) + 1);
  tidy = tidy.replace(/^[^\p{L}\p{N}_@]+/u, '');
  const at = tidy.indexOf('@');
  const fields = at < 0 ? -1 : tidy.indexOf('?', at);
  let end = fields < 0 ? tidy.length : fields;
  while (end > 0 && !/[a-z0-9]/.test(tidy[end - 1] ?? '')) end -= 1;
  const isInItalics = tidy.startsWith('_') && tidy[end] === '_';
  return tidy.slice(isInItalics ? 1 : 0, end);
}
