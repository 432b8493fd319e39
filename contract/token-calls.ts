import * as answers from './events/answers.ts';
import * as arrivals from './events/arrivals.ts';
import * as profiles from './community/profiles.ts';
import * as categories from './base/categories.ts';
import * as addedAttendees from './events/added-attendees.ts';
import * as comments from './events/comments.ts';
import * as contact from './events/contact.ts';
import * as donations from './base/donations.ts';
import type { Endpoint } from './platform/endpoint.ts';
import * as eventMonth from './events/event-month.ts';
import * as eventSearch from './events/event-search.ts';
import * as events from './events/events.ts';
import * as imports from './events/imports.ts';
import * as groupFile from './events/group-file.ts';
import * as invitationLink from './community/invitation-link.ts';
import * as groups from './community/groups.ts';
import * as locations from './base/locations.ts';
import * as media from './base/media.ts';
import * as membership from './community/membership.ts';
import * as messages from './events/messages.ts';
import * as siteStats from './operations/site-stats.ts';
import * as offers from './events/offers.ts';
import * as openapi from './operations/openapi.ts';
import * as rsvps from './events/rsvps.ts';
import * as series from './events/series/series.ts';
import * as seriesChanges from './events/series/series-changes.ts';
import * as settings from './base/settings.ts';
import type { TokenScope } from './base/tokens.ts';
import * as waitlist from './events/waitlist.ts';

/**
 * The nouns whose calls a token may make. All others are closed to tokens, new ones included: the
 * account, its password, sessions, two-step sign-in, passkeys, tokens, export, deletion, and email
 * preferences.
 */
const openCalls: Record<string, unknown> = {
  ...answers,
  ...arrivals,
  ...profiles,
  ...categories,
  ...addedAttendees,
  ...comments,
  ...contact,
  ...donations,
  ...eventMonth,
  ...eventSearch,
  ...events,
  ...groupFile,
  ...imports,
  ...groups,
  ...invitationLink,
  ...locations,
  ...media,
  ...membership,
  ...messages,
  ...siteStats,
  ...offers,
  ...openapi,
  ...rsvps,
  ...series,
  ...seriesChanges,
  ...settings,
  ...waitlist,
};

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'key' in value;

const openKeys = new Set<string>(
  Object.values(openCalls)
    .filter(isEndpoint)
    .filter(({ access, signedBy }) => access !== 'admin' && signedBy === undefined)
    .map(({ key }) => key),
);

/** The scope that a token needs for the call; null if no token may make it. */
export function tokenScopeOf({ key }: Pick<Endpoint, 'key'>): TokenScope | null {
  if (!openKeys.has(key)) return null;
  return key.startsWith('GET ') ? 'read' : 'write';
}
