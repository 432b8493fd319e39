import type { ComponentType } from 'react';
import { settingsQuery } from '#web/features/base/settings/settings-queries.ts';
import { setupQuery } from '#web/features/operations/setup/queries.ts';
import { prefetch, query, type AnyQuery } from '#web/platform/data/queries.ts';
import { lazyComponents } from '#web/platform/router/lazy-components.ts';
import { waitForModule } from '#web/platform/router/modules.ts';
import type { LoadContext } from '#web/platform/router/pages.ts';

interface TabModule {
  default: ComponentType;
  /** Returns the queries of the tab's first view, for the given search parameters. */
  reads?: (search: URLSearchParams) => AnyQuery[];
}

interface Tab {
  label: string;
  load: () => Promise<TabModule>;
}

/** The admin panel's tabs, in order. Each loads when it is opened. */
export const tabs = {
  analytics: {
    label: 'Analytics',
    load: () => import('#web/features/operations/analytics/analytics-tab.tsx'),
  },
  users: { label: 'Users', load: () => import('./users-tab.tsx') },
  groups: { label: 'Groups', load: () => import('./groups-tab.tsx') },
  events: { label: 'Events', load: () => import('./events-tab.tsx') },
  comments: { label: 'Comments', load: () => import('./comments-tab.tsx') },
  reports: {
    label: 'Reports',
    load: () => import('#web/features/safety/report-cases/reports-tab.tsx'),
  },
  complaints: {
    label: 'Complaints',
    load: () => import('#web/features/safety/complaints/complaints-tab.tsx'),
  },
  safety: { label: 'Safety', load: () => import('#web/features/safety/compliance/safety-tab.tsx') },
  settings: {
    label: 'Settings',
    load: () => import('#web/features/base/settings/settings-tab.tsx'),
  },
} satisfies Record<string, Tab>;

export type TabName = keyof typeof tabs;
export const tabNames = Object.keys(tabs) as TabName[];

/** Returns the tab in the query string. */
export const tabIn = (search: URLSearchParams): TabName =>
  tabNames.find((name) => name === search.get('tab')) ?? 'analytics';

/** Returns true if the query string names a tab. Without one, the panel shows the queue. */
export const namesTab = (search: URLSearchParams) => search.has('tab');

export const queueQuery = () => query('GET /api/admin/queue');
export const summaryQuery = () => query('GET /api/admin/summary');

const tabComponents = lazyComponents();

/** Prefetches the panel's data and loads the module of the open tab. */
export async function loadAdmin({ client, search }: LoadContext): Promise<void> {
  const name = tabIn(search);
  const { reads } = await tabComponents.load<TabModule>(name, tabs[name].load);
  await prefetch(client, [
    summaryQuery(),
    settingsQuery(),
    ...(namesTab(search) ? [] : [queueQuery(), setupQuery()]),
    ...(reads?.(search) ?? []),
  ]);
}

/** Returns a tab's component, and suspends until its module has loaded. */
export const tabComponent = (name: TabName) =>
  tabComponents.get(name, () => waitForModule<TabModule>(tabs[name].load));
