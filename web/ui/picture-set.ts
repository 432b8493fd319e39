/** The widths of uploaded pictures, the original last. */
export const pictureWidthSets = {
  avatar: [96, 192, 512],
  cover: [320, 640, 960, 1280],
} as const;

const ownPicture = /^(\/media\/[0-9a-f]{64})\.webp$/;

/** Returns the `srcset` of an uploaded picture; undefined for any other. */
export function pictureSet(
  url: string | null | undefined,
  use: keyof typeof pictureWidthSets,
): string | undefined {
  const [whole, address] = ownPicture.exec(url ?? '') ?? [];
  if (!address) return undefined;
  const own = pictureWidthSets[use].at(-1);
  return pictureWidthSets[use]
    .map((width) => `${width === own ? whole : `${address}-${width}.webp`} ${width}w`)
    .join(', ');
}
