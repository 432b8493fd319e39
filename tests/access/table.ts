import type { ApiKey } from '#contract/api.ts';
import { accounts } from './accounts.ts';
import { admin } from './admin.ts';
import { analytics } from './analytics.ts';
import { audit } from './audit.ts';
import { blocks } from './blocks.ts';
import { profiles } from './profiles.ts';
import { comments } from './comments.ts';
import { complaints } from './complaints.ts';
import { donations } from './donations.ts';
import { events } from './events.ts';
import { feeds } from './feeds.ts';
import { groups } from './groups.ts';
import { addedAttendees } from './added-attendees.ts';
import { guestRsvps } from './guest-rsvps.ts';
import { imports } from './imports.ts';
import { household } from './household.ts';
import { signIn } from './sign-in.ts';
import { mail } from './mail.ts';
import { membership } from './membership.ts';
import { messages } from './messages.ts';
import { moderation } from './moderation.ts';
import { complianceDocuments } from './compliance.ts';
import { reports } from './reports.ts';
import { rsvps } from './rsvps.ts';
import { series } from './series.ts';
import { settings } from './settings.ts';
import { site } from './site.ts';
import { tokens } from './tokens.ts';
import { offers } from './offers.ts';
import { waitlist } from './waitlist.ts';
import type { Row } from './fixture.ts';

/** Every call: a request, and what each role gets for it. */
export const table: Record<ApiKey, Row> = {
  ...accounts,
  ...admin,
  ...analytics,
  ...audit,
  ...blocks,
  ...profiles,
  ...comments,
  ...complaints,
  ...donations,
  ...events,
  ...feeds,
  ...groups,
  ...imports,
  ...household,
  ...signIn,
  ...mail,
  ...membership,
  ...messages,
  ...moderation,
  ...complianceDocuments,
  ...reports,
  ...rsvps,
  ...series,
  ...settings,
  ...site,
  ...tokens,
  ...offers,
  ...waitlist,
  ...guestRsvps,
  ...addedAttendees,
};
