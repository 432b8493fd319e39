import {
  at,
  circle,
  d,
  type Dice,
  flags,
  hill,
  line,
  nth,
  oval,
  path,
  rect,
  sheet,
  type Some,
  sprig,
  times,
} from './paper.ts';

interface PartyPalette {
  wall: string;
  glow: string;
  lamps: Some<string>;
  clothes: Some<string>;
  string: string;
}

const partyPalettes: Some<PartyPalette> = [
  {
    wall: '#6b2a55',
    glow: '#843a6b',
    lamps: ['#f6b73c', '#fbe3b0'],
    clothes: ['#f4a91c', '#e2694a', '#2f8f7b', '#f3d9e6', '#3d5aa0', '#c74a7a'],
    string: '#e9c9dc',
  },
  {
    wall: '#f2a65e',
    glow: '#f7c184',
    lamps: ['#c22f5c', '#fdf1d8'],
    clothes: ['#6b2a55', '#0e4f39', '#c22f5c', '#fdf1d8', '#24508a', '#8a3d1e'],
    string: '#6b2a55',
  },
  {
    wall: '#f3c3cf',
    glow: '#f8dbe1',
    lamps: ['#d9432f', '#f4a91c'],
    clothes: ['#a82f5c', '#f4a91c', '#1f6b6b', '#4a2a68', '#d9532f', '#fdf4e0'],
    string: '#7d2a4e',
  },
  {
    wall: '#2b2a5c',
    glow: '#3b3a78',
    lamps: ['#f6b73c', '#f08a9c'],
    clothes: ['#e2556f', '#f6b73c', '#7fc2b4', '#b58be0', '#f3e3c3', '#d9643c'],
    string: '#c9c6ee',
  },
];

const skins: Some<string> = ['#f2c6a0', '#8a5434', '#d99a6c', '#5b3422', '#f6d7bd', '#b87848'];
const hairs: Some<string> = ['#2a1a16', '#7a3d1c', '#e0b25a', '#1c1a24', '#b9b2a8', '#9c3d22'];

/** Hairstyles: the part behind the head, and the part over it. */
const styles: Some<(hair: string, cloth: string) => readonly [string, string]> = [
  (hair) => [
    path('M-46 -60C-56 -130 56 -130 46 -60L44 -26H-44Z', hair),
    path('M-36 -78C-30 -116 34 -116 36 -76C12 -78 -4 -86 -10 -98C-14 -86 -24 -80 -36 -78Z', hair),
  ],
  (hair) => [
    circle(0, -124, 20, hair),
    path('M-38 -70C-44 -122 44 -122 38 -70C30 -94 -30 -94 -38 -70Z', hair),
  ],
  (hair) => [
    circle(0, -84, 54, hair) + circle(-40, -66, 24, hair) + circle(40, -66, 24, hair),
    path('M-34 -78C-30 -108 30 -108 34 -78C20 -92 -20 -92 -34 -78Z', hair),
  ],
  (hair, cloth) => [
    path('M-38 -70H38V-40H-38Z', hair),
    path('M-40 -76C-42 -130 42 -130 40 -76Z', cloth) +
      rect(-44, -86, 88, 16, '#fdf4e0', 8) +
      circle(0, -122, 11, '#fdf4e0'),
  ],
  (hair) => ['', path('M-35 -66C-36 -6 36 -6 35 -66C26 -42 18 -44 0 -44S-26 -42 -35 -66Z', hair)],
  (hair) => [
    path('M-48 20C-62 -40 -54 -124 0 -124S62 -40 48 20Z', hair),
    path('M-36 -70C-36 -114 36 -114 36 -70C30 -92 10 -100 0 -104C-10 -100 -30 -92 -36 -70Z', hair),
  ],
  (hair) => [
    '',
    path(
      'M-38 -66C-46 -104 -20 -124 6 -116C34 -122 46 -96 37 -66C34 -82 28 -90 16 -90C-6 -86 -26 -92 -30 -84C-34 -78 -36 -74 -38 -66Z',
      hair,
    ),
  ],
  (_, cloth) => [
    path('M-50 22C-60 -30 -58 -122 0 -122S60 -30 50 22Z', cloth),
    path('M-38 -50C-44 -122 44 -122 38 -50C34 -98 -34 -98 -38 -50Z', cloth),
  ],
];

