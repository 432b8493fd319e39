import {
  at,
  circle,
  d,
  type Dice,
  line,
  nth,
  oval,
  path,
  rect,
  type Some,
  sheet,
  sprig,
  times,
} from './paper.ts';

const artPalettes: Some<Some<string>> = [
  ['#e8573f', '#23438e', '#fbeed6', '#f4a91c', '#1f7a63', '#f3b6c0'],
  ['#f08a94', '#1d3f7a', '#fdf4e0', '#d9432f', '#f2c14e', '#2f8f86'],
  ['#2a4fa0', '#f2603f', '#f9dfc0', '#f5c2cc', '#0f5a4a', '#f2b632'],
  ['#f5a57a', '#7a2a55', '#fff3df', '#2f6fa8', '#e2443f', '#3f8f5f'],
];

/** How light a colour is to the eye, 0 to 255. */
const lightness = (hex: string): number =>
  [0.3, 0.59, 0.11].reduce(
    (sum, share, place) => sum + share * parseInt(hex.slice(1 + place * 2, 3 + place * 2), 16),
    0,
  );

/**
 * The colours of a palette that show up on one of them, in an order of their own for each place.
 */
function inks(palette: Some<string>, ground: string, place: number): Some<string> {
  const clear = palette.filter((each) => Math.abs(lightness(each) - lightness(ground)) > 48);
  const turned = [...clear.slice(place % clear.length), ...clear.slice(0, place % clear.length)];
  return [turned[0] ?? '#fdf4e0', ...turned.slice(1)];
}

/** The seaweed leaf of the cut-outs: rounded lobes to both sides of a rib. */
function weed(lobes: number, fill: string): string {
  const step = 138 / lobes;
  return (
    line('M0 76V-60', fill, 16) +
    times(lobes, (place) => {
      const y = 58 - place * step;
      const reach = 30 + 30 * Math.sin(((place + 0.6) / lobes) * Math.PI);
      return line(
        d`M0 ${y}Q${reach * 0.6} ${y - 2} ${reach} ${y - step * 0.62}M0 ${y}Q${-reach * 0.6} ${y - 2} ${-reach} ${y - step * 0.62}`,
        fill,
        step * 0.52,
      );
    }) +
    line('M0 -56V-72', fill, step * 0.6)
  );
}

const burst = (points: number, inner: number): string =>
  `M${Array.from({ length: points * 2 }, (_, place) => {
    const angle = (place * Math.PI) / points;
    const reach = place % 2 ? inner : 66;
    return d`${Math.sin(angle) * reach} ${-Math.cos(angle) * reach}`;
  }).join('L')}Z`;

const motifs: Some<(roll: Dice, ink: string, ink2: string, ground: string) => string> = [
  (roll, ink) => at(0, 0, weed(roll.whole(4, 5), ink), 1, roll.between(-24, 24)),
  (roll, ink, ink2) => path(burst(roll.whole(8, 12), 36), ink) + circle(0, 0, 22, ink2),
  (roll, ink, ink2) => at(0, 80, sprig(roll.whole(4, 6), 160, ink, ink2), 1, roll.between(-12, 12)),
  (_, ink, ink2, ground) =>
    times(3, (place) =>
      at(
        (place - 1) * 6,
        -10,
        line('M0 0V-44', ink2, 5) + circle(0, -52, 15, ink2) + circle(0, -52, 6, ground),
        1,
        (place - 1) * 34,
      ),
    ) +
    path('M-20 -16H20C16 0 44 16 40 44C38 68 20 76 0 76S-38 68 -40 44C-44 16 -16 0 -20 -16Z', ink),
  (_, ink, ink2) =>
    times(4, (place) =>
      line(d`M-58 ${-48 + place * 32}q14.500 -22 29 0t29 0t29 0t29 0`, place % 2 ? ink2 : ink, 11),
    ),
  (_, ink, ink2) =>
    path(
      'M-66 20C-40 -10 -30 -4 -10 -18C-6 -50 20 -70 52 -66C44 -56 50 -44 30 -34C44 -36 58 -30 70 -22C44 -22 46 6 20 22C-4 36 -34 30 -66 20Z',
      ink,
    ) + path('M-14 -14C-26 -44 -48 -56 -60 -58C-54 -36 -46 -18 -30 -4Z', ink2),
  (_, ink, ink2, ground) =>
    path('M-66 0C-30 -48 30 -48 66 0C30 48 -30 48 -66 0Z', ink) +
    circle(0, 0, 30, ground) +
    circle(0, 0, 17, ink2),
  (roll, ink, ink2) =>
    at(
      0,
      0,
      path('M24 -60A64 64 0 1 0 24 60A66 66 0 0 1 24 -60Z', ink) + circle(26, 0, 15, ink2),
      1,
      roll.between(-60, 30),
    ),
];

