const family = 'Bricolage Grotesque Variable';
const weights = '200 800';

let late: FontFace | undefined;

/**
 * Nothing may move once it is painted, so a display face that comes after the first paint stays away from the
 * page (`font-display: optional`). It is made ready here for the pages after it.
 */
export async function readyOwnFace(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[as="font"]');
  if (!link) return;
  const face = new FontFace(family, `url(${link.href})`, { weight: weights });
  // Without it the stand-in stays.
  late = await face.load().catch(() => undefined);
}

/** To be called while one page turns into another. */
export function showOwnFace(): void {
  if (late) document.fonts.add(late);
}
