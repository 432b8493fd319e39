import {
  arch,
  at,
  circle,
  d,
  type Dice,
  flags,
  hill,
  line,
  nth,
  path,
  pine,
  rect,
  roundTree,
  sheet,
  type Some,
  sunOrMoon,
  times,
} from './paper.ts';

const fete: Some<string> = ['#f4a91c', '#fdf1d8', '#d9532f', '#7fb69a'];

interface HallPalette {
  sky: string;
  disc: string;
  far: string;
  near: string;
  wall: string;
  roof: string;
  light: string;
  tree: string;
  night?: true;
}

const hallPalettes: Some<HallPalette> = [
  {
    sky: '#f8dfa6',
    disc: '#f4a91c',
    far: '#8fb98c',
    near: '#2f7a55',
    wall: '#fdf4e0',
    roof: '#0e4f39',
    light: '#f4a91c',
    tree: '#14613f',
  },
  {
    sky: '#0f3b2d',
    disc: '#f7d98c',
    far: '#1c5a43',
    near: '#0a2a20',
    wall: '#e9d9b4',
    roof: '#b8452a',
    light: '#f6b73c',
    tree: '#16694a',
    night: true,
  },
  {
    sky: '#bcdcc6',
    disc: '#fdf4e0',
    far: '#5b9f79',
    near: '#14613f',
    wall: '#f9e3b4',
    roof: '#b8452a',
    light: '#0e4f39',
    tree: '#0e4f39',
  },
  {
    sky: '#f2b05e',
    disc: '#fdf1d8',
    far: '#c9793a',
    near: '#7c3d1e',
    wall: '#fdf1d8',
    roof: '#0e4f39',
    light: '#d9532f',
    tree: '#1d5a40',
  },
];

function gabledHall(p: HallPalette, w: number): string {
  const half = w / 2;
  return (
    rect(-half, -92, w, 92, p.wall) +
    path(d`M${-half - 16} -88L${-half + 34} -158H${half - 34}L${half + 16} -88Z`, p.roof) +
    rect(-13, -186, 26, 36, p.wall) +
    path('M-22 -184L0 -214L22 -184Z', p.roof) +
    circle(0, -170, 8, p.roof) +
    path('M-50 0V-96L0 -140L50 -96V0Z', p.wall) +
    path('M-60 -90L0 -146L60 -90L52 -82L0 -130L-52 -82Z', p.roof) +
    arch(-17, 0, 34, 62, p.roof) +
    circle(0, -88, 10, p.light) +
    times(2, (side) =>
      times(Math.floor((half - 56) / 38), (place) =>
        arch((side === 0 ? -1 : 1) * (78 + place * 38) - 11, -22, 22, 48, p.light),
      ),
    )
  );
}

function steepHall(p: HallPalette, w: number): string {
  const half = w * 0.36;
  return (
    path(d`M${-half} 0V-104L0 -196L${half} -104V0Z`, p.wall) +
    path(
      d`M${-half - 20} -92L0 -214L${half + 20} -92L${half + 8} -78L0 -188L${-half - 8} -78Z`,
      p.roof,
    ) +
    arch(-22, 0, 44, 70, p.roof) +
    rect(-1.5, -58, 3, 58, p.wall) +
    circle(0, -118, 20, p.light) +
    line('M0 -118V-130M0 -118H8', p.wall, 3) +
    arch(-half + 16, -24, 26, 54, p.light) +
    arch(half - 42, -24, 26, 54, p.light)
  );
}

