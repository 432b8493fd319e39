/**
 * Returns the address of a page's link preview image. It changes whenever the image does, so that
 * other sites' caches fetch it again.
 */
export const sharePicture = (page: string, shown: (string | number | null)[]): string =>
  `/share${page}.png?v=${hashText(JSON.stringify(shown))}`;

/** FNV-1a hash, which is short and good enough to tell versions apart. */
function hashText(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
