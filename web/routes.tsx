import type { QueryClient } from '@tanstack/react-query';
import { parse } from 'regexparam';
import type { ComponentType } from 'react';
import { matchRoute } from 'wouter';
import type { Event } from '../contract/events.ts';
import { legalPages, paths } from '../contract/paths.ts';
import { sessionsQuery, signInMethodsQuery, twoStepQuery } from './features/sign-in/queries.ts';
import { signInPages } from './features/sign-in/sign-in-pages.ts';
import { userQuery } from './features/sign-in/use-user.ts';
import { commentPages } from './features/comments/queries.ts';
import { allDonations, donationSummary, ownDonations } from './features/donations/queries.ts';
import {
  eventFilters,
  eventPages,
  eventQuery,
  groupEvents,
  homeEvents,
  metaDescription,
  myEvents,
  myEventsAsked,
  nextEvents,
} from './features/events/queries.ts';
import {
  groupFilters,
  groupPages,
  groupQuery,
  myGroups,
  newestDraft,
  popularGroups,
} from './features/groups/queries.ts';
import {
  defaultDescription,
  defaultTitle,
  screenTitle,
  type Head,
  type HeadContext,
  privately,
  screen,
} from './platform/head/head.ts';
import { legalText, legalTitles } from './features/legal/queries.ts';
import { preferencesQuery, subscriptionQuery } from './features/mail/queries.ts';
import {
  componentOf,
  keepComponent,
  turnedAway,
  type Match,
  type Page,
  type Place,
  type Shown,
} from './platform/router/pages.ts';
import { prefetch } from './platform/data/queries.ts';
import { attendeesQuery } from './features/rsvps/queries.ts';
import { numbersQuery } from './features/numbers/queries.ts';
import { sharePicture } from './platform/head/share.ts';
import { categories } from './features/categories/queries.ts';

export { arrive } from './platform/router/arrival.ts';
export { applyHead } from './platform/head/document-head.ts';
export { readyOwnFace } from './platform/router/display-font.ts';
export { withTransition } from './platform/router/view-transition.ts';

const id = (place: Pick<Place, 'params'>) => place.params.id ?? '';
const draftId = (place: Place) => id(place) || place.search.get('groupId') || '';

