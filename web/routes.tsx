import type { QueryClient } from '@tanstack/react-query';
import { parse } from 'regexparam';
import type { ComponentType } from 'react';
import { matchRoute } from 'wouter';
import type { Event } from '../contract/events.ts';
import { legalPages, paths } from '../contract/paths.ts';
import { sessionsQuery, signInMethodsQuery, twoStepQuery } from './accounts/queries.ts';
import { signInPages } from './accounts/sign-in-pages.ts';
import { userQuery } from './accounts/use-user.ts';
import { commentPages } from './comments/queries.ts';
import { allDonations, donationSummary, ownDonations } from './donations/queries.ts';
import {
  categories,
  eventFilters,
  eventPages,
  eventQuery,
  groupEvents,
  homeEvents,
  metaDescription,
  myEvents,
  myEventsAsked,
  nextEvents,
} from './events/queries.ts';
import {
  groupFilters,
  groupPages,
  groupQuery,
  myGroups,
  newestDraft,
  popularGroups,
} from './groups/queries.ts';
import {
  defaultDescription,
  defaultTitle,
  screenTitle,
  type Head,
  type HeadContext,
  privately,
  screen,
} from './head.ts';
import { legalText, legalTitles } from './legal/queries.ts';
import { preferencesQuery, subscriptionQuery } from './mail/queries.ts';
import {
  componentOf,
  keepComponent,
  turnedAway,
  type Match,
  type Page,
  type Place,
  type Shown,
} from './pages.ts';
import { prefetch } from './queries.ts';
import { attendeesQuery } from './rsvps/queries.ts';
import { numbersQuery } from './site/queries.ts';
import { sharePicture } from './share.ts';

export { arrive } from './arrival.ts';
export { applyHead } from './document-head.ts';
export { readyOwnFace } from './own-face.ts';
export { withTransition } from './view-transition.ts';

const id = (place: Pick<Place, 'params'>) => place.params.id ?? '';
const draftId = (place: Place) => id(place) || place.search.get('groupId') || '';

