import * as accountDeletion from './account-deletion.ts';
import * as accounts from './accounts.ts';
import * as admin from './admin.ts';
import * as analytics from './analytics.ts';
import * as audit from './audit.ts';
import * as blocks from './blocks.ts';
import * as cards from './profiles.ts';
import * as categories from './categories.ts';
import * as contact from './contact.ts';
import * as cleanup from './cleanup.ts';
import * as comments from './comments.ts';
import * as complaints from './complaints.ts';
import * as donations from './donations.ts';
import type { Endpoint } from './endpoint.ts';
import * as eventMonth from './event-month.ts';
import * as events from './events.ts';
import * as feeds from './feeds.ts';
import * as groups from './groups.ts';
import * as signIn from './sign-in.ts';
import * as locations from './locations.ts';
import * as mail from './mail.ts';
import * as media from './media.ts';
import * as messages from './messages.ts';
import * as membership from './membership.ts';
import * as moderation from './held.ts';
import * as numbers from './numbers.ts';
import * as papers from './papers.ts';
import * as quotas from './quota-calls.ts';
import * as hiddenThings from './hidden.ts';
import * as reports from './reports.ts';
import * as rsvps from './rsvps.ts';
import * as series from './series.ts';
import * as seriesChanges from './series-changes.ts';
import * as settings from './settings.ts';
import * as takeout from './takeout.ts';
import * as tokens from './tokens.ts';
import * as twoStep from './two-step.ts';
import * as offers from './offers.ts';
import * as openapi from './openapi.ts';
import * as waitlist from './waitlist.ts';

/** The files of calls, by their nouns. */
export const nouns = {
  accountDeletion,
  accounts,
  admin,
  analytics,
  audit,
  blocks,
  cards,
  categories,
  cleanup,
  comments,
  complaints,
  contact,
  donations,
  events,
  feeds,
  groups,
  eventMonth,
  signIn,
  locations,
  mail,
  media,
  membership,
  messages,
  moderation,
  numbers,
  papers,
  quotas,
  hiddenThings,
  reports,
  rsvps,
  series,
  seriesChanges,
  settings,
  takeout,
  tokens,
  twoStep,
  offers,
  openapi,
  waitlist,
};

type Module = (typeof nouns)[keyof typeof nouns];
type Declared = Module extends infer M
  ? M extends M
    ? Extract<M[keyof M], Endpoint>
    : never
  : never;

/** Every call by its key. A page names a call by this key and needs no more of the contract than its type. */
export type Api = { [E in Declared as E['key']]: E };
export type ApiKey = keyof Api;

const isEndpoint = (value: unknown): value is Declared =>
  typeof value === 'object' && value !== null && 'key' in value;

/** Every declared call, with the noun of its file and the name it has there. */
export const declarations = Object.entries(nouns).flatMap(([noun, module]) =>
  Object.entries(module).flatMap(([name, value]) =>
    isEndpoint(value) ? [{ noun, name, endpoint: value }] : [],
  ),
);

/** Every declared call. */
export const endpoints: readonly Declared[] = declarations.map(({ endpoint }) => endpoint);