function person(roll: Dice, p: PartyPalette, look: number): string {
  const cloth = nth(p.clothes, look);
  const trim = nth(p.clothes, look + 2);
  const skin = nth(skins, look * 5 + 1);
  const [behind, over] = nth(styles, look * 3 + 1)(nth(hairs, look + (look >> 2)), trim);
  const body = 'M-78 90C-78 14 -50 -6 -18 -10H18C50 -6 78 14 78 90Z';
  const dress = [
    times(3, (row) => line(d`M${-56 - row * 8} ${24 + row * 24}H${56 + row * 8}`, trim, 7)),
    times(9, (dot) => circle(-48 + (dot % 3) * 48, 22 + Math.floor(dot / 3) * 26, 6, trim)),
    path('M-14 -11L0 16L14 -11Z', skin),
    line('M-20 -10Q0 18 20 -10', trim, 8),
  ];
  const glasses =
    look % 4 === 2
      ? `<g fill="none" stroke="#2a1a16" stroke-width="3">${circle(-14, -64, 11, 'none')}${circle(14, -64, 11, 'none')}</g>`
      : '';
  return (
    behind +
    path(body, cloth) +
    nth([dress[0] ?? '', dress[1] ?? '', dress[2] ?? '', dress[3] ?? ''], look + 1) +
    rect(-14, -40, 28, 36, skin, 12) +
    oval(0, -62, 36, 42, skin) +
    over +
    circle(-13, -64, 3.5, '#2a1a16') +
    circle(13, -64, 3.5, '#2a1a16') +
    glasses +
    line(roll.whole(0, 1) ? 'M-11 -46Q0 -34 11 -46' : 'M-9 -44Q2 -36 12 -47', '#2a1a16', 3)
  );
}

const lamps = (roll: Dice, p: PartyPalette, y: number): string => {
  const dip = roll.between(36, 56);
  const tilt = roll.between(-24, 24);
  return (
    line(d`M-10 ${y - tilt}Q320 ${y + dip * 2} 650 ${y + tilt}`, p.string, 3) +
    times(9, (place) => {
      const along = (place + 0.5) / 9;
      const hang = y - tilt + 2 * tilt * along + dip * 4 * along * (1 - along);
      return (
        rect(along * 640 - 4, hang - 2, 8, 10, p.string) +
        circle(along * 640, hang + 18, 13, nth(p.lamps, place))
      );
    })
  );
};

/** Social Activities: whoever came. */
export function social(roll: Dice, variant: number): string {
  const p = nth(partyPalettes, variant);
  const front = 3 + (variant % 3);
  const back = front - 1;
  const row = (count: number, base: number, scale: number, first: number) =>
    times(count, (place) =>
      at(
        320 + (place - (count - 1) / 2) * (640 / (front + 0.4)) + roll.between(-10, 10),
        base + roll.between(-12, 12),
        person(roll, p, first + place),
        scale,
      ),
    );
  const scale = [1.35, 1.2, 1.05][variant % 3] ?? 1.2;
  return (
    sheet(p.wall) +
    circle(320, 240, 230, p.glow) +
    (variant % 2
      ? flags(
          [-10, 20],
          [650, 30],
          40,
          [nth(p.lamps, 0), nth(p.lamps, 1), nth(p.clothes, 2)],
          p.string,
          26,
        )
      : lamps(roll, p, 16)) +
    row(back, 250, scale * 0.86, variant * 5 + 4) +
    row(front, 318, scale, variant * 3)
  );
}

interface CalmPalette {
  sky: string;
  sun: string;
  ring: string;
  water: string;
  ripple: string;
  petal: string;
  petal2: string;
  leaf: string;
  stone: Some<string>;
}

