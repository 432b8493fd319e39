import { lazy, type ComponentType } from 'react';
import { prefetch, query, type AnyQuery } from '../../platform/data/queries.ts';
import type { Place } from '../../platform/router/pages.ts';

interface TabModule {
  default: ComponentType;
  /** What the tab shows first, by the query of the page's address. */
  reads?: (search: URLSearchParams) => AnyQuery[];
}

interface Tab {
  label: string;
  load: () => Promise<TabModule>;
}

/** The tabs of the admin panel in their order; each comes when it is opened. */
export const tabs = {
  analytics: { label: 'Analytics', load: () => import('../analytics/analytics-tab.tsx') },
  users: { label: 'Users', load: () => import('./users-tab.tsx') },
  groups: { label: 'Groups', load: () => import('./groups-tab.tsx') },
  events: { label: 'Events', load: () => import('./events-tab.tsx') },
  comments: { label: 'Comments', load: () => import('./comments-tab.tsx') },
  settings: { label: 'Settings', load: () => import('../settings/settings-tab.tsx') },
} satisfies Record<string, Tab>;

export type TabName = keyof typeof tabs;
export const tabNames = Object.keys(tabs) as TabName[];

/** The tab that an address names. */
export const tabIn = (search: URLSearchParams): TabName =>
  tabNames.find((name) => name === search.get('tab')) ?? 'analytics';

export const summaryQuery = () => query('GET /api/admin/summary');

const loaded = new Map<TabName, ComponentType>();
const lazily = new Map<TabName, ComponentType>();

async function loadTab(name: TabName): Promise<TabModule> {
  const module: TabModule = await tabs[name].load();
  loaded.set(name, module.default);
  return module;
}

/** Reads what the panel shows first, and fetches the tab it opens with. */
export async function loadDesk({ client, search }: Place): Promise<void> {
  const { reads } = await loadTab(tabIn(search));
  await prefetch(client, [summaryQuery(), ...(reads?.(search) ?? [])]);
}

/** A tab's component: at once where its module is here, as on a first load; else when it has come. */
export function tabComponent(name: TabName): ComponentType {
  const known = loaded.get(name) ?? lazily.get(name);
  if (known) return known;
  const component = lazy(() => loadTab(name));
  lazily.set(name, component);
  return component;
}
