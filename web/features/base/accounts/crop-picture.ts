/** The part of a picture to keep, in the picture's own pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The server scales larger pictures down to this. */
const largestSide = 512;
const quality = 0.9;

/**
 * Crops a picture to a square of at most 512 pixels. Returns a data URL, or undefined where the
 * browser can't draw it.
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
    // Browsers without WebP support fall back to PNG, which the server accepts too.
    const url = canvas.toDataURL('image/webp', quality);
    return url.startsWith('data:image/') ? url : undefined;
  } catch {
    return undefined;
  }
}
