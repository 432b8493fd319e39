import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { MessageForm } from '../../../contract/messages.ts';
import type { Config } from '../../platform/config.ts';
import { transaction, type Database, type Transaction } from '../../platform/db/database.ts';
import { once, type Attempt } from '../../platform/idempotency/once.ts';
import { add } from '../../platform/mail/outbox.ts';
import { demand, notFound } from '../../platform/refusal.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { holdAccount } from '../accounts/mutations.ts';
import { groups } from '../groups/tables.ts';
import { groupAndMembership } from '../membership/queries.ts';
import { memberships } from '../membership/tables.ts';
import { addressRefusal, contactRefusal, limitRefusal } from './policy.ts';
import { recentContacts } from './queries.ts';
import { contacts } from './tables.ts';

type Form = z.output<typeof MessageForm>;

/**
 * Writes a letter to each organiser of a group, who answer to the viewer's address.
 * @throws Refusal `not_found`, `forbidden`, `too_many_requests`, `suspended`
 */
export async function contactOrganisers(
  db: Database,
  viewer: Viewer,
  groupId: number,
  { attempt, ...form }: Form & { attempt: Attempt | undefined },
  config: Config,
  now: Date,
): Promise<{ recipients: number }> {
  return transaction(db, async (tx) => {
    const [settings] = await tx
      .select({ contactEnabled: groups.contactEnabled })
      .from(groups)
      .where(eq(groups.id, groupId))
      .for('key share');
    const found = settings && (await groupAndMembership(tx, viewer, groupId));
    if (!found) throw notFound('Group');
    demand(contactRefusal(viewer, { ...found.group, ...settings }, found.membership));
    demand(addressRefusal(viewer, config.smtpUrl !== undefined));
    await holdAccount(tx, viewer);
    return once(tx, attempt, now, () => write(tx, viewer, groupId, form, config, now));
  });
}

async function write(
  tx: Transaction,
  viewer: Viewer,
  groupId: number,
  form: Form,
  config: Config,
  now: Date,
): Promise<{ recipients: number }> {
  if (config.rateLimits) {
    // Of several at once the later ones are counted after the first.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`contacts of ${viewer.id}`}, 0))`,
    );
    demand(limitRefusal(await recentContacts(tx, viewer.id, now), now));
  }
  const [contact] = await tx
    .insert(contacts)
    .values({ ...form, groupId, userId: viewer.id, createdAt: now })
    .returning({ id: contacts.id });
  if (!contact) throw new Error('an insert returned no row');
  const payload = { contactId: contact.id, userId: viewer.id };
  const to = sql`select user_id, null::text from ${memberships} where group_id = ${groupId} and is_organizer`;
  const uniqueKey = sql`${`contact:${contact.id}:`} || told.id`;
  return { recipients: await add(tx, { kind: 'contact', payload, now }, { to, uniqueKey }) };
}
