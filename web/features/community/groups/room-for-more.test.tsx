import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Router } from 'wouter';
import { RoomForMore } from './room-for-more.tsx';

const tile = (count: number, columns: 3 | 4) =>
  renderToStaticMarkup(
    <Router ssrPath="/my-groups">
      <RoomForMore count={count} columns={columns} />
    </Router>,
  );

describe('the card for one more group', () => {
  it('is missing in a full row', () => {
    expect(tile(4, 4)).toBe('');
    expect(tile(8, 4)).toBe('');
    expect(tile(3, 3)).toBe('');
  });

  it.each([
    [1, 4, 3],
    [2, 4, 2],
    [6, 4, 2],
    [1, 3, 2],
  ] as const)('fills the row: %i groups in %i columns leave %i', (count, columns, room) => {
    expect(tile(count, columns)).toContain(`lg:col-span-${room}`);
  });

  it('takes one place if one is left', () => {
    expect(tile(3, 4)).not.toContain('col-span');
    expect(tile(2, 3)).not.toContain('col-span');
  });

  it('completes a pair on a narrower screen with two columns', () => {
    expect(tile(3, 4)).toContain('sm:grid');
    expect(tile(2, 4)).not.toContain('sm:grid');
  });
});
