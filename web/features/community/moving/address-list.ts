import { email } from '#contract/base/accounts.ts';

/** A table of people from elsewhere. */
export interface AddressTable {
  /** In their order, numbered from 0. */
  columns: { id: number; heading: string; addresses: string[] }[];
  /** The column that has most addresses. */
  guessed: number;
}

const isAddress = (cell: string) => email.safeParse(cell).success;

/** Reads a table (RFC 4180) by its columns. */
export async function readAddressTable(csv: string): Promise<AddressTable> {
  const { default: Papa } = await import('papaparse');
  const { data: rows } = Papa.parse<string[]>(csv.replace(/^\uFEFF/, '').trim());
  const width = Math.max(...rows.map(({ length }) => length), 0);
  const columns = Array.from({ length: width }, (_, index) => {
    const [first = '', ...others] = rows.map((row) => row[index]?.trim() ?? '');
    const hasHeading = !isAddress(first);
    const cells = hasHeading ? others : [first, ...others];
    return {
      id: index,
      heading: hasHeading && first !== '' ? first : `Column ${index + 1}`,
      addresses: cells.filter((cell) => cell !== ''),
    };
  });
  const counts = columns.map(({ addresses }) => addresses.filter(isAddress).length);
  return { columns, guessed: counts.indexOf(Math.max(...counts, 0)) };
}
