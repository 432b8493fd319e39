import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { MessageForm } from '#contract/events/messages.ts';
import { mailLeaves, type Config } from '#platform/config.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { once, type Attempt } from '#platform/idempotency/once.ts';
import { enqueueMany } from '#platform/mail/outbox.ts';
import { demand, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { lockAccount } from '#features/base/accounts/mutations.ts';
import { groups } from '#features/community/groups/tables.ts';
import {
  groupAndMembership,
  organises,
} from '#features/community/membership/queries/membership.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { isOwnRepeat } from '#features/trust/moderation/policy.ts';
import { needsContactReview } from '#features/community/membership/queries/trust.ts';
import { contactRefusal } from '#features/community/groups/policy.ts';
import { addressRefusal, limitRefusal } from './policy.ts';
import { recentContacts, recentTexts } from './queries.ts';
import { contacts } from './tables.ts';

type Form = z.output<typeof MessageForm>;

/**
 * Emails each organiser of a group, who reply to the viewer's address. A new account's message with
 * a link or contact details waits for an admin.
 * @throws Refusal `not_found`, `forbidden`, `too_many_requests`, `suspended`
 */
export async function contactOrganisers(
  db: Database,
  viewer: Viewer,
  groupId: number,
  { attempt, ...form }: Form & { attempt: Attempt | undefined },
  config: Config,
  now: Date,
): Promise<WrittenContact> {
  return transaction(db, async (tx) => {
    const [settings] = await tx
      .select({ contactEnabled: groups.contactEnabled })
      .from(groups)
      .where(eq(groups.id, groupId))
      .for('key share');
    const found = settings && (await groupAndMembership(tx, viewer, groupId));
    if (!found) throw notFound('Group');
    demand(contactRefusal(viewer, { ...found.group, ...settings }, found.membership));
    demand(addressRefusal(viewer, mailLeaves(config)));
    await lockAccount(tx, viewer);
    return once(tx, attempt, now, () => writeContact(tx, viewer, groupId, form, config, now));
  });
}

interface WrittenContact {
  recipients: number;
  held?: true;
}

async function writeContact(
  tx: Transaction,
  viewer: Viewer,
  groupId: number,
  form: Form,
  config: Config,
  now: Date,
): Promise<WrittenContact> {
  if (config.rateLimits) {
    // Serialises a member's parallel messages, so that each counts those before it.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`contacts of ${viewer.id}`}, 0))`,
    );
    demand(limitRefusal(await recentContacts(tx, viewer.id, now), now));
  }
  const held = await needsReview(tx, viewer, groupId, form, config, now);
  const [contact] = await tx
    .insert(contacts)
    .values({ ...form, groupId, userId: viewer.id, heldAt: held ? now : null, createdAt: now })
    .returning();
  if (!contact) throw new Error('an insert returned no row');
  if (!held) return { recipients: await sendContact(tx, contact, now) };
  return { recipients: await tx.$count(memberships, organises(groupId)), held };
}

async function needsReview(
  tx: Transaction,
  viewer: Viewer,
  placeId: number,
  { subject, text }: Form,
  config: Config,
  now: Date,
): Promise<boolean> {
  if (!config.rateLimits || viewer.role === 'admin') return false;
  if (await needsContactReview(tx, viewer, `${subject}\n${text}`, config, now)) return true;
  return isOwnRepeat({ placeId, text }, await recentTexts(tx, viewer.id, now));
}

/** @returns the number of organisers who get it */
export function sendContact(
  tx: Transaction,
  { id, groupId, userId }: typeof contacts.$inferSelect,
  now: Date,
): Promise<number> {
  const payload = { contactId: id, userId };
  const to = sql`select user_id, null::text from ${memberships} where ${organises(groupId)}`;
  const uniqueKey = sql`${`contact:${id}:`} || recipient.id`;
  return enqueueMany(tx, { kind: 'contact', payload, now }, { to, uniqueKey });
}