const calmPalettes: Some<CalmPalette> = [
  {
    sky: '#f6e1d0',
    sun: '#f2a88a',
    ring: '#f4c7ae',
    water: '#9fc4b8',
    ripple: '#d3e6dc',
    petal: '#f7d3d6',
    petal2: '#e59aa6',
    leaf: '#3f7f6b',
    stone: ['#5f7f7a', '#86a39a', '#c9b8a0', '#7d6f74'],
  },
  {
    sky: '#d9d3ea',
    sun: '#fdf1d8',
    ring: '#c6bde0',
    water: '#8b86bd',
    ripple: '#c3bfe2',
    petal: '#fdf1f4',
    petal2: '#e6b8cf',
    leaf: '#4d6f6d',
    stone: ['#4f4a7a', '#7570a6', '#d8cfe8', '#9a8fb8'],
  },
  {
    sky: '#cfe5dd',
    sun: '#f8d78e',
    ring: '#b5d6ca',
    water: '#4f9a94',
    ripple: '#9bd0c5',
    petal: '#fff6e6',
    petal2: '#f5c78a',
    leaf: '#1f5f58',
    stone: ['#2f5f5c', '#5f8f88', '#e3d8bd', '#8fa89a'],
  },
  {
    sky: '#264a54',
    sun: '#f4c9a4',
    ring: '#36616a',
    water: '#17363f',
    ripple: '#3f7079',
    petal: '#f6cdbf',
    petal2: '#d98c86',
    leaf: '#6fa894',
    stone: ['#7fa09a', '#b9c8bb', '#e8d3b8', '#567a7c'],
  },
];

const lotus = (p: CalmPalette, petals: number): string => {
  const petal = 'M0 0C-34 -30 -26 -88 0 -112C26 -88 34 -30 0 0Z';
  return (
    oval(0, 6, 150, 16, p.leaf) +
    times(petals, (place) =>
      at(0, 0, path(petal, p.petal2), 1, (place - (petals - 1) / 2) * (150 / petals)),
    ) +
    times(petals - 1, (place) =>
      at(0, 4, path(petal, p.petal), 0.82, (place - (petals - 2) / 2) * (130 / petals)),
    ) +
    at(0, 4, path(petal, p.petal2), 0.5)
  );
};

function stones(roll: Dice, p: CalmPalette, count: number): string {
  let y = 0;
  return times(count, (place) => {
    const w = 92 - place * (62 / count) + roll.between(-6, 6);
    const h = 25 - place * 2;
    y -= h;
    const stone = oval(roll.between(-8, 8), y, w, h + 1, nth(p.stone, place));
    y -= h - 4;
    return stone;
  });
}

const sitter = (p: CalmPalette): string =>
  oval(0, 8, 140, 14, p.leaf) +
  path('M-118 -8C-124 -44 -60 -44 0 -30C60 -44 124 -44 118 -8C112 10 -112 10 -118 -8Z', p.petal2) +
  path(
    'M-40 -34C-30 -90 -44 -110 -34 -134C-20 -146 20 -146 34 -134C44 -110 30 -90 40 -34Z',
    p.petal,
  ) +
  line('M-34 -126C-70 -110 -66 -66 -92 -32M34 -126C70 -110 66 -66 92 -32', p.petal, 18) +
  rect(-10, -160, 20, 28, nth(p.stone, 2), 8) +
  oval(0, -178, 25, 29, nth(p.stone, 2)) +
  path('M-27 -178C-30 -216 30 -216 27 -178C16 -196 -16 -196 -27 -178Z', p.leaf) +
  circle(0, -212, 13, p.leaf);

/** Health & Wellness: still water, a low sun. */
export function health(roll: Dice, variant: number): string {
  const p = nth(calmPalettes, variant);
  const kind = variant % 3;
  const horizon = roll.between(228, 250);
  const sunX = kind === 2 ? 320 : roll.between(200, 440);
  const x = kind === 2 ? 320 : sunX + (sunX > 320 ? -1 : 1) * roll.between(20, 70);
  const subject =
    [lotus(p, 5 + (variant % 2) * 2), stones(roll, p, 4 + (variant % 2)), sitter(p)][kind] ?? '';
  return (
    sheet(p.sky) +
    circle(sunX, horizon - 50, 170, `${p.ring}80`) +
    circle(sunX, horizon - 50, 126, p.ring) +
    circle(sunX, horizon - 50, 84, p.sun) +
    (variant % 2 ? hill(roll, horizon - 20, 16, p.ripple, 2) : '') +
    rect(0, horizon, 640, 360 - horizon, p.water) +
    times(13, (place) => {
      const y = horizon + 10 + place * 8.5;
      const from = roll.between(-20, 560);
      return line(d`M${from} ${y}h${roll.between(40, 130)}`, p.ripple, 4);
    }) +
    at(x, 312, subject, [1.2, 1.1, 1.12][kind] ?? 1) +
    at(roll.between(30, 80), 372, sprig(5, 190, p.leaf, p.leaf), 1, roll.between(-6, 16)) +
    at(roll.between(560, 610), 372, sprig(4, 150, p.leaf, p.leaf), 1, roll.between(-16, 6))
  );
}
