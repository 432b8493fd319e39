import { describe, expect, it } from 'vitest';
import { contrastOf, inkOn, readableContrast, readableOn } from '#contract/platform/colours.ts';
import { coloursIn } from './style.ts';

const parts = Array.from({ length: 16 }, (_, at) => (at * 17).toString(16).padStart(2, '0'));
/** Every three-digit colour, and some unusual ones. */
const accents = [
  ...parts.flatMap((red) => parts.flatMap((green) => parts.map((blue) => red + green + blue))),
  '777777',
  '767676',
  '808080',
  '18281f',
  'fbf5e9',
  '0e4f39',
];

const poorest = (pairs: [string, string][]) =>
  Math.min(...pairs.map(([one, other]) => contrastOf(one, other)));

describe('the contrast of two colours', () => {
  it.each([
    ['000000', 'ffffff', 21],
    ['ffffff', 'ffffff', 1],
    ['777777', 'ffffff', 4.48],
    ['0000ff', 'ffff00', 8],
  ])('matches WCAG: %s on %s', (one, other, expected) => {
    expect(contrastOf(one, other)).toBeCloseTo(expected, 1);
    expect(contrastOf(other, one)).toBe(contrastOf(one, other));
  });
});

describe.each(['light', 'dark'] as const)('an embedded list in the %s theme', (theme) => {
  it.each([undefined, ...accents.slice(-6)])('is readable in every part (%s)', (accent) => {
    const colours = coloursIn(theme, accent);
    const { paper, card, ink, muted, link, band, leaf, bad, good } = colours;
    expect(
      poorest([
        [ink, paper],
        [ink, card],
        [muted, card],
        [link, paper],
        [link, card],
        [colours['on-band'], band],
        [colours['on-leaf'], leaf],
        [colours['on-bad'], bad],
        [colours['on-good'], good],
      ]),
    ).toBeGreaterThanOrEqual(readableContrast);
  });

  it('is readable in any colour that another site chooses', () => {
    const { paper, card } = coloursIn(theme, undefined);
    const poor = accents.filter((accent) => {
      const colours = coloursIn(theme, accent);
      expect(colours.band).toBe(accent);
      const { link, band } = colours;
      return (
        poorest([
          [link, paper],
          [link, card],
          [colours['on-band'], band],
        ]) < readableContrast
      );
    });
    expect(poor).toEqual([]);
  });
});

describe('a readable colour', () => {
  it('stays as it is', () => {
    expect(readableOn('7a0019', ['fbf5e9', 'fffdf7'])).toBe('7a0019');
  });

  it('that is hardly readable moves only as far as it must', () => {
    const moved = readableOn('f4a91c', ['fbf5e9', 'fffdf7']);
    expect(contrastOf(moved, 'fbf5e9')).toBeLessThan(readableContrast + 0.7);
  });

  it('has text in black or white', () => {
    expect([inkOn('ffff00'), inkOn('00007f')]).toEqual(['000000', 'ffffff']);
  });
});
