import { describe, expect, it } from 'vitest';
import { piecesOf, stepsFor, stepsForText } from './link-pieces.ts';

const scanned = (text: string) => piecesOf(text).filter((piece) => piece.isScanned);
const stepsIn = (text: string) =>
  scanned(text)
    .flatMap(({ piece }) => piece.split(/(?<=\s)/))
    .reduce((steps, word) => steps + stepsFor(word), 0);

describe('the search for addresses in a text of 10,000 characters', () => {
  it.each([
    ['words of signs', `${'a&'.repeat(149)} `],
    ['words with dots', `${'1.'.repeat(149)} `],
    ['words that end as a mail address', `${'a&'.repeat(145)}@a.co `],
    ['words of mail addresses', `${'a.b@'.repeat(74)} `],
    ['words that begin as an address', `www.${'é/'.repeat(145)} `],
    ['lines of one letter', 'a\n'],
  ])('takes few steps: %s', (_, word) => {
    const text = word.repeat(10_000).slice(0, 10_000);
    expect(stepsIn(text)).toBeLessThanOrEqual(stepsForText);
    expect(
      piecesOf(text)
        .map(({ piece }) => piece)
        .join(''),
    ).toBe(text);
  });

  it('finds all of a hundred long addresses, and a thousand mail addresses', () => {
    const addresses = `(https://example.org/${'a'.repeat(78)}) `.repeat(99);
    expect(scanned(addresses)).toEqual([{ from: 0, piece: addresses, isScanned: true }]);
    const mails = 'b@c.org '.repeat(1_200);
    expect(scanned(mails)).toEqual([{ from: 0, piece: mails, isScanned: true }]);
  });

  it('finds the address behind long words without one', () => {
    const words = `${'a'.repeat(290)} `.repeat(30);
    expect(scanned(`${words}https://example.org`)).toMatchObject([
      { piece: 'https://example.org' },
    ]);
  });
});
