import { dice, type Dice, nth, type Some } from './paper.ts';
import { arts, culture } from './patterns.ts';
import { health, social } from './people.ts';
import { general, outdoors } from './places.ts';
import { learning } from './shelves.ts';
import { business } from './street.ts';
import { food, tech } from './things.ts';
import { coverCategories, coverVariants } from '#web/ui/cover-url.ts';

/** By category id, from 1. */
const scenes: Some<(roll: Dice, variant: number) => string> = [
  general,
  outdoors,
  business,
  tech,
  arts,
  health,
  food,
  social,
  learning,
  culture,
];

/** The cover of a category in one of its variants, as the text of an SVG file. */
export function drawCover(categoryId: number, seed: number): string {
  const variant = Math.abs(Math.trunc(seed)) % coverVariants;
  const place = categoryId >= 1 && categoryId <= coverCategories ? categoryId - 1 : 0;
  const drawing = nth(scenes, place)(dice(place * coverVariants + variant), variant);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" width="640" height="360">${drawing}</svg>`;
}
