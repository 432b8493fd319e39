import type { QueryClient } from '@tanstack/react-query';
import { parse } from 'regexparam';
import type { ComponentType } from 'react';
import { matchRoute } from 'wouter';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import { legalPages, paths } from '#contract/platform/paths.ts';
import { blockPages } from './features/trust/blocks/queries.ts';
import { passkeysQuery } from './features/base/passkeys/queries.ts';
import { tokensQuery } from './features/base/tokens/queries.ts';
import {
  sessionsQuery,
  signInMethodsQuery,
  twoStepQuery,
} from './features/base/sign-in/queries.ts';
import { loadInvitation, signInPages } from './features/base/sign-in/sign-in-pages.ts';
import { userQuery } from './features/base/sign-in/use-user.ts';
import { commentPages } from './features/events/comments/queries.ts';
import { donationPages } from './features/base/donations/donation-pages.ts';
import { ownDonations } from './features/base/donations/queries.ts';
import { arrivalPages } from './features/events/arrivals/arrival-pages.ts';
import { linkPages } from './features/events/answers/link-pages.ts';
import { importPages } from './features/events/imports/import-pages.ts';
import { posterPages } from './features/events/poster/poster-pages.ts';
import { guestPages } from './features/events/guests/guest-pages.ts';
import { eventHead } from './features/events/event-page/event-head.ts';
import { eventFilters, isFiltered } from './features/events/events/event-filters.ts';
import { eventsHead } from './features/events/events/events-head.ts';
import { monthQuery, laterEvents } from './features/events/month/queries.ts';
import {
  eventCount,
  eventPages,
  eventQuery,
  groupEvents,
  homeEvents,
  myEvents,
  nextEvents,
} from './features/events/events/queries.ts';
import { myEventsParams, ownEvents } from './features/events/events/my-events-queries.ts';
import { groupFilters, isFilteredList } from './features/community/groups/group-filters.ts';
import { groupHead } from './features/community/groups/group-head.ts';
import {
  groupCount,
  groupPages,
  groupQuery,
  hiddenGroups,
  myGroups,
  newestSubmission,
  organisersQuery,
  popularGroups,
} from './features/community/groups/queries.ts';
import { documentPages } from './features/safety/compliance/document-pages.ts';
import { defaultDescription, defaultTitle, privately, screen } from './platform/head/head.ts';
import { guidePages } from './features/base/guides/guide-pages.ts';
import { legalTextPages } from './features/base/legal/legal-pages.ts';
import { legalTitles } from './features/base/legal/queries.ts';
import { devicesQuery, notificationsQuery } from './features/base/notifications/queries.ts';
import { subscriptionQuery } from './features/base/mail/queries.ts';
import {
  pageComponents,
  redirectOfGuard,
  type Match,
  type Page,
  type LoadContext,
  type ShownPage,
} from './platform/router/pages.ts';
import { messagePages } from './features/events/messages/message-pages.ts';
import { movingPages } from './features/community/moving/moving-pages.ts';
import { quotasQuery } from './features/base/accounts/quota-queries.ts';
import { countIfMore, prefetch, query } from './platform/data/queries.ts';
import { hiddenItems } from './features/trust/moderation/queries.ts';
import { ownReportPages } from './features/safety/reports/queries.ts';
import { reportPages } from './features/safety/reports/report-pages.ts';
import { attendeesQuery } from './features/events/attendance/queries.ts';
import { seriesQuery } from './features/events/series/queries.ts';
import { elsewhereQueries, pathNearLocation } from './features/events/events/elsewhere-queries.ts';
import { eventsNearMember } from './features/site/site/near-member.ts';
import { startPages } from './features/site/site/start-pages.ts';
import { setupPages } from './features/operations/setup/setup-pages.ts';
import { siteStatsQuery } from './features/base/accounts/pending-counts-queries.ts';
import { categoriesQuery } from './features/community/groups/categories.ts';

