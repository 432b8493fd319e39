import { dehydrate, type QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { pendingCountsQuery } from './features/base/accounts/pending-counts-queries.ts';
import { userQuery } from './features/base/sign-in/use-user.ts';
import { failureOf } from './platform/data/api.ts';
import { App } from './app.tsx';
import type { Head } from './platform/head/head.ts';
import { partsLoaded } from './platform/router/lazy-part.tsx';
import {
  pageComponents,
  redirectOfGuard,
  type LoadContext,
  type Match,
  type Page,
} from './platform/router/pages.ts';
import {
  createQueryClient,
  firstSuccess,
  isForbidden,
  isNotFound,
  prefetch,
  type SentQuery,
  type Transport,
} from './platform/data/queries.ts';
import { fetchPage, matchPage, notFound } from './routes.tsx';
import type { Site } from './platform/site.tsx';

export type { PageOf, Transport } from './platform/data/queries.ts';
export type { Head } from './platform/head/head.ts';
export type { Site } from './platform/site.tsx';
export { coverUrl } from './ui/cover-url.ts';
export { drawMark } from './ui/mark.ts';

export interface RenderedPage {
  status: number;
  html: string;
  /** The poster that is printed in the page's place until its script is there; mostly blank. */
  poster: string;
  /** Preload links for the first pictures of a page. */
  preloads: string;
  head: Head;
  /** The state that the browser hydrates from. */
  state: object;
  /** The pattern of the page's path. */
  path: string;
  /** The page's module, as the build's manifest names it. */
  module: string;
}

interface Redirect {
  redirect: string;
  /** True for another spelling of the page's one address. */
  isPermanent?: boolean;
}

/** A matched page with its loaded data, ready to render. */
interface ReadPage {
  url: URL;
  site: Site;
  client: QueryClient;
  match: Match;
  context: LoadContext;
}

/**
 * Renders the page at `url` for the transport's user, or returns a redirect if they may not see it.
 */
export async function renderPage(
  url: URL,
  site: Site,
  transport: Transport,
): Promise<RenderedPage | Redirect> {
  const read = await readPage(url, site, transport);
  if ('redirect' in read) return read;
  const { client, context } = read;
  const { page, params } = read.match;
  const html = renderReadPage(read);
  const subject = page.subject && client.getQueryState(page.subject(context).queryKey);
  const missing = page === notFound || isNotFound(subject?.error) || isForbidden(subject?.error);
  const { queries } = dehydrate(client, {
    shouldDehydrateQuery: (query) => query.state.status !== 'pending',
  });
  return {
    status: missing ? 404 : 200,
    ...withoutPoster(withoutPreloads(html)),
    head: page.head({ site, params, search: url.searchParams, client }),
    state: {
      site,
      queries: queries.map(sentQuery),
      match: { page: { module: page.module, guard: page.guard }, params },
    },
    path: page.path,
    module: page.module.replace('./', 'web/'),
  };
}

/**
 * Returns the one address of a page: in the letters of its pattern, which matches in any case, and
 * without a slash at its end.
 */
function canonicalPath(path: string, page: Page): string {
  if (page === notFound) return path;
  const own = page.path.split('/');
  const parts = path === '/' ? ['', ''] : path.replace(/\/$/, '').split('/');
  return parts.map((part, at) => (own[at]?.startsWith(':') ? part : own[at])).join('/');
}

/** Loads the data that the page shows first. */
export async function readPage(
  url: URL,
  site: Site,
  transport: Transport,
): Promise<ReadPage | Redirect> {
  const client = createQueryClient(transport);
  const match = matchPage(url.pathname);
  const { page, params } = match;
  const path = canonicalPath(url.pathname, page);
  if (path !== url.pathname) return { redirect: path + url.search, isPermanent: true };
  const [{ default: component }] = await Promise.all([
    fetchPage(page),
    prefetch(client, [userQuery()]),
  ]);
  // In development the cached module may be stale.
  pageComponents.keep(page.module, component);
  const user = client.getQueryData(userQuery().queryKey)?.user;
  const away = redirectOfGuard(page, user, url.pathname + url.search, site);
  if (away) return { redirect: away };
  const context = { client, params, search: url.searchParams, signedIn: user !== undefined };
  await Promise.all([page.load?.(context), user && prefetch(client, [pendingCountsQuery()])]);
  throwUnexpected(client);
  const elsewhere = page.elsewhere?.(context);
  if (elsewhere) return { redirect: elsewhere };
  await partsLoaded();
  return { url, site, client, match, context };
}

/** Renders a loaded page to HTML. */
export const renderReadPage = ({ url, site, client, match }: ReadPage): string =>
  renderToString(
    <StrictMode>
      <App
        site={site}
        client={client}
        match={match}
        at={{ path: url.pathname, search: url.search.slice(1) }}
      />
    </StrictMode>,
  );

/**
 * Splits off the preload links, which React puts before the page. They belong in the head, before
 * scripts.
 */
function withoutPreloads(rendered: string): Pick<RenderedPage, 'html' | 'preloads'> {
  const [preloads = ''] = /^(<link rel="preload"[^>]*>)*/.exec(rendered) ?? [];
  return { preloads, html: rendered.slice(preloads.length) };
}

const posterTag = '<noscript data-poster="">';

/**
 * Takes a poster out of the page. The document has it beside the page, where it can be printed
 * alone.
 */
function withoutPoster<Drawn extends { html: string }>(page: Drawn): Drawn & { poster: string } {
  const { html } = page;
  const tag = html.indexOf(posterTag);
  if (tag < 0) return { ...page, poster: '' };
  const start = tag + posterTag.length;
  const end = html.indexOf('</noscript>', start);
  return { ...page, html: html.slice(0, start) + html.slice(end), poster: html.slice(start, end) };
}

/** Throws an error that isn't an API refusal. The page itself shows refusals. */
function throwUnexpected(client: QueryClient): void {
  for (const { state } of client.getQueryCache().getAll()) {
    if (state.error && failureOf(state.error).status === undefined) throw state.error;
  }
}

function sentQuery({ queryKey, queryType, state }: SentQuery): SentQuery {
  const { data, dataUpdatedAt, ...rest } = { ...state, error: plainError(state.error) };
  const isNews = ([name, value]: [string, unknown]) =>
    value !== firstSuccess[name as keyof typeof firstSuccess];
  const news = Object.fromEntries(Object.entries(rest).filter(isNews));
  return { queryKey, queryType, state: { data, dataUpdatedAt, ...news } };
}

function plainError(error: unknown): Error | null {
  if (!error) return null;
  const { status, code, reason, fields } = failureOf(error);
  return { status, code, reason, fields } as unknown as Error;
}
