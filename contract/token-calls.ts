import * as cards from './profiles.ts';
import * as categories from './categories.ts';
import * as comments from './comments.ts';
import * as contact from './contact.ts';
import * as donations from './donations.ts';
import type { Endpoint } from './endpoint.ts';
import * as eventMonth from './event-month.ts';
import * as events from './events.ts';
import * as groups from './groups.ts';
import * as locations from './locations.ts';
import * as media from './media.ts';
import * as membership from './membership.ts';
import * as messages from './messages.ts';
import * as numbers from './numbers.ts';
import * as offers from './offers.ts';
import * as openapi from './openapi.ts';
import * as rsvps from './rsvps.ts';
import * as series from './series.ts';
import * as seriesChanges from './series-changes.ts';
import * as settings from './settings.ts';
import type { TokenScope } from './tokens.ts';
import * as waitlist from './waitlist.ts';

/**
 * The nouns whose calls a token may make. All others are closed to it, a new one as long as it does not stand here:
 * the account, its password, sessions, two-step sign-in, tokens, export, deletion, and what mail it gets.
 */
const open: Record<string, unknown> = {
  ...cards,
  ...categories,
  ...comments,
  ...contact,
  ...donations,
  ...eventMonth,
  ...events,
  ...groups,
  ...locations,
  ...media,
  ...membership,
  ...messages,
  ...numbers,
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
  Object.values(open)
    .filter(isEndpoint)
    .filter(({ access, signedBy }) => access !== 'admin' && signedBy === undefined)
    .map(({ key }) => key),
);

/** What a token has to be for, to make the call; null where none may. */
export function tokenScopeOf({ key }: Pick<Endpoint, 'key'>): TokenScope | null {
  if (!openKeys.has(key)) return null;
  return key.startsWith('GET ') ? 'read' : 'write';
}