export { beginHydration as arrive } from './platform/router/arrival.ts';
export { applyHead } from './platform/head/head.ts';
export { withTransition } from './platform/router/view-transition.ts';
export { keepPlaces, restorePlace } from './platform/router/places.ts';
export { prepareDevice } from './device.ts';

const idParam = (context: Pick<LoadContext, 'params'>) => context.params.id ?? '';
const submissionId = (context: LoadContext) =>
  idParam(context) || context.search.get('groupId') || '';

export const routes: readonly Page[] = [
  {
    path: '/',
    module: './features/site/site/home-page.tsx',
    head: ({ site }) => ({
      title: defaultTitle(site),
      description: defaultDescription,
      feeds: 'site',
    }),
    load: ({ client, search, signedIn }) =>
      prefetch(client, [
        homeEvents(search.get('cursor') ?? undefined),
        popularGroups(),
        ...(signedIn ? [myEvents('upcoming'), ...eventsNearMember(client)] : [siteStatsQuery()]),
      ]),
  },
  {
    path: '/events',
    module: './features/events/events/events-page.tsx',
    head: eventsHead,
    load: async ({ client, search }) => {
      const filters = eventFilters(search);
      const shown = filters.view ? monthQuery(filters) : eventPages(filters);
      await prefetch(client, [shown, categoriesQuery()]);
      await prefetch(client, [
        ...(isFiltered(filters)
          ? countIfMore(client, eventPages(filters), eventCount(filters))
          : []),
        ...elsewhereQueries(client, filters),
        ...laterEvents(client, filters),
      ]);
    },
    elsewhere: ({ client, search }) => pathNearLocation(client, eventFilters(search)),
  },
  {
    path: '/events/:id',
    module: './features/events/event-page/event-page.tsx',
    head: eventHead,
    subject: (context) => eventQuery(idParam(context)),
    load: async (context) => {
      await prefetch(context.client, [
        eventQuery(idParam(context)),
        attendeesQuery(idParam(context)),
      ]);
      const event = context.client.getQueryData(eventQuery(idParam(context)).queryKey);
      if (!event) return;
      const over = event.ended || event.status === 'cancelled';
      await prefetch(context.client, [
        ...(event.can.comment ? [commentPages(idParam(context))] : []),
        ...(over ? [nextEvents(event.groupId)] : []),
        ...(event.series ? [seriesQuery(event.series.id)] : []),
      ]);
    },
  },
  {
    path: '/events/:id/edit',
    module: './features/events/event-form/edit-event-page.tsx',
    guard: 'protected',
    head: privately('Edit event'),
    subject: (context) => eventQuery(idParam(context)),
    load: async (context) => {
      await prefetch(context.client, [eventQuery(idParam(context)), categoriesQuery()]);
      const event = context.client.getQueryData(eventQuery(idParam(context)).queryKey);
      if (!event) return;
      await prefetch(context.client, [
        groupQuery(event.groupId),
        ...(event.series ? [seriesQuery(event.series.id)] : []),
      ]);
    },
  },
  {
    path: '/groups',
    module: './features/community/groups/groups-page.tsx',
    head: screen(
      'Discover Groups',
      'Find the people near you who like what you like, and join their group.',
    ),
    load: async ({ client, search }) => {
      const filters = groupFilters(search);
      await prefetch(client, [groupPages(filters), categoriesQuery()]);
      if (!isFilteredList(filters)) return;
      await prefetch(client, countIfMore(client, groupPages(filters), groupCount(filters)));
    },
  },
  {
    path: '/groups/:id',
    module: './features/events/group-page/group-page.tsx',
    head: groupHead,
    subject: (context) => groupQuery(idParam(context)),
    load: (context) => {
      const event = context.search.get('event');
      return prefetch(context.client, [
        groupQuery(idParam(context)),
        groupEvents(idParam(context)),
        ...(context.signedIn ? [organisersQuery(idParam(context))] : []),
        ...(event ? [eventQuery(event)] : []),
      ]);
    },
  },
  ...messagePages,
  ...movingPages,
  {
    path: '/create-group',
    module: './features/community/group-form/create-group-page.tsx',
    guard: 'protected',
    head: privately('Create a Group'),
    load: ({ client }) => prefetch(client, [quotasQuery()]),
  },
  ...['/group-creation-success', '/group-published-success'].map((path) => ({
    path,
    module: './features/community/groups/group-created-page.tsx',
    head: privately('Group created'),
    elsewhere: ({ search }: LoadContext) => (search.get('groupId') ? undefined : paths.home),
    load: async ({ client, search }: LoadContext) => {
      const groupId = search.get('groupId');
      if (groupId) await prefetch(client, [groupQuery(groupId)]);
    },
  })),
  ...['/group-draft-preview/:id', '/group-draft-preview'].map((path) => ({
    path,
    module: './features/events/group-page/submission-page.tsx',
    head: privately('Draft preview'),
    subject: (context: LoadContext) => groupQuery(submissionId(context)),
    load: async (context: LoadContext) => {
      if (submissionId(context))
        await prefetch(context.client, [groupQuery(submissionId(context))]);
      else if (context.signedIn) await prefetchNewestSubmission(context.client);
    },
  })),
  ...['/groups/:id/create-event', '/create-event'].map((path) => ({
    path,
    module: './features/events/event-form/create-event-page.tsx',
    guard: 'protected' as const,
    head: privately('Create an Event'),
    load: ({ client, search }: LoadContext) => {
      const copy = search.get('copy');
      return prefetch(client, [myGroups(), categoriesQuery(), ...(copy ? [eventQuery(copy)] : [])]);
    },
  })),
  {
    path: '/dashboard',
    module: './features/site/dashboard/dashboard-page.tsx',
    guard: 'protected',
    head: privately('Profile'),
    load: ({ client }) => prefetch(client, [myGroups(), myEvents('upcoming')]),
  },
  {
    path: '/settings',
    module: './features/site/dashboard/settings-page.tsx',
    guard: 'protected',
    head: privately('Settings'),
    load: ({ client }) =>
      prefetch(client, [
        blockPages(),
        ownReportPages(),
        signInMethodsQuery(),
        twoStepQuery(),
        sessionsQuery(),
        passkeysQuery(),
        tokensQuery(),
        notificationsQuery(),
        devicesQuery(),
        query('GET /api/user/household'),
        // Includes the muted groups.
        myGroups(),
        ownDonations(),
      ]),
  },
  {
    path: '/unsubscribe',
    module: './features/base/mail/unsubscribe-page.tsx',
    head: privately('Unsubscribe'),
    load: ({ client, search }) => prefetch(client, [subscriptionQuery(search.get('token') ?? '')]),
  },
  ...linkPages,
  ...importPages,
  ...posterPages,
  ...guestPages,
  ...arrivalPages,
  {
    path: '/my-events',
    module: './features/events/events/my-events-page.tsx',
    guard: 'protected',
    head: privately('My Events'),
    load: ({ client, search }) => {
      const { when, cursor, hosted, asking } = myEventsParams(search);
      return prefetch(client, [
        ownEvents('asking', asking),
        query('GET /api/user/household'),
        ownEvents('hosting', hosted),
        myEvents(when, cursor),
        hiddenItems(),
      ]);
    },
  },
  {
    path: '/my-groups',
    module: './features/community/groups/my-groups-page.tsx',
    guard: 'protected',
    head: privately('My Groups'),
    load: ({ client }) => prefetch(client, [myGroups(), hiddenGroups(), hiddenItems()]),
  },
  {
    path: '/admin',
    module: './features/operations/admin/admin-page.tsx',
    guard: 'admin',
    head: privately('Admin Panel'),
    load: async (context) =>
      (await import('./features/operations/admin/tabs.ts')).loadAdmin(context),
  },
  ...signInPages,
  ...setupPages,
  ...startPages,
  {
    path: '/complete-profile',
    module: './features/base/accounts/complete-profile-page.tsx',
    head: privately('Complete your profile'),
    load: loadInvitation,
  },
  ...donationPages,
  {
    path: '/about',
    module: './features/site/site/about-page.tsx',
    head: screen('About Us', 'Who we are, what we value, and how it works for members and hosts.'),
  },
  {
    path: '/admin/audit',
    module: './features/base/audit/audit-page.tsx',
    guard: 'admin',
    head: privately('Audit log'),
    load: async (context) =>
      (await import('./features/base/audit/audit-queries.ts')).loadAudit(context),
  },
  {
    path: '/admin/mail',
    module: './features/base/mail/mail-page.tsx',
    guard: 'admin',
    head: privately('Mail'),
    load: async (context) =>
      (await import('./features/base/mail/admin-queries.ts')).loadMail(context),
  },
  {
    path: adminPaths.suppressions,
    module: './features/base/mail/suppressions-page.tsx',
    guard: 'admin',
    head: privately('Mail'),
    load: async (context) =>
      (await import('./features/base/mail/admin-queries.ts')).loadSuppressions(context),
  },
  {
    path: '/admin/mail/:id',
    module: './features/base/mail/email-page.tsx',
    guard: 'admin',
    head: privately('Mail'),
    load: async (context) =>
      (await import('./features/base/mail/admin-queries.ts')).loadEmail(context),
  },
  ...documentPages,
  ...legalPages.map((page) => ({
    path: adminPaths.legal(page),
    module: './features/base/settings/edit-legal-page.tsx',
    guard: 'admin' as const,
    head: privately(`Edit ${legalTitles[page]}`),
    load: async (context: LoadContext) =>
      (await import('./features/base/settings/settings-queries.ts')).loadLegalSource(context, page),
  })),
  ...legalTextPages,
  ...guidePages,
  ...reportPages,
  {
    path: '/test-rsvp',
    module: './features/events/attendance/test-rsvp-page.tsx',
    head: privately('Test RSVP'),
  },
];

