import {
  at,
  circle,
  d,
  type Dice,
  flags,
  line,
  nth,
  path,
  rect,
  sheet,
  type Some,
  sunOrMoon,
  times,
} from './paper.ts';

interface StreetPalette {
  sky: string;
  walls: Some<string>;
  trim: string;
  dark: string;
  light: string;
  awnings: Some<string>;
  ground: string;
}

const streetPalettes: Some<StreetPalette> = [
  {
    sky: '#f6dcc0',
    walls: ['#c4573a', '#e8b98a', '#8f3b2a', '#d98a5e'],
    trim: '#fdf1dc',
    dark: '#3b1d1a',
    light: '#f8d58a',
    awnings: ['#1f3f5c', '#0e4f39', '#b8452a'],
    ground: '#a98467',
  },
  {
    sky: '#24344f',
    walls: ['#a8492f', '#5d3442', '#c7754c', '#7d3a2c'],
    trim: '#f6dcb4',
    dark: '#171d2e',
    light: '#f6b73c',
    awnings: ['#d9532f', '#e9d9b4', '#3f7f78'],
    ground: '#151c2c',
  },
  {
    sky: '#cfdcd8',
    walls: ['#d77a55', '#f0cfa4', '#a84a34', '#e9a27a'],
    trim: '#fdf6e8',
    dark: '#26323d',
    light: '#e4efe9',
    awnings: ['#a8352a', '#26485e', '#d99a2b'],
    ground: '#8b8478',
  },
  {
    sky: '#f0a87a',
    walls: ['#7a2f2a', '#f3d3a6', '#b5543a', '#4a3140'],
    trim: '#fbe9cf',
    dark: '#2c1620',
    light: '#fbe9cf',
    awnings: ['#e9b13a', '#26485e', '#f3efe0'],
    ground: '#5d3a34',
  },
];

function shop(
  roll: Dice,
  p: StreetPalette,
  w: number,
  wall: string,
  awning: string,
  roof: number,
): string {
  const h = roll.between(150, 200);
  const columns = w > 150 ? 3 : 2;
  const gap = w / columns;
  const stripes = Math.round(w / 18);
  const stripe = w / stripes;
  const roofs = [
    rect(-4, -h - 14, w + 8, 16, p.dark),
    path(d`M-6 ${-h + 2}L${w / 2} ${-h - 56}L${w + 6} ${-h + 2}Z`, p.dark),
    path(
      d`M0 ${-h + 2}V${-h - 18}H${w * 0.22}V${-h - 36}H${w * 0.78}V${-h - 18}H${w}V${-h + 2}Z`,
      wall,
    ),
  ];
  const doorLeft = roll.whole(0, 1) === 1;
  const door = 34;
  const windowX = doorLeft ? door + 24 : 12;
  return (
    (roofs[roof] ?? '') +
    rect(0, -h, w, h, wall) +
    times(columns, (place) => {
      const x = gap * place + gap / 2 - 12;
      return rect(x, -h + 24, 24, 38, p.light, 2) + rect(x - 4, -h + 62, 32, 5, p.trim);
    }) +
    rect(8, -98, w - 16, 98, p.dark) +
    rect(windowX, -66, w - door - 36, 52, p.light) +
    rect(doorLeft ? 14 : w - door - 14, -70, door, 70, p.trim, 2) +
    circle(doorLeft ? 20 + door - 12 : w - door - 6, -32, 3, p.dark) +
    times(stripes, (place) =>
      path(
        d`M${place * stripe} -104h${stripe}v30a${stripe / 2} ${stripe / 2} 0 0 1 ${-stripe} 0Z`,
        place % 2 ? p.trim : awning,
      ),
    )
  );
}

/** Business & Networking: a row of shops with their awnings down. */
export function business(roll: Dice, variant: number): string {
  const p = nth(streetPalettes, variant);
  const count = 3 + (variant % 2) + (variant > 5 ? 1 : 0);
  const shares = Array.from({ length: count }, () => roll.between(0.8, 1.25));
  const total = shares.reduce((sum, share) => sum + share, 0);
  let x = -12;
  const row = shares.map((share, place) => {
    const w = (664 * share) / total;
    const built = at(
      x,
      322,
      shop(
        roll,
        p,
        w,
        nth(p.walls, place + variant),
        nth(p.awnings, place + variant),
        (place + variant + (variant > 3 ? 1 : 0)) % 3,
      ),
    );
    x += w;
    return built;
  });
  return (
    sheet(p.sky) +
    sunOrMoon(roll.between(80, 560), roll.between(44, 70), 30, p.trim, p.sky, variant % 4 === 1) +
    row.join('') +
    rect(0, 320, 640, 40, p.ground) +
    line('M0 340H640', p.trim, 3).replace('/>', ' stroke-dasharray="46 30"/>') +
    (variant % 2 ? flags([-10, 60], [650, 84], 40, [p.light, ...p.awnings], p.trim, 20) : '')
  );
}
