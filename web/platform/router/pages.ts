import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Account } from '../../../contract/accounts.ts';
import { paths, withNext } from '../../../contract/paths.ts';
import type { Head, HeadContext } from '../head/head.ts';
import type { AnyQuery } from '../data/queries.ts';

/** Where a visitor is: the page's parameters, the query of its address, and whether they are signed in. */
export interface Place {
  client: QueryClient;
  params: Record<string, string | undefined>;
  search: URLSearchParams;
  signedIn: boolean;
}

export interface Page {
  path: string;
  /** The lazy module, by its file beside this one. */
  module: string;
  /** Who the page is for: whoever is signed in, or admins alone. */
  guard?: 'protected' | 'admin';
  head: (context: HeadContext) => Head;
  /** The read that decides whether there is such a page. */
  subject?: (place: Place) => AnyQuery;
  /** Reads what the page shows first. */
  load?: (place: Place) => Promise<void>;
}

/** What has to be known of a page to show it. */
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
): string | undefined {
  if (!guard) return undefined;
  if (!user) return withNext(paths.auth, address);
  return guard === 'admin' && user.role !== 'admin' ? paths.dashboard : undefined;
}

const components = new Map<string, ComponentType>();

/** The page's component once its module is here. */
export const componentOf = (page: Shown) => components.get(page.module);

export const keepComponent = (page: Shown, component: ComponentType) =>
  components.set(page.module, component);
