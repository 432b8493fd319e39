import type { QueryClient } from '@tanstack/react-query';
import { metaDescriptionLength } from '#contract/platform/limits.ts';
import type { Graph } from 'schema-dts';
import type { Site } from '#web/platform/site.tsx';

/** A page's metadata for search engines, link previews and the window's title. */
export interface Head {
  title: string;
  description: string;
  /** The path of the link preview image. */
  image?: string | undefined;
  /** Structured data for search engines. */
  data?: Graph;
  /** The canonical address, if it includes a query string. */
  address?: string;
  /** True for pages that search engines should leave out. */
  hidden?: boolean;
  /**
   * True for a page whose address is a key. Caches and search engines leave it out, and its browser
   * sends the address to nobody.
   */
  keyed?: boolean;
  /** The calendar and feed that the page links to: a group's, by id, or the site's. */
  feeds?: number | 'site' | undefined;
}

export interface HeadContext {
  site: Site;
  params: Record<string, string | undefined>;
  search: URLSearchParams;
  client: QueryClient;
}

/** '<Screen> – <site>'. */
export const screenTitle = (screen: string, site: Site) => `${screen} – ${site.name}`;
export const defaultTitle = (site: Site) => `${site.name} – find and create community events`;
export const defaultDescription =
  'Discover interest groups near you, come along to events and host your own. Free for communities across the UK.';

/** The first 155 characters of a description. */
export const metaDescription = (text: string) =>
  [...text.replace(/\s+/g, ' ')].slice(0, metaDescriptionLength).join('');

/** Builds the metadata of a screen by its name. */
export const screen =
  (title: string, description = defaultDescription, more: Partial<Head> = {}) =>
  ({ site }: HeadContext): Head => ({ title: screenTitle(title, site), description, ...more });

/** Builds the metadata of a page that search engines should leave out. */
export const privately = (title: string) => screen(title, defaultDescription, { hidden: true });

/** Updates the document's head to the page's metadata. */
export function applyHead(head: Head): void {
  if (document.title !== head.title) document.title = head.title;
  document.querySelector('meta[name="description"]')?.setAttribute('content', head.description);
}
