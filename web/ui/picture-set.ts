/** The widths a picture of ours can be had in, its own last. */
export const sets = {
  avatar: [96, 192, 512],
  cover: [320, 640, 960, 1280],
} as const;

const ownPicture = /^(\/media\/[0-9a-f]{64})\.webp$/;

/** The `srcset` of one of our own pictures; undefined for any other. */
export function pictureSet(
  url: string | null | undefined,
  use: keyof typeof sets,
): string | undefined {
  const [whole, address] = ownPicture.exec(url ?? '') ?? [];
  if (!address) return undefined;
  const own = sets[use].at(-1);
  return sets[use]
    .map((width) => `${width === own ? whole : `${address}-${width}.webp`} ${width}w`)
    .join(', ');
}
