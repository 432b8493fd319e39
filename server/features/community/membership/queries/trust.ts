import { eq, sql } from 'drizzle-orm';
import type { Config } from '#platform/config.ts';
import { holdsContact } from '#platform/contact-details.ts';
import type { Reader } from '#platform/db/database.ts';
import type { Viewer } from '#platform/viewer.ts';
import { auditLog } from '#features/base/audit/tables.ts';
import { users } from '#features/base/accounts/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { isUntrusted } from '#features/trust/moderation/policy.ts';
import { memberships } from '../tables.ts';

/** Tells whether an untrusted new account's text contains contact details. */
export async function needsContactReview(
  db: Reader,
  viewer: Viewer,
  text: string,
  config: Config,
  now: Date,
): Promise<boolean> {
  if (!config.rateLimits || viewer.role === 'admin') return false;
  if (!holdsContact(text, config.publicOrigin)) return false;
  // A group that the settings approved was looked at by nobody.
  const organisesApproved = sql<boolean>`exists (select from ${memberships} own
    join ${groups} led on led.id = own.group_id
    where own.user_id = ${viewer.id} and own.is_organizer and led.status = 'approved'
      and not exists (select from ${auditLog} entry
        where entry.target_type = 'group' and entry.target_id = led.id::text
          and entry.action = 'group.approve_by_setting'))`;
  const [account] = await db
    .select({ createdAt: users.createdAt, trustedAt: users.trustedAt, organisesApproved })
    .from(users)
    .where(eq(users.id, viewer.id));
  return account !== undefined && isUntrusted(account, now);
}
