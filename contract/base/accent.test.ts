import { describe, expect, it } from 'vitest';
import { contrastOf, readableContrast } from '#contract/platform/colours.ts';
import { accentColours, accentStyle } from './accent.ts';

const parts = ['00', '33', '66', '99', 'cc', 'ff'];
const colours = parts.flatMap((red) =>
  parts.flatMap((green) => parts.map((blue) => red + green + blue)),
);

describe.each(['light', 'dark'] as const)('the site’s own colour in the %s theme', (theme) => {
  it('is readable with every text on it, whatever the colour', () => {
    const poor = colours.filter((colour) => {
      const own = accentColours(theme, colour);
      return (
        Math.min(
          contrastOf(own['on-accent'], own.accent),
          contrastOf(own['on-accent'], own['accent-strong']),
          contrastOf(own['accent-ink'], own['accent-soft']),
        ) < readableContrast
      );
    });
    expect(poor).toEqual([]);
  });
});

it('a site without a colour of its own gets no style', () => {
  expect(accentStyle('')).toBe('');
});
