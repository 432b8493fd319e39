import { describe, expect, it } from 'vitest';
import { wordDiff } from './word-diff.ts';

const short = (before: string, after: string) =>
  wordDiff(before, after).map(
    ({ text, is }) => `${{ same: '=', removed: '-', added: '+' }[is]}${text}`,
  );

describe('the difference of two texts', () => {
  it.each([
    [
      'one word of many',
      'We swim at dawn.',
      'We swim at dusk.',
      ['=We swim at ', '-dawn.', '+dusk.'],
    ],
    ['one in the middle', 'a b c', 'a x c', ['=a ', '-b ', '+x ', '=c']],
    ['what is added', 'a c', 'a b c', ['=a ', '+b ', '=c']],
    ['what is removed', 'a b b c', 'a b c', ['=a b ', '-b ', '=c']],
    ['two places', 'a b c d e', 'x b c d y', ['-a ', '+x ', '=b c d ', '-e', '+y']],
    ['nothing', 'a\n\nb', 'a\n\nb', ['=a\n\nb']],
    ['all, from nothing', '', 'a b', ['+a b']],
  ])('finds %s', (_, before, after, pieces) => {
    expect(short(before, after)).toEqual(pieces);
  });

  it('contains both texts, even if they are long', () => {
    const before = Array.from({ length: 2_500 }, (_, at) => `a${at}`).join(' ');
    const after = Array.from({ length: 2_500 }, (_, at) => `b${at}`).join(' ');
    const pieces = wordDiff(before, after);
    const text = (but: string) =>
      pieces
        .filter(({ is }) => is !== but)
        .map((piece) => piece.text)
        .join('');
    expect([text('added'), text('removed')]).toEqual([before, after]);
  });
});
