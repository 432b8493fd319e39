/** Scissors, paper and paste: what the covers are made of. A sheet is 640 by 360. */

export type Some<T> = readonly [T, ...T[]];

export interface Dice {
  between: (low: number, high: number) => number;
  whole: (low: number, high: number) => number;
  pick: <T>(from: Some<T>) => T;
}

/** Creates a pseudorandom generator. A seed yields the same numbers on every machine. */
export function dice(seed: number): Dice {
  let state = (seed + 1) * 0x9e3779b9;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  };
  return {
    between: (low, high) => low + next() * (high - low),
    whole: (low, high) => Math.floor(low + next() * (high - low + 1)),
    pick: (from) => from[Math.floor(next() * from.length)] ?? from[0],
  };
}

/** The nth of a list that starts again when it is used up. */
export const nth = <T>(list: Some<T>, place: number): T => list[place % list.length] ?? list[0];

export const times = (count: number, make: (place: number) => string): string =>
  Array.from({ length: count }, (_, place) => make(place)).join('');

const n = (value: number) => String(Math.round(value * 10) / 10);

/** A path's text, its numbers cut to what the eye can see. */
export const d = (parts: TemplateStringsArray, ...values: number[]): string =>
  parts.reduce((text, part, place) => text + n(values[place - 1] ?? 0) + part);

export const path = (shape: string, fill: string): string => `<path fill="${fill}" d="${shape}"/>`;

export const line = (shape: string, stroke: string, width: number): string =>
  `<path fill="none" stroke="${stroke}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" d="${shape}"/>`;

export const rect = (x: number, y: number, w: number, h: number, fill: string, round = 0): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}"${round ? ` rx="${n(round)}"` : ''} fill="${fill}"/>`;

export const circle = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"/>`;

export const oval = (x: number, y: number, rx: number, ry: number, fill: string): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"/>`;

export const at = (x: number, y: number, content: string, scale = 1, turn = 0): string =>
  `<g transform="translate(${n(x)} ${n(y)})${turn ? ` rotate(${n(turn)})` : ''}${scale === 1 ? '' : ` scale(${scale.toFixed(2)})`}">${content}</g>`;

export const sheet = (fill: string): string => rect(0, 0, 640, 360, fill);

/** Rolling ground, from one edge of the sheet to the other. */
export function hill(roll: Dice, y: number, swing: number, fill: string, steps = 3): string {
  const step = 640 / steps;
  let height = y + roll.between(-swing, swing);
  let shape = d`M0 360V${height}`;
  let up = roll.whole(0, 1) === 1;
  for (let place = 0; place < steps; place++) {
    const next = y + (up ? -1 : 1) * roll.between(swing * 0.3, swing);
    const x = place * step;
    shape += d`C${x + step / 2} ${height} ${x + step / 2} ${next} ${x + step} ${next}`;
    height = next;
    up = !up;
  }
  return path(`${shape}V360Z`, fill);
}

/** A string of flags from one nail to another. */
export function flags(
  from: readonly [number, number],
  to: readonly [number, number],
  sag: number,
  colours: Some<string>,
  string: string,
  size = 24,
): string {
  const [x1, y1] = from;
  const [x2, y2] = to;
  const count = Math.max(3, Math.round(Math.hypot(x2 - x1, y2 - y1) / (size * 1.3)));
  const point = (along: number): [number, number] => [
    x1 + (x2 - x1) * along,
    y1 + (y2 - y1) * along + sag * 4 * along * (1 - along),
  ];
  const cloths = times(count, (place) => {
    const [ax, ay] = point((place + 0.12) / count);
    const [bx, by] = point((place + 0.88) / count);
    const lean = (by - ay) * 0.7;
    return path(
      d`M${ax} ${ay}L${bx} ${by}L${(ax + bx) / 2 - lean} ${(ay + by) / 2 + size}Z`,
      nth(colours, place),
    );
  });
  const cord = line(
    d`M${x1} ${y1}Q${(x1 + x2) / 2} ${(y1 + y2) / 2 + sag * 2} ${x2} ${y2}`,
    string,
    2.5,
  );
  return cloths + cord;
}

export function sunOrMoon(
  x: number,
  y: number,
  r: number,
  fill: string,
  sky: string,
  moon: boolean,
): string {
  return circle(x, y, r, fill) + (moon ? circle(x + r * 0.42, y - r * 0.2, r * 0.82, sky) : '');
}

export const roundTree = (
  x: number,
  base: number,
  h: number,
  leaf: string,
  trunk: string,
): string =>
  rect(x - h * 0.04, base - h * 0.5, h * 0.08, h * 0.5, trunk) +
  oval(x, base - h * 0.62, h * 0.27, h * 0.38, leaf);

export const pine = (x: number, base: number, h: number, leaf: string, trunk: string): string =>
  rect(x - h * 0.04, base - h * 0.2, h * 0.08, h * 0.2, trunk) +
  path(
    d`M${x} ${base - h}l${h * 0.17} ${h * 0.34}h${-h * 0.07}l${h * 0.14} ${h * 0.26}h${-h * 0.07}l${h * 0.13} ${h * 0.26}h${-h * 0.6}l${h * 0.13} ${-h * 0.26}h${-h * 0.07}l${h * 0.14} ${-h * 0.26}h${-h * 0.07}Z`,
    leaf,
  );

export const arch = (x: number, base: number, w: number, h: number, fill: string): string =>
  path(d`M${x} ${base}v${w / 2 - h}a${w / 2} ${w / 2} 0 0 1 ${w} 0v${h - w / 2}Z`, fill);

/** A leafy twig, growing upwards from its foot. */
export function sprig(leaves: number, length: number, fill: string, stem: string): string {
  const step = length / (leaves + 1);
  const leaf = step * 1.15;
  return (
    line(d`M0 0V${-length + step * 0.6}`, stem, 4) +
    times(leaves, (place) => {
      const y = -step * (place + 0.6);
      const grown = leaf * (1 - place / (leaves * 2.4));
      return (
        path(
          d`M0 ${y}q${grown * 0.2} ${-grown} ${grown * 1.25} ${-grown * 0.75}q${-grown * 0.1} ${grown} ${-grown * 1.25} ${grown * 0.75}Z`,
          fill,
        ) +
        path(
          d`M0 ${y}q${-grown * 0.2} ${-grown} ${-grown * 1.25} ${-grown * 0.75}q${grown * 0.1} ${grown} ${grown * 1.25} ${grown * 0.75}Z`,
          fill,
        )
      );
    }) +
    oval(0, -length + step * 0.2, step * 0.3, step * 0.65, fill)
  );
}

export const potPlant = (pot: string, leaf: string, leaves: number): string =>
  at(0, -44, sprig(leaves, 110, leaf, leaf)) +
  at(0, -44, sprig(leaves - 1, 84, leaf, leaf), 1, -34) +
  at(0, -44, sprig(leaves - 1, 84, leaf, leaf), 1, 34) +
  path('M-32 -50H32L24 0H-24Z', pot) +
  rect(-37, -58, 74, 16, pot, 3);
