import {
  at,
  circle,
  d,
  type Dice,
  line,
  nth,
  oval,
  path,
  potPlant,
  rect,
  sheet,
  type Some,
  times,
} from './paper.ts';

interface DeskPalette {
  wall: string;
  trace: string;
  desk: string;
  shell: string;
  shade: string;
  screen: string;
  glow: string;
  pot: string;
  leaf: string;
}

const deskPalettes: Some<DeskPalette> = [
  {
    wall: '#2c2f6b',
    trace: '#464a94',
    desk: '#191b45',
    shell: '#f3e6cc',
    shade: '#d3c19c',
    screen: '#15183c',
    glow: '#f6b73c',
    pot: '#d9532f',
    leaf: '#6fc3a0',
  },
  {
    wall: '#7b6bd0',
    trace: '#9486e0',
    desk: '#43358f',
    shell: '#fbf1dc',
    shade: '#dccaa4',
    screen: '#2b2266',
    glow: '#9be8c4',
    pot: '#f4a91c',
    leaf: '#1f5a4a',
  },
  {
    wall: '#1d4f7a',
    trace: '#2f6a9a',
    desk: '#10304e',
    shell: '#e8eef0',
    shade: '#b9c8cf',
    screen: '#0c2740',
    glow: '#f58f6c',
    pot: '#f3e6cc',
    leaf: '#5fb08c',
  },
  {
    wall: '#c9c4f0',
    trace: '#aaa2e2',
    desk: '#5a4fb0',
    shell: '#2c2860',
    shade: '#1c1944',
    screen: '#fdf4e0',
    glow: '#d9432f',
    pot: '#f4a91c',
    leaf: '#2f7a55',
  },
];

/** The pictures on the screen: one for each variant, eight dots wide. */
const pictures: Some<string> = [
  '.##..##.########################.######...####.....##...',
  '...##.....####...######.########.##..##..##..##..######.',
  '..####...######.##.##.####.##.##########.#.##.#.#.#..#.#',
  '..####...#....#.#.#..#.##......##.#..#.##..##..#.#....#...####..',
  '#......###....###########..##..############..###.######.',
  '#..##..#.######..######.###..######..###.######..######.#..##..#',
  '.######..#....###.##.#.##....#.##.##.###.#....#..######.........',
  '.....##.....###.#..###..######...######...####.....##......#.#..',
];