/** Every page there is. */
export const routes: readonly Page[] = [
  {
    path: '/',
    module: './features/site/home-page.tsx',
    head: ({ site }) => ({ title: defaultTitle(site), description: defaultDescription }),
    load: ({ client, search, signedIn }) =>
      prefetch(client, [
        homeEvents(search.get('cursor') ?? undefined),
        popularGroups(),
        signedIn ? myEvents('upcoming') : numbersQuery(),
      ]),
  },
  {
    path: '/events',
    module: './features/events/events-page.tsx',
    head: screen(
      'Explore Events',
      'Find walks, workshops, games nights and more near you, and come along.',
    ),
    load: ({ client, search }) =>
      prefetch(client, [eventPages(eventFilters(search)), categories()]),
  },
  {
    path: '/events/:id',
    module: './features/events/event-page.tsx',
    head: eventHead,
    subject: (place) => eventQuery(id(place)),
    load: async (place) => {
      await prefetch(place.client, [eventQuery(id(place)), attendeesQuery(id(place))]);
      const event = place.client.getQueryData(eventQuery(id(place)).queryKey);
      if (!event) return;
      const over = event.ended || event.status === 'cancelled';
      await prefetch(place.client, [
        ...(event.can.comment ? [commentPages(id(place))] : []),
        ...(over ? [nextEvents(event.groupId)] : []),
      ]);
    },
  },
  {
    path: '/events/:id/edit',
    module: './features/events/edit-event-page.tsx',
    guard: 'protected',
    head: privately('Edit Event'),
    subject: (place) => eventQuery(id(place)),
    load: (place) => prefetch(place.client, [eventQuery(id(place)), categories()]),
  },
  {
    path: '/groups',
    module: './features/groups/groups-page.tsx',
    head: screen(
      'Discover Groups',
      'Find the people near you who like what you like, and join their group.',
    ),
    load: ({ client, search }) =>
      prefetch(client, [groupPages(groupFilters(search)), categories()]),
  },
  {
    path: '/groups/:id',
    module: './features/groups/group-page.tsx',
    head: groupHead,
    subject: (place) => groupQuery(id(place)),
    load: (place) => prefetch(place.client, [groupQuery(id(place)), groupEvents(id(place))]),
  },
  {
    path: '/create-group',
    module: './features/groups/create-group-page.tsx',
    guard: 'protected',
    head: privately('Create a Group'),
  },
  ...['/group-creation-success', '/group-published-success'].map((path) => ({
    path,
    module: './features/groups/group-created-page.tsx',
    head: privately('Group created'),
    load: async ({ client, search }: Place) => {
      const groupId = search.get('groupId');
      if (groupId) await prefetch(client, [groupQuery(groupId)]);
    },
  })),
  ...['/group-draft-preview/:id', '/group-draft-preview'].map((path) => ({
    path,
    module: './features/groups/draft-page.tsx',
    head: privately('Draft preview'),
    subject: (place: Place) => groupQuery(draftId(place)),
    load: async (place: Place) => {
      if (draftId(place)) await prefetch(place.client, [groupQuery(draftId(place))]);
      else if (place.signedIn) await prefetchNewestDraft(place.client);
    },
  })),
  ...['/groups/:id/create-event', '/create-event'].map((path) => ({
    path,
    module: './features/events/create-event-page.tsx',
    guard: 'protected' as const,
    head: privately('Create an Event'),
    load: ({ client, search }: Place) => {
      const copy = search.get('copy');
      return prefetch(client, [myGroups(), categories(), ...(copy ? [eventQuery(copy)] : [])]);
    },
  })),
  {
    path: '/dashboard',
    module: './features/accounts/dashboard-page.tsx',
    guard: 'protected',
    head: privately('Profile'),
    load: ({ client }) =>
      prefetch(client, [
        signInMethodsQuery(),
        twoStepQuery(),
        sessionsQuery(),
        myGroups(),
        preferencesQuery(),
        ownDonations(),
      ]),
  },
  {
    path: '/unsubscribe',
    module: './features/mail/unsubscribe-page.tsx',
    head: privately('Unsubscribe'),
    load: ({ client, search }) => prefetch(client, [subscriptionQuery(search.get('token') ?? '')]),
  },
  {
    path: '/my-events',
    module: './features/events/my-events-page.tsx',
    guard: 'protected',
    head: privately('My Events'),
    load: ({ client, search }) => {
      const { when, cursor } = myEventsAsked(search);
      return prefetch(client, [myEvents(when, cursor)]);
    },
  },
  {
    path: '/my-groups',
    module: './features/groups/my-groups-page.tsx',
    guard: 'protected',
    head: privately('My Groups'),
    load: ({ client }) => prefetch(client, [myGroups()]),
  },
  {
    path: '/admin',
    module: './features/admin/admin-page.tsx',
    guard: 'admin',
    head: privately('Admin Panel'),
    load: async (place) => (await import('./features/admin/tabs.ts')).loadDesk(place),
  },
  ...signInPages,
  {
    path: '/complete-profile',
    module: './features/accounts/complete-profile-page.tsx',
    head: privately('Complete Your Profile'),
  },
  {
    path: '/support',
    module: './features/donations/support-page.tsx',
    head: screen('Support Us', 'Optional one-time donations keep the site free for everyone.'),
  },
  { path: '/welcome', module: './features/donations/welcome-page.tsx', head: privately('Welcome') },
  {
    path: '/donation-success',
    module: './features/donations/donation-success-page.tsx',
    head: privately('Thank You'),
  },
  {
    path: '/admin/donations',
    module: './features/donations/admin-donations-page.tsx',
    guard: 'admin',
    head: privately('Donations'),
    load: ({ client }) => prefetch(client, [donationSummary(), allDonations()]),
  },
  {
    path: '/about',
    module: './features/site/about-page.tsx',
    head: screen('About Us', 'Who we are, what we value, and how it works for members and hosts.'),
  },
  {
    path: '/admin/audit',
    module: './features/audit/audit-page.tsx',
    guard: 'admin',
    head: privately('Audit Log'),
    load: async (place) => (await import('./features/audit/audit-queries.ts')).loadAudit(place),
  },
  {
    path: '/admin/mail',
    module: './features/mail/mail-page.tsx',
    guard: 'admin',
    head: privately('Mail'),
    load: async (place) => (await import('./features/mail/admin-queries.ts')).loadMail(place),
  },
  {
    path: '/admin/mail/:id',
    module: './features/mail/letter-page.tsx',
    guard: 'admin',
    head: privately('Mail'),
    load: async (place) => (await import('./features/mail/admin-queries.ts')).loadLetter(place),
  },
  ...legalPages.map((page) => ({
    path: `/${page}`,
    module: './features/legal/legal-page.tsx',
    head: screen(legalTitles[page]),
    load: ({ client }: Place) => prefetch(client, [legalText(page)]),
  })),
  {
    path: '/test-rsvp',
    module: './features/rsvps/test-rsvp-page.tsx',
    head: privately('Test RSVP'),
  },
];

