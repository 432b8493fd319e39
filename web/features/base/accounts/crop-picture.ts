/** The part of a picture that is kept, in its own pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Larger than this the server would make it smaller. */
const largestSide = 512;
const quality = 0.9;

/**
 * The part of a picture as a square of at most 512 pixels, as a data URL; undefined where the browser can't
 * draw it.
 */
export async function cropPicture(source: string, area: Area): Promise<string | undefined> {
  try {
    const image = new Image();
    image.src = source;
    await image.decode();
    const side = Math.max(1, Math.min(largestSide, Math.round(area.width)));
    const canvas = document.createElement('canvas');
    canvas.width = side;
    canvas.height = side;
    const context = canvas.getContext('2d');
    if (!context) return undefined;
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side);
    // A browser that can't write WebP writes PNG, which is as good.
    const url = canvas.toDataURL('image/webp', quality);
    return url.startsWith('data:image/') ? url : undefined;
  } catch {
    return undefined;
  }
}