/** General: the hall itself, dressed for the fête. */
export function general(roll: Dice, variant: number): string {
  const p = nth(hallPalettes, variant);
  const steep = variant >= 4;
  const x = roll.between(260, 380);
  const base = 300;
  const w = roll.between(270, 330);
  const ridge = [x, base - 212] as const;
  const planted = (from: number, to: number) =>
    times(roll.whole(1, 3), () =>
      (roll.whole(0, 1) ? roundTree : pine)(
        roll.between(from, to),
        base + roll.between(4, 20),
        roll.between(90, 150),
        p.tree,
        p.roof,
      ),
    );
  return (
    sheet(p.sky) +
    (p.night ? stars(roll, 26, '#f7e6b8', 190) : '') +
    sunOrMoon(
      variant % 2 ? roll.between(70, 160) : roll.between(480, 570),
      roll.between(70, 110),
      roll.between(34, 46),
      p.disc,
      p.sky,
      Boolean(p.night),
    ) +
    hill(roll, 248, 26, p.far, 2) +
    planted(20, 110) +
    planted(530, 620) +
    hill(roll, 304, 6, p.near, 2) +
    at(x, base, steep ? steepHall(p, w) : gabledHall(p, w)) +
    path(
      d`M${x - 18} 299C${x - 30} 325 ${x - 60} 340 ${x - 70} 360H${x + 50}C${x + 30} 340 ${x + 30} 320 ${x + 18} 299Z`,
      p.wall,
    ) +
    flags(ridge, [-10, roll.between(60, 120)], 34, fete, p.wall) +
    flags(ridge, [650, roll.between(60, 120)], 34, fete, p.wall)
  );
}

const stars = (roll: Dice, count: number, fill: string, below: number): string =>
  times(count, () =>
    circle(roll.between(0, 640), roll.between(0, below), roll.between(1, 2.4), fill),
  );

interface LandPalette {
  sky: string;
  disc: string;
  land: readonly [string, string, string, string];
  tree: string;
  detail: string;
  night?: true;
}

const landPalettes: Some<LandPalette> = [
  {
    sky: '#cfe6dc',
    disc: '#f6b73c',
    land: ['#9cc9b0', '#6aa985', '#3d8561', '#1c5c41'],
    tree: '#11442f',
    detail: '#fdf4e0',
  },
  {
    sky: '#f7c9a0',
    disc: '#e2593a',
    land: ['#d99a7a', '#93795f', '#4f6b4e', '#25493a'],
    tree: '#17342a',
    detail: '#fdebc8',
  },
  {
    sky: '#12304a',
    disc: '#f5e3b0',
    land: ['#23506a', '#1d5f63', '#17494a', '#0d3034'],
    tree: '#082324',
    detail: '#f6b73c',
    night: true,
  },
  {
    sky: '#f6e3b0',
    disc: '#fdf8ea',
    land: ['#d8b253', '#b98a2d', '#7f7a2c', '#44561f'],
    tree: '#2b3b14',
    detail: '#d9532f',
  },
];

const bird = (x: number, y: number, size: number, stroke: string): string =>
  line(
    d`M${x - size} ${y - size * 0.4}q${size * 0.5} ${-size * 0.3} ${size} ${size * 0.4}q${size * 0.5} ${-size * 0.7} ${size} ${-size * 0.4}`,
    stroke,
    3,
  );

const tent = (fill: string, shade: string): string =>
  path('M-56 0L0 -78L56 0Z', fill) +
  path('M-18 0L0 -78L20 0Z', shade) +
  line('M-6 -86L0 -78L6 -86', shade, 4);

const kite = (fill: string, tail: string): string =>
  line('M0 34C-14 70 16 84 -6 122S-30 160 -20 190', tail, 2.5) +
  path('M0 -40L28 0L0 42L-28 0Z', fill) +
  path('M0 -40L28 0H-28Z', tail) +
  times(3, (place) => path(d`M${-4 + place * 2} ${64 + place * 26}l-12 -8v16Zl12 -8v16Z`, tail));

const boat = (fill: string, sail: string): string =>
  path('M-46 0H46L30 22H-30Z', fill) +
  path('M2 -6V-84L44 -6Z', sail) +
  path('M-6 -6V-66L-36 -6Z', sail);

