import type { ApiKey } from '#contract/api.ts';
import { accounts } from './accounts.ts';
import { admin } from './admin.ts';
import { comments } from './comments.ts';
import { donations } from './donations.ts';
import { events } from './events.ts';
import { groups } from './groups.ts';
import { guestRsvps } from './guest-rsvps.ts';
import { imports } from './imports.ts';
import { household } from './household.ts';
import { signIn } from './sign-in.ts';
import { mail } from './mail.ts';
import { membership } from './membership.ts';
import { messages } from './messages.ts';
import { complianceDocuments } from './compliance.ts';
import { reports } from './reports.ts';
import { rsvps } from './rsvps.ts';
import { series } from './series.ts';
import { settings } from './settings.ts';
import { site } from './site.ts';
import type { Row } from './rows.ts';

/** Every call: a request, and what each role gets for it. */
export const table: Record<ApiKey, Row> = {
  ...accounts,
  ...admin,
  ...comments,
  ...donations,
  ...events,
  ...groups,
  ...imports,
  ...household,
  ...signIn,
  ...mail,
  ...membership,
  ...messages,
  ...complianceDocuments,
  ...reports,
  ...rsvps,
  ...series,
  ...settings,
  ...site,
  ...guestRsvps,
};
