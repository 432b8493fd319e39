/** A colour as '0e4f39'. */
type Colour = string;

const ink = '000000';
const paper = 'ffffff';

/** The least contrast of small text with its background (WCAG 2.2, 1.4.3). */
export const readableContrast = 4.5;

const channelsOf = (colour: Colour) =>
  [0, 2, 4].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** The relative luminance, from 0 to 1 (WCAG 2.2). */
function luminanceOf(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio, from 1 to 21. */
export function contrastOf(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** `part` of the way from one colour to another, from 0 to 1. */
export function mixColours(one: Colour, other: Colour, part: number): Colour {
  const others = channelsOf(other);
  return channelsOf(one)
    .map((channel, at) => Math.round(channel + ((others[at] ?? 0) - channel) * part))
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('');
}

/** Black or white: one of them is readable on any colour. */
export const inkOn = (colour: Colour): Colour =>
  contrastOf(ink, colour) >= contrastOf(paper, colour) ? ink : paper;

const mixSteps = 20;

/** Black or white, whichever is harder to read on the colour. */
export const unreadableOn = (colour: Colour): Colour => (inkOn(colour) === ink ? paper : ink);

/**
 * Returns the colour, or the nearest darker or lighter one that is readable on all of these
 * backgrounds, which are all light or all dark.
 */
export function readableOn(colour: Colour, grounds: Colour[]): Colour {
  const isReadable = (tried: Colour) =>
    grounds.every((ground) => contrastOf(tried, ground) >= readableContrast);
  const towards = inkOn(grounds[0] ?? paper);
  const tries = Array.from({ length: mixSteps + 1 }, (_, step) =>
    mixColours(colour, towards, step / mixSteps),
  );
  return tries.find(isReadable) ?? towards;
}
