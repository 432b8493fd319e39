import type { QueryClient } from '@tanstack/react-query';
import type { Account } from '#contract/base/accounts.ts';
import { paths, withNext } from '#contract/platform/paths.ts';
import type { Head, HeadContext } from '#web/platform/head/head.ts';
import type { AnyQuery } from '#web/platform/data/queries.ts';
import type { Site } from '#web/platform/site.tsx';
import { lazyComponents } from './lazy-components.ts';

/**
 * Input of a page's loaders: its path and search parameters, and whether the visitor is signed in.
 */
export interface LoadContext {
  client: QueryClient;
  params: Record<string, string | undefined>;
  search: URLSearchParams;
  signedIn: boolean;
}

export interface Page {
  path: string;
  /** The path of the page's lazy module. */
  module: string;
  /** Restricts the page to signed-in members or to admins. */
  guard?: 'protected' | 'admin';
  head: (context: HeadContext) => Head;
  /** The query that decides whether the page exists. */
  subject?: (context: LoadContext) => AnyQuery;
  /** Prefetches the page's data. */
  load?: (context: LoadContext) => Promise<void>;
  /** The address that the server leads to instead, by the loaded data; the page does so itself. */
  elsewhere?: (context: LoadContext) => string | undefined;
}

/** The fields of a page that rendering needs. */
export type ShownPage = Pick<Page, 'module' | 'guard'>;

export interface Match<P extends ShownPage = Page> {
  page: P;
  params: Record<string, string | undefined>;
}

/** Returns where a guarded page redirects this visitor, or undefined if they may see it. */
export function redirectOfGuard(
  { guard }: ShownPage,
  user: Pick<Account, 'role'> | undefined,
  address: string,
  { adminless }: Pick<Site, 'adminless'>,
): string | undefined {
  if (!guard) return undefined;
  if (!user) return withNext(paths.auth, address);
  return guard === 'admin' && user.role !== 'admin' && !adminless ? paths.dashboard : undefined;
}

/** The pages' components by module path. */
export const pageComponents = lazyComponents();