function picture(dots: string, colour: string, size: number): string {
  const rows = Math.ceil(dots.length / 8);
  let shape = '';
  for (let row = 0; row < rows; row++) {
    for (const run of dots.slice(row * 8, row * 8 + 8).matchAll(/#+/g)) {
      shape += d`M${(run.index - 4) * size} ${(row - rows / 2) * size}h${run[0].length * size}v${size}h${-run[0].length * size}Z`;
    }
  }
  return path(shape, colour);
}

const retro = (p: DeskPalette, dots: string): string =>
  rect(-92, -10, 184, 12, p.shade, 4) +
  rect(-104, -214, 208, 206, p.shell, 16) +
  rect(-104, -44, 208, 36, p.shade, 14) +
  rect(-84, -194, 168, 130, p.screen, 10) +
  at(0, -129, picture(dots, p.glow, 13)) +
  rect(20, -34, 62, 8, p.screen, 4) +
  circle(-78, -28, 6, p.glow);

const laptop = (p: DeskPalette, dots: string): string =>
  rect(-130, -192, 260, 176, p.shell, 14) +
  rect(-116, -178, 232, 148, p.screen, 6) +
  at(0, -104, picture(dots, p.glow, 14)) +
  path('M-168 0L-140 -18H140L168 0Q168 8 156 8H-156Q-168 8 -168 0Z', p.shade);

const monitor = (p: DeskPalette, dots: string): string =>
  path('M-24 -60H24L34 0H-34Z', p.shade) +
  rect(-60, -8, 120, 12, p.shade, 6) +
  rect(-146, -232, 292, 178, p.shell, 14) +
  rect(-132, -218, 264, 150, p.screen, 6) +
  at(-54, -143, picture(dots, p.glow, 12)) +
  times(5, (row) =>
    rect(26, -196 + row * 24, [76, 52, 84, 40, 64][row] ?? 60, 9, row % 2 ? p.leaf : p.pot, 4),
  );

const steam = (x: number, y: number, stroke: string): string =>
  line(d`M${x} ${y}q-10 -14 0 -26t0 -26M${x + 18} ${y}q-10 -14 0 -26t0 -26`, stroke, 4);

const mug = (fill: string, band: string): string =>
  line('M28 -48h10a16 16 0 0 1 0 32h-10', fill, 8) +
  path('M-30 -60H30V-12Q30 0 18 0H-18Q-30 0 -30 -12Z', fill) +
  rect(-30, -42, 60, 10, band);

/** A few copper tracks, as on a printed board. */
function tracks(roll: Dice, colour: string): string {
  return times(9, (place) => {
    const x = 20 + place * 74 + roll.between(-12, 12);
    const y = roll.between(40, 190);
    const turn = (roll.whole(0, 1) ? 1 : -1) * roll.between(18, 40);
    return (
      line(d`M${x} -4V${y}l${turn} ${Math.abs(turn)}v${roll.between(10, 60)}`, colour, 5) +
      circle(x, y, 9, colour)
    );
  });
}

/** Tech Community: somebody's desk, and what they are making. */
export function tech(roll: Dice, variant: number): string {
  const p = nth(deskPalettes, variant);
  const machine = nth([retro, laptop, monitor] as const, variant)(p, nth(pictures, variant));
  const left = variant % 2 === 0;
  const x = left ? roll.between(250, 300) : roll.between(340, 390);
  const beside = left ? 1 : -1;
  return (
    sheet(p.wall) +
    tracks(roll, p.trace) +
    circle(x, 170, 168, p.trace) +
    rect(0, 300, 640, 60, p.desk) +
    at(x + beside * roll.between(215, 240), 304, potPlant(p.pot, p.leaf, 3 + (variant % 3)), 1.15) +
    at(x, 304, machine, 1.05) +
    at(
      x - beside * roll.between(196, 206),
      312,
      mug(p.pot, p.shell) + (variant % 3 ? steam(-10, -72, p.shell) : ''),
    ) +
    rect(x - 90, 322, 180, 14, p.shade, 5)
  );
}

interface TablePalette {
  wall: string;
  disc: string;
  cloth: string;
  check: string;
  pot: string;
  cream: string;
  crust: string;
  fruit: string;
  leaf: string;
  dark: string;
}

const tablePalettes: Some<TablePalette> = [
  {
    wall: '#f2c14e',
    disc: '#f9dc92',
    cloth: '#fdf6e6',
    check: '#d9432f',
    pot: '#1f6b5a',
    cream: '#fff8ea',
    crust: '#b8672a',
    fruit: '#d9432f',
    leaf: '#2f7a55',
    dark: '#4a1f18',
  },
  {
    wall: '#c8402c',
    disc: '#e0654a',
    cloth: '#fdf1dc',
    check: '#1d5a6b',
    pot: '#f6b73c',
    cream: '#fff3df',
    crust: '#8a4520',
    fruit: '#f6b73c',
    leaf: '#14503a',
    dark: '#3a1210',
  },
  {
    wall: '#8fb58a',
    disc: '#b5d1a8',
    cloth: '#fff8ea',
    check: '#e0962a',
    pot: '#c8402c',
    cream: '#fff8ea',
    crust: '#a85f2c',
    fruit: '#c8402c',
    leaf: '#2a5c3d',
    dark: '#28381f',
  },
  {
    wall: '#5a2432',
    disc: '#7d3646',
    cloth: '#f6dfc0',
    check: '#c8402c',
    pot: '#8fb9a8',
    cream: '#fdf1dc',
    crust: '#c9803c',
    fruit: '#f2a13c',
    leaf: '#6f9a6a',
    dark: '#2c0f18',
  },
];

const teapot = (p: TablePalette): string =>
  line('M-64 -82C-112 -92 -108 -28 -60 -32', p.pot, 11) +
  path('M56 -58C84 -56 78 -96 104 -100L112 -92C100 -80 100 -34 54 -26Z', p.pot) +
  oval(0, -52, 70, 52, p.pot) +
  rect(-34, -8, 68, 10, p.pot, 4) +
  path('M-40 -94Q0 -122 40 -94Z', p.cream) +
  circle(0, -114, 9, p.cream) +
  times(5, (place) => circle(-40 + place * 20, -50 + (place % 2) * 8, 6, p.cream));

const cake = (p: TablePalette): string =>
  path('M-12 -30H12L20 0H-20Z', p.cream) +
  rect(-36, -4, 72, 8, p.cream, 4) +
  rect(-88, -38, 176, 10, p.cream, 5) +
  rect(-70, -104, 140, 66, p.crust, 4) +
  rect(-70, -76, 140, 9, p.cream) +
  path(
    'M-74 -104Q-74 -118 -60 -118H60Q74 -118 74 -104V-94q-9 16 -18 0q-9 24 -18 4q-10 14 -20 -2q-9 26 -18 0q-10 12 -20 0q-9 20 -18 2q-9 10 -18 -4Z',
    p.cream,
  ) +
  times(3, (place) => circle(-36 + place * 36, -124, 11, p.fruit)) +
  times(3, (place) => line(d`M${-36 + place * 36} -134q4 -12 12 -14`, p.leaf, 3));

const loaf = (p: TablePalette): string =>
  rect(-104, -8, 208, 10, p.dark, 4) +
  path('M-90 -8C-108 -60 -78 -88 0 -88S108 -60 90 -8Z', p.crust) +
  times(4, (place) => line(d`M${-52 + place * 34} -66q14 12 10 32`, p.cream, 6));

const fruitBowl = (p: TablePalette): string =>
  circle(-34, -62, 27, p.fruit) +
  circle(22, -66, 28, p.leaf) +
  circle(54, -54, 20, p.fruit) +
  circle(-6, -82, 25, p.check) +
  line('M-6 -104q4 -12 14 -16', p.dark, 4) +
  path('M-86 -58H86C82 -18 50 0 0 0S-82 -18 -86 -58Z', p.cream) +
  line('M-70 -38H70', p.pot, 6);

const bottle = (p: TablePalette): string =>
  path(
    'M-12 -170H12V-128Q30 -112 30 -92V-8Q30 0 22 0H-22Q-30 0 -30 -8V-92Q-30 -112 -12 -128Z',
    p.leaf,
  ) +
  rect(-14, -178, 28, 16, p.dark, 3) +
  rect(-30, -82, 60, 46, p.cream) +
  circle(0, -59, 12, p.fruit) +
  path('M52 -92H96Q96 -48 74 -44Q52 -48 52 -92Z', p.cream) +
  path('M54 -76H94Q92 -50 74 -48Q56 -50 54 -76Z', p.fruit) +
  line('M74 -46V-4M58 -2H90', p.cream, 5);

const pie = (p: TablePalette): string =>
  path('M-84 -40H84L66 0H-66Z', p.pot) +
  path('M-94 -38Q-94 -48 -84 -50C-60 -86 60 -86 84 -50Q94 -48 94 -38Z', p.crust) +
  path(
    'M-8 -66q8 -16 16 0q-8 10 -16 0ZM-40 -58q8 -14 14 0q-8 8 -14 0ZM26 -58q8 -14 14 0q-8 8 -14 0Z',
    p.dark,
  ) +
  steam(-8, -92, p.cream);

const teacup = (p: TablePalette): string =>
  oval(0, -3, 52, 7, p.cream) +
  line('M30 -42h8a12 12 0 0 1 -2 24h-8', p.cream, 7) +
  path('M-36 -52H36C36 -20 22 -6 0 -6S-36 -20 -36 -52Z', p.cream) +
  path('M-32 -38H32Q30 -30 28 -26H-28Q-30 -30 -32 -38Z', p.check) +
  steam(-8, -62, p.cream);

const pear = (p: TablePalette): string =>
  path(
    'M0 -74C16 -74 14 -48 26 -34C40 -14 22 0 0 0S-40 -14 -26 -34C-14 -48 -16 -74 0 -74Z',
    p.leaf,
  ) +
  line('M0 -72q0 -12 8 -18', p.dark, 4) +
  path('M4 -80q16 -14 26 0q-14 10 -26 0Z', p.check);

const courses: Some<Some<(p: TablePalette) => string>> = [
  [teapot, cake, teacup],
  [loaf, bottle, pear],
  [fruitBowl, pie, teacup],
  [cake, teapot, pear],
  [bottle, pie, pear],
  [teacup, loaf, teapot],
  [pear, cake, bottle],
  [pie, teapot, fruitBowl],
];

/** Food & Drink: a laid table. */
export function food(roll: Dice, variant: number): string {
  const p = nth(tablePalettes, variant + (variant > 3 ? 1 : 0));
  const order = nth(courses, variant);
  const gap = roll.between(196, 206);
  const size = variant % 3 === 0 ? 26 : 34;
  return (
    sheet(p.wall) +
    circle(roll.between(250, 390), 210, 190, p.disc) +
    `<pattern id="c" width="${size * 2}" height="${size * 2}" patternUnits="userSpaceOnUse" patternTransform="translate(0 274)">${rect(0, 0, size * 2, size * 2, p.cloth)}<g opacity=".55">${rect(0, 0, size, size * 2, p.check)}${rect(0, 0, size * 2, size, p.check)}</g></pattern>` +
    rect(0, 274, 640, 86, 'url(#c)') +
    rect(0, 270, 640, 8, p.cloth) +
    times(order.length, (place) =>
      at(
        320 + (place - 1) * gap + roll.between(-6, 6),
        292 + (place % 2) * 14,
        nth(order, place)(p),
        1.08,
      ),
    )
  );
}