/** What only those who work on the site have: every part of it in every state. */
const workshop: readonly Page[] = import.meta.env.DEV
  ? [{ path: '/styleguide', module: './ui/styleguide-page.tsx', head: privately('Style guide') }]
  : [];

export const notFound: Page = {
  path: '*',
  module: './features/site/not-found-page.tsx',
  head: privately('Page Not Found'),
};

function eventHead({ site, params, client }: HeadContext): Head {
  const event = client.getQueryData(eventQuery(id({ params })).queryKey);
  if (!event) return { title: screenTitle('Event', site), description: defaultDescription };
  const image = sharePicture(paths.event(event.id), [
    event.title,
    event.startTime,
    event.status,
    event.town,
    event.categoryId,
    event.group.name,
    site.name,
  ]);
  return {
    title: screenTitle(event.title, site),
    description: metaDescription(event.description),
    image,
    // For those who read the document; the browser has no use for it, nor for the code that makes it.
    ...(import.meta.env.SSR && { data: eventData(event, image, site.origin) }),
  };
}

function eventData(event: Event, image: string, origin: string) {
  const address = { '@type': 'PostalAddress', addressLocality: event.town, addressCountry: 'GB' };
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    description: metaDescription(event.description),
    startDate: event.startTime,
    endDate: event.endTime,
    eventStatus: `https://schema.org/Event${event.status === 'cancelled' ? 'Cancelled' : 'Scheduled'}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: { '@type': 'Place', name: event.town ?? 'United Kingdom', address },
    image: [new URL(image, origin).href],
    organizer: {
      '@type': 'Organization',
      name: event.group.name,
      url: new URL(paths.group(event.group.id), origin).href,
    },
  };
}

function groupHead({ site, params, client }: HeadContext): Head {
  const group = client.getQueryData(groupQuery(id({ params })).queryKey);
  if (!group) return { title: screenTitle('Group', site), description: defaultDescription };
  return {
    title: screenTitle(group.name, site),
    description: metaDescription(group.description),
    // The number of members is left out: a preview need not be fetched anew for each who joins.
    image: sharePicture(paths.group(group.id), [
      group.name,
      group.location,
      group.categoryId,
      site.name,
    ]),
  };
}

async function prefetchNewestDraft(client: QueryClient): Promise<void> {
  await prefetch(client, [myGroups()]);
  const user = client.getQueryData(userQuery().queryKey)?.user;
  const groups = client.getQueryData(myGroups().queryKey) ?? [];
  const draft = user && newestDraft(groups, user.id);
  if (draft) await prefetch(client, [groupQuery(draft.id)]);
}

export function matchPage(path: string): Match {
  for (const page of [...routes, ...workshop]) {
    const [matches, params] = matchRoute(parse, page.path, path);
    if (matches) return { page, params };
  }
  return { page: notFound, params: {} };
}

const modules = {
  ...import.meta.glob<{ default: ComponentType }>('./features/*/*-page.tsx'),
  ...(import.meta.env.DEV &&
    import.meta.glob<{ default: ComponentType }>('./ui/styleguide-page.tsx')),
};

export async function loadComponent(page: Shown): Promise<ComponentType> {
  const known = componentOf(page);
  // In development it may be an old one.
  if (known && !import.meta.env.DEV) return known;
  const load = modules[page.module];
  if (!load) throw new Error(`there is no module ${page.module}`);
  const { default: component } = await load();
  keepComponent(page, component);
  return component;
}

/** Fetches the page behind a link, code and data, for whom it is for. */
export function preload(client: QueryClient, { pathname, search }: HTMLAnchorElement): void {
  const { page, params } = matchPage(pathname);
  const user = client.getQueryData(userQuery().queryKey)?.user;
  if (turnedAway(page, user, pathname)) return;
  const signedIn = user !== undefined;
  void loadComponent(page);
  void page.load?.({ client, params, search: new URLSearchParams(search), signedIn });
}
