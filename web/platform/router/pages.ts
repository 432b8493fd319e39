import type { QueryClient } from '@tanstack/react-query';
import type { Account } from '#contract/base/accounts.ts';
import { paths, withNext } from '#contract/platform/paths.ts';
import type { Head, HeadContext } from '#web/platform/head/head.ts';
import type { AnyQuery } from '#web/platform/data/queries.ts';
import type { Site } from '#web/platform/site.tsx';
import { lazyComponents } from './lazy-components.ts';

/**
 * The inputs of a page's reads: its parameters, its search parameters, and whether the visitor is
 * signed in.
 */
export interface LoadContext {
  client: QueryClient;
  params: Record<string, string | undefined>;
  search: URLSearchParams;
  signedIn: boolean;
}

export interface Page {
  path: string;
  /** The lazy module, by its file beside this one. */
  module: string;
  /** The people the page is for: signed-in members, or admins alone. */
  guard?: 'protected' | 'admin';
  head: (context: HeadContext) => Head;
  /** The read that decides whether there is such a page. */
  subject?: (context: LoadContext) => AnyQuery;
  /** Reads what the page shows first. */
  load?: (context: LoadContext) => Promise<void>;
}

/** The fields of a page that are needed to show it. */
export type Shown = Pick<Page, 'module' | 'guard'>;

export interface Match<P extends Shown = Page> {
  page: P;
  params: Record<string, string | undefined>;
}

/** Where a guarded page sends whoever may not see it; undefined for who may stay. */
export function turnedAway(
  { guard }: Shown,
  user: Pick<Account, 'role'> | undefined,
  address: string,
  { adminless }: Pick<Site, 'adminless'>,
): string | undefined {
  if (!guard) return undefined;
  if (!user) return withNext(paths.auth, address);
  return guard === 'admin' && user.role !== 'admin' && !adminless ? paths.dashboard : undefined;
}

/** The pages' components, by their modules. */
export const pageComponents = lazyComponents();
