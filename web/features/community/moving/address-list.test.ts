import { expect, it } from 'vitest';
import { readAddressTable } from './address-list.ts';

it('the column with most addresses is guessed', async () => {
  const { columns, guessed } = await readAddressTable(
    'Name,Contact,Wrote\nAda,ada@example.org,yes\nBen,ben@example.org,ada@example.org\n',
  );
  expect(guessed).toBe(1);
  expect(columns[guessed]).toEqual({
    id: 1,
    heading: 'Contact',
    addresses: ['ada@example.org', 'ben@example.org'],
  });
});

it('a list without a heading keeps its first address', async () => {
  const { columns } = await readAddressTable('ada@example.org\nben@example.org');
  expect(columns).toEqual([
    { id: 0, heading: 'Column 1', addresses: ['ada@example.org', 'ben@example.org'] },
  ]);
});
