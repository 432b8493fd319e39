import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { coverCategories, coverUrl, coverVariants } from './cover-url.ts';

const addresses = Array.from({ length: coverCategories * coverVariants }, (_, place) =>
  coverUrl(1 + Math.floor(place / coverVariants), place),
);

it.each(addresses)('%s is a drawing of 640 by 360 without script or other files', (address) => {
  const svg = readFileSync(new URL(`../public${address}`, import.meta.url), 'utf8');
  expect(svg).toMatch(/<svg\s[^>]*viewBox="0 0 640 360"/);
  expect(svg).not.toMatch(/<(?:script|image|use|foreignObject)\b|\son\w+=/);
});
