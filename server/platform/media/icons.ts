import { loadSharp } from './images.ts';

/** How an icon is drawn from a stored picture. */
export interface IconLook {
  size: number;
  /** Systems that round or mask an icon need a ground, and the picture within the safe circle. */
  onGround?: boolean;
}

/** The paper colour of the light theme. */
const ground = '#fbf5e9';
const clear = { r: 0, g: 0, b: 0, alpha: 0 };
/** The share of its width that a masked icon keeps clear on each side. */
const safeMargin = 0.14;

/** Draws a stored picture as a square PNG. */
export async function drawIcon(stored: Buffer, { size, onGround }: IconLook): Promise<Buffer> {
  const sharp = await loadSharp();
  const margin = onGround ? Math.round(size * safeMargin) : 0;
  const inner = size - 2 * margin;
  const icon = sharp(stored)
    .resize({ width: inner, height: inner, fit: 'contain', background: clear })
    .extend({ top: margin, right: margin, bottom: margin, left: margin, background: clear });
  return (onGround ? icon.flatten({ background: ground }) : icon).png().toBuffer();
}
