import { readFileSync } from 'node:fs';
import { endpoints } from '#contract/api.ts';
import { documentNames } from '#contract/safety/compliance.ts';
import { subjectTypes } from '#contract/safety/reports.ts';
import { guideNames, guidePath } from '#contract/base/guides.ts';
import { helpPath, legalPages } from '#contract/platform/paths.ts';
import { projectFile } from '#platform/process/files.ts';
import type { Planted } from './fixture.ts';

type Ids = Planted['ids'];

/** The subjects that an id in an address can refer to. */
function thingsAt(path: string, ids: Ids) {
  const { groups, events, imports, series, users, sessions, mails } = ids;
  if (path.includes('/admin/reports/')) return ids.cases;
  if (path.includes(':reference')) return ids.references;
  if (/\/(subject|report)\/comment\//.test(path)) return ids.comments;
  if (/\/(subject|report)\/user\//.test(path)) return users;
  if (/\/(subject|report)\/event\//.test(path)) return events;
  if (path.includes('/sessions/')) return sessions;
  if (path.includes('/users/')) return users;
  if (path.includes('/mail/')) return mails;
  if (path.startsWith('/api/imports/')) return imports;
  if (path.includes('/series/')) return series;
  if (path.includes('/legal/')) return legalPages;
  if (path.includes('/papers/')) return documentNames;
  return /\/events\/(?!group)/.test(path) ? events : groups;
}

const filled = (path: string, ids: Ids): string[] =>
  path.includes(':type')
    ? subjectTypes.flatMap((type) => filled(path.replace(':type', type), ids))
    : path.includes(':')
      ? thingsAt(path, ids).map((thing) =>
          path.replace(':version', '1').replace(/:\w+/g, String(thing)),
        )
      : [path];

const lists = ['', '?when=past', '?when=all', '?q=canary', '?location=canary', '?sort=new'];

const answerLists = ['', '?state=going', '?state=cant'];
const listsOf = (key: string) => (key.endsWith('/answers') ? answerLists : lists);

/** Every read call with every id that fits it; signing out would end the walk. */
export const callsToRead = (ids: Ids): string[] =>
  endpoints
    .filter(({ key }) => key.startsWith('GET ') && !key.endsWith('/logout'))
    .flatMap((endpoint) => {
      const addresses = filled(endpoint.key.replace('GET ', ''), ids);
      const queries = 'query' in endpoint ? listsOf(endpoint.key) : [''];
      return addresses.flatMap((address) => queries.map((query) => address + query));
    });

/** The patterns of the pages' addresses, as declared. */
export function declaredPages(): string[] {
  const declaring = [
    'web/routes.tsx',
    'web/features/base/donations/donation-pages.ts',
    'web/features/safety/compliance/document-pages.ts',
    'web/features/base/sign-in/sign-in-pages.ts',
    'web/features/events/answers/link-pages.ts',
    'web/features/events/guests/guest-pages.ts',
    'web/features/events/imports/import-pages.ts',
    'web/features/events/poster/poster-pages.ts',
    'web/features/events/messages/message-pages.ts',
    'web/features/community/moving/moving-pages.ts',
    'web/features/site/site/start-pages.ts',
  ];
  const sources = declaring.map((file) => readFileSync(projectFile(file), 'utf8')).join('\n');
  const declared = /(?<=path: |\.\.\.\[|', )'(\/[^'\n]*)'(?=,|\]\.map)/g;
  const patterns = [...sources.matchAll(declared)].map(([, path = '/']) => path);
  if (patterns.length < 25) throw new Error('the pages are declared elsewhere');
  return patterns;
}

/** Every page in the route list, and every other path served beside the pages. */
export function pagesToRead(ids: Ids): string[] {
  const routes = declaredPages();
  const tabs = [
    'users',
    'groups',
    'events',
    'comments',
    'reports',
    'complaints',
    'safety',
    'settings',
    'analytics',
  ];
  return [
    ...routes.flatMap((path) => filled(path, ids)),
    ...legalPages.flatMap((page) => [`/${page}`, `/admin/legal/${page}`]),
    helpPath,
    ...guideNames.map(guidePath),
    ...tabs.map((tab) => `/admin?tab=${tab}`),
    ...ids.groups.map((id) => `/group-draft-preview/${id}`),
    ...ids.groups.map((id) => `/group-published-success?groupId=${id}`),
    '/events?when=past',
    '/events?q=canary',
    '/events?view=month',
    '/events?view=month&month=2026-07&location=canary',
    '/groups?q=canary',
    ...['', '?q=canary', '?location=canary'].map((query) => `/embed/events${query}`),
    ...ids.groups.map((id) => `/embed/events?group=${id}`),
    '/embed.js',
    '/no-such-page',
    '/api/docs',
    '/robots.txt',
    '/manifest.webmanifest',
    '/offline',
    '/.well-known/security.txt',
    '/.well-known/change-password',
    '/sitemap.xml',
    '/sitemap/pages.xml',
    '/sitemap/events-1.xml',
    '/sitemap/groups-1.xml',
    ...ids.events.map((id) => `/share/events/${id}/qr.svg`),
    ...ids.groups.map((id) => `/share/groups/${id}/qr.svg`),
    '/calendar.ics',
    '/calendar.ics?q=canary',
    '/calendar.ics?location=canary',
    '/feed.xml',
    ...ids.groups.flatMap((id) => [`/groups/${id}/calendar.ics`, `/groups/${id}/feed.xml`]),
  ];
}
