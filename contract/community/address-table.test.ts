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
    empty: [],
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

it.each([
  ['after a quote that never ends', 'Name,Email\n"Ada,ada@example.org\nBen,ben@example.org', 2, 3],
  ['after a cell of two lines', 'Name,Email\n"A\r\nB",ada@example.org\nB,ben@example.org', 2, 4],
  ['after empty lines', '\n \n,Email\nAda,ada@example.org\n\nBen,ben@example.org', 4, 6],
])('each line keeps its number %s', (_, csv, first, second) => {
  const { columns, guessed } = readAddressTable(csv);
  expect(columns[guessed]?.cells).toEqual([
    { line: first, text: 'ada@example.org' },
    { line: second, text: 'ben@example.org' },
  ]);
});

it('a line without an address is named by its number', () => {
  const { columns, guessed } = readAddressTable('Name,Email\nAda,ada@example.org\nBen\n\n,\nCy,');
  expect(columns[guessed]?.empty).toEqual([3, 6]);
});

it('the longest line has the columns of all others, which are empty there', () => {
  const { columns, guessed } = readAddressTable('Ada,,ada@example.org\nBen\n,,ben@example.org');
  expect(columns.map(({ cells }) => cells.map(({ line }) => line))).toEqual([[2], [], [1, 3]]);
  expect(guessed).toBe(2);
});