/** A page for developers with every component in every state. */
const developmentPages: readonly Page[] = import.meta.env.DEV
  ? [{ path: '/styleguide', module: './ui/styleguide-page.tsx', head: privately('Style guide') }]
  : [];

export const notFound: Page = {
  path: '*',
  module: './features/site/site/not-found-page.tsx',
  head: privately('Page Not Found'),
};

async function prefetchNewestSubmission(client: QueryClient): Promise<void> {
  await prefetch(client, [myGroups()]);
  const group = newestSubmission(client.getQueryData(myGroups().queryKey) ?? []);
  if (group) await prefetch(client, [groupQuery(group.id)]);
}

export function matchPage(path: string): Match {
  for (const page of [...routes, ...developmentPages]) {
    const [matches, params] = matchRoute(parse, page.path, path);
    if (matches) return { page, params };
  }
  return { page: notFound, params: {} };
}

const pageModules = {
  ...import.meta.glob<{ default: ComponentType }>('./features/*/*/*-page.tsx'),
  ...(import.meta.env.DEV &&
    import.meta.glob<{ default: ComponentType }>('./ui/styleguide-page.tsx')),
};

export function fetchPage(page: ShownPage): Promise<{ default: ComponentType }> {
  const load = pageModules[page.module];
  if (!load) throw new Error(`there is no module ${page.module}`);
  return load();
}

export const loadPage = (page: ShownPage) =>
  pageComponents.load(page.module, () => fetchPage(page));

/** Preloads a page's code and data, unless the viewer may not see it. */
export function preloadPage(client: QueryClient, { pathname, search }: HTMLAnchorElement): void {
  const { page, params } = matchPage(pathname);
  const user = client.getQueryData(userQuery().queryKey)?.user;
  if (redirectOfGuard(page, user, pathname, {})) return;
  const signedIn = user !== undefined;
  // The navigation repeats a failed preload.
  const later = () => undefined;
  loadPage(page).catch(later);
  page.load?.({ client, params, search: new URLSearchParams(search), signedIn }).catch(later);
}