/** Arts & Creative: scissors and bright paper. */
export function arts(roll: Dice, variant: number): string {
  const palette = nth(artPalettes, variant);
  const colour = (place: number) => nth(palette, place);
  const layouts: Some<Some<readonly [number, number, number, number]>> = [
    [
      [0, 0, 160, 180],
      [160, 0, 160, 180],
      [320, 0, 320, 180],
      [0, 180, 320, 180],
      [320, 180, 160, 180],
      [480, 180, 160, 180],
    ],
    [
      [0, 0, 214, 360],
      [214, 0, 213, 180],
      [427, 0, 213, 180],
      [214, 180, 426, 180],
    ],
    [
      [0, 0, 320, 180],
      [320, 0, 160, 180],
      [480, 0, 160, 360],
      [0, 180, 160, 180],
      [160, 180, 320, 180],
    ],
    [
      [0, 0, 160, 360],
      [160, 0, 240, 360],
      [400, 0, 240, 180],
      [400, 180, 120, 180],
      [520, 180, 120, 180],
    ],
  ];
  const cells = nth(layouts, variant + (variant >> 2));
  return times(cells.length, (place) => {
    const [x, y, w, h] = nth(cells, place);
    const ground = colour(place + variant);
    const [ink, ink2 = ink] = inks(palette, ground, place + variant);
    const scale = Math.min(w, h) / 185 + (w === h * 2 ? 0.15 : 0);
    const drawn = nth(motifs, place * 3 + variant)(roll, ink, ink2, ground);
    const second =
      w > h
        ? at(
            x + w * 0.72,
            y + h / 2,
            nth(motifs, place * 3 + variant + 5)(roll, ink, ink2, ground),
            scale * 0.85,
          )
        : '';
    return (
      rect(x, y, w + 1, h + 1, ground) +
      at(x + (w > h ? w * 0.3 : w / 2), y + h / 2, drawn, h > w ? scale * 1.25 : scale) +
      second
    );
  });
}

const worldPalettes: Some<Some<string>> = [
  ['#12707a', '#f2b13c', '#fdf1d8', '#c7375c', '#0a4a52', '#e8754a'],
  ['#f0a93a', '#0f6b73', '#fff3d6', '#b02f5a', '#d98a1c', '#2d4a8a'],
  ['#b8335c', '#f6c453', '#fdeedb', '#0f7a78', '#962447', '#f08a5c'],
  ['#0d3f4f', '#e86f4a', '#f9e6c4', '#f2b13c', '#1c5a6b', '#5fb0a4'],
];