const balloon = (fill: string, stripe: string, basket: string): string =>
  line('M-22 42L-10 74M22 42L10 74', basket, 2.5) +
  circle(0, 0, 52, fill) +
  path('M-46 24C-34 48 -22 54 -14 62H14C22 54 34 48 46 24Z', fill) +
  path('M-16 -50C-30 -20 -26 30 -8 62H8C26 30 30 -20 16 -50Q0 -54 -16 -50Z', stripe) +
  rect(-13, 72, 26, 20, basket, 4);

const birds = (roll: Dice, x: number, y: number, stroke: string): string =>
  times(roll.whole(3, 4), (place) => bird(x + place * 34, y + (place % 2) * 20, 12, stroke));

const peak = (x: number, fill: string, snow: string): string =>
  path(d`M${x - 190} 300L${x - 20} 104L${x + 56} 184L${x + 112} 138L${x + 260} 300Z`, fill) +
  path(d`M${x - 20} 104L${x + 18} 144L${x} 158L${x - 16} 142L${x - 34} 162L${x - 58} 148Z`, snow);

type Outing = 'tent' | 'boat' | 'kite' | 'balloon';

const outings: Some<Outing> = [
  'tent',
  'boat',
  'tent',
  'kite',
  'balloon',
  'kite',
  'boat',
  'balloon',
];

/** Outdoors & Adventure: hills behind hills, and somewhere to go. */
export function outdoors(roll: Dice, variant: number): string {
  const p = nth(landPalettes, variant);
  const outing = nth(outings, variant);
  const lake = outing === 'boat';
  const right = roll.whole(0, 1) === 1;
  const discX = right ? roll.between(90, 230) : roll.between(410, 550);
  const trees = (count: number, from: number, to: number, base: number, tall: number) =>
    times(count, () =>
      (variant % 2 ? pine : roundTree)(
        roll.between(from, to),
        base + roll.between(-8, 12),
        tall * roll.between(0.75, 1.2),
        p.tree,
        p.land[3],
      ),
    );
  const water = () =>
    path('M0 268H640V360H0Z', p.land[0]) +
    times(10, () => {
      const x = roll.between(20, 560);
      return line(d`M${x} ${roll.between(284, 350)}h${roll.between(30, 90)}`, p.sky, 4);
    });
  const meadow = () =>
    hill(roll, 286, 20, p.land[3], 2) +
    path(
      'M300 360C330 330 380 322 352 300S300 282 330 268L338 268C322 284 372 286 386 304S384 334 400 360Z',
      p.detail,
    );
  const away = right ? roll.between(440, 490) : roll.between(150, 200);
  const goal: Record<Outing, () => string> = {
    boat: () => at(away - 30, 296, boat(p.tree, p.detail)),
    tent: () => at(away + 10, 324, tent(p.detail, p.night ? p.disc : p.land[2]), 0.95),
    kite: () => at(away, 92, kite(p.disc, p.tree), 0.95),
    balloon: () => at(away, 96, balloon(p.disc, p.detail, p.tree), 1.05),
  };
  return (
    sheet(p.sky) +
    (p.night ? stars(roll, 40, p.disc, 200) : '') +
    circle(discX, 108, 74, `${p.disc}40`) +
    sunOrMoon(discX, 108, 50, outing === 'balloon' ? p.detail : p.disc, p.sky, false) +
    (variant === 0 ? peak(away, p.land[0], p.detail) : '') +
    hill(roll, 200, 24, p.land[0]) +
    hill(roll, 230, 22, p.land[1], 2) +
    hill(roll, 258, 20, p.land[2], 3) +
    (lake
      ? trees(6, right ? 10 : 330, right ? 310 : 630, 268, 70)
      : trees(4, right ? 20 : 400, right ? 240 : 620, 290, 110)) +
    (lake ? water() : meadow()) +
    goal[outing]() +
    (p.night || outing === 'kite' ? '' : birds(roll, 280, 64, p.tree)) +
    (lake ? '' : trees(2, right ? 560 : 10, right ? 630 : 80, 366, 130))
  );
}
