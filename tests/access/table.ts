import type { ApiKey } from '../../contract/api.ts';
import { accounts } from './accounts.ts';
import { admin } from './admin.ts';
import { analytics } from './analytics.ts';
import { audit } from './audit.ts';
import { comments } from './comments.ts';
import { donations } from './donations.ts';
import { events } from './events.ts';
import { groups } from './groups.ts';
import { identity } from './identity.ts';
import { mail } from './mail.ts';
import { membership } from './membership.ts';
import { moderation } from './moderation.ts';
import { rsvps } from './rsvps.ts';
import { settings } from './settings.ts';
import { site } from './site.ts';
import type { Row } from './scene.ts';

/** Every call: a request, and what each role gets for it. */
export const table: Record<ApiKey, Row> = {
  ...accounts,
  ...admin,
  ...analytics,
  ...audit,
  ...comments,
  ...donations,
  ...events,
  ...groups,
  ...identity,
  ...mail,
  ...membership,
  ...moderation,
  ...rsvps,
  ...settings,
  ...site,
};