/** Weaves and tiles, each 40 across. */
const weaves: Some<(ink: string, ink2: string) => string> = [
  (ink, ink2) =>
    line('M-5 15L10 30L30 10L45 25', ink, 8) + circle(10, 8, 4, ink2) + circle(30, 32, 4, ink2),
  (ink, ink2) => path('M20 2L38 20L20 38L2 20Z', ink) + path('M20 12L28 20L20 28L12 20Z', ink2),
  (ink, ink2) =>
    circle(0, 40, 24, ink) +
    circle(40, 40, 24, ink) +
    circle(20, 20, 22, ink2) +
    circle(20, 20, 12, ink) +
    circle(0, 0, 10, ink2) +
    circle(40, 0, 10, ink2),
  (ink, ink2) =>
    path('M20 0Q24 16 40 20Q24 24 20 40Q16 24 0 20Q16 16 20 0Z', ink) +
    circle(0, 0, 7, ink2) +
    circle(40, 0, 7, ink2) +
    circle(0, 40, 7, ink2) +
    circle(40, 40, 7, ink2),
  (ink, ink2) =>
    line('M-10 12q15 -16 30 0t30 0', ink, 7) + line('M-10 32q15 -16 30 0t30 0', ink2, 7),
  (ink, ink2) => path('M0 0H20L0 20ZM40 40H20L40 20Z', ink) + path('M20 20H40L20 40Z', ink2),
  (ink, ink2) => path('M4 36V22H14V12H26V22H36V36H26V28H14V36Z', ink) + rect(16, 0, 8, 6, ink2),
  (ink, ink2) =>
    oval(20, 10, 7, 10, ink) +
    oval(20, 30, 7, 10, ink) +
    oval(10, 20, 10, 7, ink) +
    oval(30, 20, 10, 7, ink) +
    circle(20, 20, 6, ink2),
];

const bubbles: Some<(fill: string) => string> = [
  (fill) =>
    path(
      'M-120 -60Q-120 -84 -96 -84H96Q120 -84 120 -60V44Q120 68 96 68H-30L-74 112L-70 68H-96Q-120 68 -120 44Z',
      fill,
    ),
  (fill) =>
    path(
      'M0 -88C78 -88 122 -52 122 -8S84 72 14 74C4 96 -20 112 -48 114C-38 102 -34 84 -36 70C-94 62 -122 30 -122 -8S-78 -88 0 -88Z',
      fill,
    ),
  (fill) => path('M-110 -80H110V64H84L76 108L32 64H-110Z', fill),
];

/** Language & Culture: many ways of saying it, each with its own weave. */
export function culture(roll: Dice, variant: number): string {
  const p = nth(worldPalettes, variant);
  const layouts: Some<Some<readonly [number, number, number, boolean]>> = [
    [
      [190, 150, 1.25, false],
      [480, 230, 1, true],
    ],
    [
      [150, 130, 0.95, false],
      [330, 240, 0.95, true],
      [515, 130, 0.95, true],
    ],
    [
      [450, 150, 1.25, true],
      [160, 230, 1, false],
    ],
    [
      [140, 220, 0.95, false],
      [320, 120, 0.95, false],
      [510, 230, 0.95, true],
    ],
  ];
  const layout = nth(layouts, variant + (variant >> 2));
  const weave = (
    id: string,
    which: number,
    ground: string,
    ink: string,
    ink2: string,
    size: number,
  ) =>
    `<pattern id="${id}" width="40" height="40" patternUnits="userSpaceOnUse" patternTransform="scale(${size})">${rect(0, 0, 40, 40, ground)}${nth(weaves, which)(ink, ink2)}</pattern>`;
  const grounds: Some<readonly [number, number, number]> = [
    [2, 3, 1],
    [1, 4, 2],
    [3, 2, 1],
  ];
  return (
    weave('g', variant + 3, nth(p, 0), nth(p, 4), nth(p, 4), 1.5) +
    times(layout.length, (place) => {
      const [ground, ink, ink2] = nth(grounds, place + variant);
      return weave(
        `b${place}`,
        variant + place * 3 + 1,
        nth(p, ground),
        nth(p, ink),
        nth(p, place % 2 ? 5 : ink2),
        1,
      );
    }) +
    sheet('url(#g)') +
    times(layout.length, (place) => {
      const [x, y, size, flip] = nth(layout, place);
      const shape = nth(bubbles, place + variant);
      const drawn = shape(`url(#b${place})`);
      const border = shape(nth(p, 2)).replace(
        '/>',
        ` stroke="${nth(p, 2)}" stroke-width="18" stroke-linejoin="round"/>`,
      );
      return `<g transform="translate(${Math.round(x + roll.between(-10, 10))} ${y}) scale(${flip ? -size : size} ${size})">${border}${drawn}</g>`;
    })
  );
}