/** Every page there is. */
export const routes: readonly Page[] = [
  {
    path: '/',
    module: './site/home-page.tsx',
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
    module: './events/events-page.tsx',
    head: screen(
      'Explore Events',
      'Find walks, workshops, games nights and more near you, and come along.',
    ),
    load: ({ client, search }) =>
      prefetch(client, [eventPages(eventFilters(search)), categories()]),
  },
  {
    path: '/events/:id',
    module: './events/event-page.tsx',
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
    module: './events/edit-event-page.tsx',
    guard: 'protected',
    head: privately('Edit Event'),
    subject: (place) => eventQuery(id(place)),
    load: (place) => prefetch(place.client, [eventQuery(id(place)), categories()]),
  },
  {
    path: '/groups',
    module: './groups/groups-page.tsx',
    head: screen(
      'Discover Groups',
      'Find the people near you who like what you like, and join their group.',
    ),
    load: ({ client, search }) =>
      prefetch(client, [groupPages(groupFilters(search)), categories()]),
  },
  {
    path: '/groups/:id',
    module: './groups/group-page.tsx',
    head: groupHead,
    subject: (place) => groupQuery(id(place)),
    load: (place) => prefetch(place.client, [groupQuery(id(place)), groupEvents(id(place))]),
  },
  {
    path: '/create-group',
    module: './groups/create-group-page.tsx',
    guard: 'protected',
    head: privately('Create a Group'),
  },
  ...['/group-creation-success', '/group-published-success'].map((path) => ({
    path,
    module: './groups/group-created-page.tsx',
    head: privately('Group created'),
    load: async ({ client, search }: Place) => {
      const groupId = search.get('groupId');
      if (groupId) await prefetch(client, [groupQuery(groupId)]);
    },
  })),
  ...['/group-draft-preview/:id', '/group-draft-preview'].map((path) => ({
    path,
    module: './groups/draft-page.tsx',
    head: privately('Draft preview'),
    subject: (place: Place) => groupQuery(draftId(place)),
    load: async (place: Place) => {
      if (draftId(place)) await prefetch(place.client, [groupQuery(draftId(place))]);
      else if (place.signedIn) await prefetchNewestDraft(place.client);
    },
  })),
  ...['/groups/:id/create-event', '/create-event'].map((path) => ({
    path,
    module: './events/create-event-page.tsx',
    guard: 'protected' as const,
    head: privately('Create an Event'),
    load: ({ client, search }: Place) => {
      const copy = search.get('copy');
      return prefetch(client, [myGroups(), categories(), ...(copy ? [eventQuery(copy)] : [])]);
    },
  })),
  {
    path: '/dashboard',
    module: './accounts/dashboard-page.tsx',
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
    module: './mail/unsubscribe-page.tsx',
    head: privately('Unsubscribe'),
    load: ({ client, search }) => prefetch(client, [subscriptionQuery(search.get('token') ?? '')]),
  },
  {
    path: '/my-events',
    module: './events/my-events-page.tsx',
    guard: 'protected',
    head: privately('My Events'),
    load: ({ client, search }) => {
      const { when, cursor } = myEventsAsked(search);
      return prefetch(client, [myEvents(when, cursor)]);
    },
  },
  {
    path: '/my-groups',
    module: './groups/my-groups-page.tsx',
    guard: 'protected',
    head: privately('My Groups'),
    load: ({ client }) => prefetch(client, [myGroups()]),
  },
  {
    path: '/admin',
    module: './admin/admin-page.tsx',
    guard: 'admin',
    head: privately('Admin Panel'),
    load: async (place) => (await import('./admin/tabs.ts')).loadDesk(place),
  },
  ...signInPages,
  {
    path: '/complete-profile',
    module: './accounts/complete-profile-page.tsx',
    head: privately('Complete Your Profile'),
  },
  {
    path: '/support',
    module: './donations/support-page.tsx',
    head: screen('Support Us', 'Optional one-time donations keep the site free for everyone.'),
  },
  { path: '/welcome', module: './donations/welcome-page.tsx', head: privately('Welcome') },
  {
    path: '/donation-success',
    module: './donations/donation-success-page.tsx',
    head: privately('Thank You'),
  },
  {
    path: '/admin/donations',
    module: './donations/admin-donations-page.tsx',
    guard: 'admin',
    head: privately('Donations'),
    load: ({ client }) => prefetch(client, [donationSummary(), allDonations()]),
  },
  {
    path: '/about',
    module: './site/about-page.tsx',
    head: screen('About Us', 'Who we are, what we value, and how it works for members and hosts.'),
  },
  {
    path: '/admin/audit',
    module: './admin/audit-page.tsx',
    guard: 'admin',
    head: privately('Audit Log'),
    load: async (place) => (await import('./admin/audit-queries.ts')).loadAudit(place),
  },
  {
    path: '/admin/mail',
    module: './admin/mail-page.tsx',
    guard: 'admin',
    head: privately('Mail'),
    load: async (place) => (await import('./admin/mail-queries.ts')).loadMail(place),
  },
  {
    path: '/admin/mail/:id',
    module: './admin/letter-page.tsx',
    guard: 'admin',
    head: privately('Mail'),
    load: async (place) => (await import('./admin/mail-queries.ts')).loadLetter(place),
  },
  ...legalPages.map((page) => ({
    path: `/${page}`,
    module: './legal/legal-page.tsx',
    head: screen(legalTitles[page]),
    load: ({ client }: Place) => prefetch(client, [legalText(page)]),
  })),
  { path: '/test-rsvp', module: './rsvps/test-rsvp-page.tsx', head: privately('Test RSVP') },
];

/** What only those who work on the site have: every part of it in every state. */
const workshop: readonly Page[] = import.meta.env.DEV
  ? [{ path: '/styleguide', module: './ui/styleguide-page.tsx', head: privately('Style guide') }]
  : [];

export const notFound: Page = {
  path: '*',
  module: './site/not-found-page.tsx',
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
  ...import.meta.glob<{ default: ComponentType }>(['./*/*-page.tsx', '!./ui/*']),
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
