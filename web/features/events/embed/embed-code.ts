import { embedScriptPath, usuallyEmbedded, type EmbedTheme } from '#contract/events/embed-paths.ts';

/** How the embedded list looks on another site. */
export interface EmbedLook {
  theme: EmbedTheme;
  /** '#0e4f39'; undefined for our own colours. */
  accent: string | undefined;
  limit: number;
}

/** Builds the list's address with its look. Defaults are left out. */
export function embedAddress(path: string, { theme, accent, limit }: EmbedLook): string {
  const params = [
    limit !== usuallyEmbedded && `limit=${limit}`,
    theme !== 'auto' && `theme=${theme}`,
    accent && `accent=${accent.slice(1)}`,
  ].filter((part) => part !== false && part !== undefined);
  return [path, ...params].reduce(
    (address, part) => `${address}${address.includes('?') ? '&' : '?'}${part}`,
  );
}

const signs: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const attribute = (text: string) => text.replace(/[&"<>]/g, (sign) => signs[sign] ?? sign);

/** Frame height in pixels. Without the script that fits the height, longer lists scroll. */
const heightFor = (limit: number) => Math.min(120 + limit * 130, 770);

/** Builds the code that people paste into their page. */
export function embedCode(
  origin: string,
  address: string,
  { title, limit, fits }: { title: string; limit: number; fits: boolean },
): string {
  const script = `<script src="${origin}${embedScriptPath}" async></script>\n`;
  const frame = [
    `<iframe src="${attribute(origin + address)}"`,
    `title="${attribute(title)}"`,
    `width="100%" height="${heightFor(limit)}"`,
    'style="border:0" loading="lazy"></iframe>',
  ].join('\n  ');
  return (fits ? script : '') + frame;
}
