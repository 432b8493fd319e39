import {
  at,
  circle,
  type Dice,
  line,
  nth,
  path,
  potPlant,
  rect,
  sheet,
  type Some,
  times,
} from './paper.ts';

interface ShelfPalette {
  wall: string;
  board: string;
  books: Some<string>;
  trim: string;
  leaf: string;
}

const shelfPalettes: Some<ShelfPalette> = [
  {
    wall: '#e9c46a',
    board: '#7a4520',
    books: ['#1f3f5c', '#b8452a', '#fdf1dc', '#2f7a6b', '#6b2f2a', '#d98324'],
    trim: '#f8e0a4',
    leaf: '#2a5c3d',
  },
  {
    wall: '#22405c',
    board: '#d99a3c',
    books: ['#e9c46a', '#d9643c', '#f6e8cb', '#7fb0a8', '#a83a2c', '#4f7396'],
    trim: '#fdf1dc',
    leaf: '#7fc29b',
  },
  {
    wall: '#b9552f',
    board: '#4f2414',
    books: ['#f3cf7a', '#26485e', '#fbead0', '#6b8f71', '#3a2030', '#e28a4a'],
    trim: '#fbead0',
    leaf: '#8fb98c',
  },
  {
    wall: '#f4e3c1',
    board: '#26485e',
    books: ['#d99a2b', '#26485e', '#b8452a', '#6d9a8c', '#7a3f5c', '#e6b566'],
    trim: '#fffaf0',
    leaf: '#2f7a55',
  },
];

function book(roll: Dice, p: ShelfPalette, place: number, w: number, h: number): string {
  const fill = nth(p.books, place);
  const band = nth(p.books, place + 2);
  return (
    rect(0, -h, w, h, fill, 2) +
    (roll.whole(0, 2)
      ? rect(0, -h + 14, w, 7, band) + rect(0, -22, w, 7, band)
      : rect(w / 2 - 4, -h * 0.75, 8, h * 0.4, p.trim, 3))
  );
}

const globe = (p: ShelfPalette): string =>
  line('M-34 -70a40 40 0 1 0 62 -24', p.board === '#26485e' ? '#b8452a' : p.trim, 6) +
  circle(0, -66, 34, nth(p.books, 3)) +
  path(
    'M-24 -84q14 -16 26 -8q-2 16 -14 16q-4 14 -14 6ZM4 -58q18 -6 22 4q-4 16 -14 18q-10 -8 -8 -22Z',
    p.trim,
  ) +
  rect(-4, -34, 8, 28, p.trim) +
  rect(-28, -10, 56, 10, p.trim, 4);

const pencils = (p: ShelfPalette): string =>
  times(4, (place) =>
    at(
      -18 + place * 12,
      -50,
      rect(-5, -56, 10, 60, nth(p.books, place + 1)) + path('M-5 -56L0 -70L5 -56Z', p.trim),
      1,
      (place - 1.5) * 9,
    ),
  ) +
  path('M-30 -62H30L25 0H-25Z', p.trim) +
  rect(-28, -40, 56, 8, nth(p.books, 1));

const plant = (p: ShelfPalette): string => potPlant(p.trim, p.leaf, 3);

const apple = (p: ShelfPalette): string =>
  path(
    'M0 -48C20 -64 44 -48 38 -22C34 -4 14 4 0 -2C-14 4 -34 -4 -38 -22C-44 -48 -20 -64 0 -48Z',
    nth(p.books, 1),
  ) +
  line('M0 -48q0 -14 8 -20', p.leaf, 4) +
  path('M4 -58q14 -14 26 -4q-12 12 -26 4Z', p.leaf);

const ornaments = [globe, pencils, plant, apple] as const;

function shelf(
  roll: Dice,
  p: ShelfPalette,
  base: number,
  tall: number,
  ornament: number,
  where: number,
): string {
  let x = -14;
  let place = roll.whole(0, 5);
  let placed = false;
  let row = '';
  while (x < 640) {
    if (!placed && x > where) {
      row += at(x + 58, base, nth(ornaments, ornament)(p), tall / 118);
      x += 116;
      placed = true;
    }
    const w = roll.between(20, 44);
    const h = tall * roll.between(0.66, 1);
    const leans = roll.whole(0, 9) === 0;
    row += at(x + (leans ? 18 : 0), base, book(roll, p, place, w, h), 1, leans ? -9 : 0);
    x += w + (leans ? 26 : 2);
    place += roll.whole(1, 3);
  }
  return row + rect(0, base, 640, 16, p.board);
}

/** Learning & Education: two shelves of books with ornaments among them. */
export function learning(roll: Dice, variant: number): string {
  const p = nth(shelfPalettes, variant + (variant > 3 ? 2 : 0));
  return (
    sheet(p.wall) +
    shelf(roll, p, 164, 118, variant, roll.between(60, 420)) +
    shelf(roll, p, 326, 124, variant + 1 + (variant >> 2), roll.between(120, 460))
  );
}
