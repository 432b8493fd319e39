import * as accounts from './base/accounts.ts';
import * as audit from './base/audit.ts';
import * as categories from './base/categories.ts';
import * as donations from './base/donations.ts';
import * as locations from './base/locations.ts';
import * as mail from './base/mail.ts';
import * as media from './base/media.ts';
import * as notifications from './base/notifications.ts';
import * as passkeys from './base/passkeys.ts';
import * as quotas from './base/quota-calls.ts';
import * as settings from './base/settings.ts';
import * as signIn from './base/sign-in.ts';
import * as tokens from './base/tokens.ts';
import * as twoStep from './base/two-step.ts';
import * as blocks from './trust/blocks.ts';
import * as emailInvitations from './community/email-invitations.ts';
import * as invitationLink from './community/invitation-link.ts';
import * as groups from './community/groups.ts';
import * as membership from './community/membership.ts';
import * as profiles from './community/profiles.ts';
import * as addedAttendees from './events/added-attendees.ts';
import * as answers from './events/answers.ts';
import * as arrivals from './events/arrivals.ts';
import * as comments from './events/comments.ts';
import * as contact from './events/contact.ts';
import * as eventMonth from './events/event-month.ts';
import * as eventSearch from './events/event-search.ts';
import * as events from './events/events.ts';
import * as feeds from './events/feeds.ts';
import * as imports from './events/imports.ts';
import * as groupFile from './events/group-file.ts';
import * as guestRsvps from './events/guest-rsvps.ts';
import * as questions from './events/questions.ts';
import * as household from './events/household.ts';
import * as messages from './events/messages.ts';
import * as offers from './events/offers.ts';
import * as pendingReview from './events/pending-review.ts';
import * as rsvps from './events/rsvps.ts';
import * as series from './events/series/series.ts';
import * as seriesChanges from './events/series/series-changes.ts';
import * as waitlist from './events/waitlist.ts';
import * as complaints from './safety/complaints.ts';
import * as compliance from './safety/compliance.ts';
import * as hidden from './safety/hidden.ts';
import * as purge from './safety/purge.ts';
import * as reports from './safety/reports.ts';
import * as accountDeletion from './operations/account-deletion.ts';
import * as admin from './operations/admin.ts';
import * as analytics from './operations/analytics.ts';
import * as dataExport from './operations/data-export.ts';
import * as openapi from './operations/openapi.ts';
import * as setup from './operations/setup.ts';
import * as siteStats from './operations/site-stats.ts';
import type { Endpoint } from './platform/endpoint.ts';

/** The modules of calls by noun, domain by domain. */
export const nouns = {
  accounts,
  audit,
  categories,
  donations,
  locations,
  mail,
  media,
  notifications,
  passkeys,
  quotas,
  settings,
  signIn,
  tokens,
  twoStep,
  blocks,
  groups,
  membership,
  profiles,
  addedAttendees,
  answers,
  arrivals,
  comments,
  contact,
  eventMonth,
  eventSearch,
  events,
  feeds,
  groupFile,
  imports,
  guestRsvps,
  questions,
  household,
  invitationLink,
  emailInvitations,
  messages,
  offers,
  pendingReview,
  rsvps,
  series,
  seriesChanges,
  waitlist,
  complaints,
  compliance,
  hidden,
  purge,
  reports,
  accountDeletion,
  admin,
  analytics,
  dataExport,
  openapi,
  setup,
  siteStats,
};

type Module = (typeof nouns)[keyof typeof nouns];
type DeclaredEndpoint = Module extends infer M
  ? M extends M
    ? Extract<M[keyof M], Endpoint>
    : never
  : never;

/**
 * Every call by its key. A page refers to a call by this key and needs only its type from the
 * contract.
 */
export type Api = { [E in DeclaredEndpoint as E['key']]: E };
export type ApiKey = keyof Api;

const isEndpoint = (value: unknown): value is DeclaredEndpoint =>
  typeof value === 'object' && value !== null && 'key' in value;

/** Every declared call, with its file's noun and its export name. */
export const declarations = Object.entries(nouns).flatMap(([noun, module]) =>
  Object.entries(module).flatMap(([name, value]) =>
    isEndpoint(value) ? [{ noun, name, endpoint: value }] : [],
  ),
);

/** Every declared call. */
export const endpoints: readonly DeclaredEndpoint[] = declarations.map(({ endpoint }) => endpoint);
