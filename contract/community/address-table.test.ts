import { expect, it } from 'vitest';
import { readAddressTable } from './address-table.ts';

it('the column with most addresses is guessed', () => {
  const { columns, guessed } = readAddressTable(
    'Name,Contact,Wrote\nAda,ada@example.org,yes\nBen,ben@example.org,ada@example.org\n',
  );
  expect(columns[guessed]).toEqual({
    id: 1,
    heading: 'Contact',
    cells: [
      { line: 2, text: 'ada@example.org' },
      { line: 3, text: 'ben@example.org' },
    ],
  });
});

it('a list without a heading keeps its first address', () => {
  const { columns, guessed } = readAddressTable('ada@example.org\nben@example.org');
  expect(columns[guessed]).toMatchObject({
    heading: 'Column 1',
    cells: [{ line: 1 }, { line: 2 }],
  });
});

it('a table without an address has no such column', () => {
  expect(readAddressTable('Name\nAda').guessed).toBe(-1);
});
