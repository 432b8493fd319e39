import { and, asc, eq, gt, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { CleanText } from '#contract/platform/clean-text.ts';
import { maxInvitedAtOnce, type EmailInvitations } from '#contract/community/email-invitations.ts';
import { invitedDays } from '#contract/platform/limits.ts';
import { day, minute } from '#contract/platform/durations.ts';
import { record } from '#features/base/audit/mutations.ts';
import { users } from '#features/base/accounts/tables.ts';
import { lockGroup } from '#features/community/groups/queries/groups.ts';
import { requireManager } from '#features/community/membership/queries/membership.ts';
import { memberships } from '#features/community/membership/tables.ts';
import type { Config } from '#platform/config.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import {
  transaction,
  type Database,
  type Reader,
  type Transaction,
} from '#platform/db/database.ts';
import { forEachItem } from '#platform/jobs/items.ts';
import { enqueueMany } from '#platform/mail/outbox.ts';
import { mails, outbox, suppressions } from '#platform/mail/tables.ts';
import { demand } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import {
  inviteRefusal,
  mustStop,
  resumeRefusal,
  stoppedRefusal,
  dailyListRefusal,
} from './policy.ts';
import { countInvitations, hashOfInvited, invitationsOf, listedSince } from './queries.ts';
import { emailInvitations, invitationLists, invitationRefusals } from './tables.ts';

/**
 * Puts addresses on a group's list and writes to the first of them; a job writes to the others.
 * Addresses that have been invited before stay as they are, and the answer doesn't tell.
 * @throws Refusal `not_found`, `forbidden`, `conflict` for a stopped list
 */
export async function invite(
  db: Database,
  viewer: Viewer,
  { groupId, addresses }: { groupId: number; addresses: CleanText[] },
  signer: Signer,
  config: Config,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockGroup(tx, groupId);
    const { group, membership } = await requireManager(tx, viewer, groupId);
    demand(inviteRefusal(viewer, group, membership));
    demand(stoppedRefusal((await lockList(tx, groupId)).stoppedAt !== null));
    const used = await listedSince(tx, groupId, new Date(now.getTime() - day));
    demand(dailyListRefusal(used, addresses.length));
    const rows = addresses.map((email) => ({
      groupId,
      invitedById: viewer.id,
      email,
      emailHash: hashOfInvited(email, signer),
      state: 'waiting' as const,
      createdAt: now,
    }));
    if (rows.length > 0) await tx.insert(emailInvitations).values(rows).onConflictDoNothing();
    const change = { before: null, after: { addresses: addresses.length } };
    await record(tx, viewer, 'group.invite', groupId, change, now);
    await sendBatch(tx, groupId, config, now);
  });
}

/** Locks the group's list, which the first invitation creates. */
async function lockList(tx: Transaction, groupId: number) {
  await tx.insert(invitationLists).values({ groupId }).onConflictDoNothing();
  const [list] = await tx
    .select()
    .from(invitationLists)
    .where(eq(invitationLists.groupId, groupId))
    .for('update');
  if (!list) throw new Error('the list is gone');
  return list;
}

/** The most groups that invite one address. */
const maxGroups = 3;

/**
 * Skips those of a batch who must not be written to, and deletes their addresses. It happens in
 * their turn, and they count as sent: nobody learns from a list who is a member.
 */
async function skipUnwanted(
  tx: Transaction,
  groupId: number,
  batch: SQL,
  now: Date,
): Promise<void> {
  const { email, emailHash } = emailInvitations;
  await tx
    .update(emailInvitations)
    .set({ state: 'skipped', email: null, sentAt: now })
    .where(
      and(
        batch,
        sql`(exists (select from ${invitationRefusals} no where no.email_hash = ${emailHash})
          or exists (select from ${suppressions} no where no.address = ${email})
          or (select count(*) from ${emailInvitations} other where other.email_hash = ${emailHash}
            and other.group_id <> ${groupId} and other.state <> 'skipped') >= ${maxGroups}
          or ${isMember})`,
      ),
    );
}

/** Somebody with this address belongs to the group, or has asked to. */
const isMember = sql`exists (select from ${memberships} join ${users} on users.id = memberships.user_id
  where memberships.group_id = ${emailInvitations.groupId} and users.email = ${emailInvitations.email}
    and users.email_verified_at is not null)`;

/**
 * Lets a stopped list go on.
 * @throws Refusal `not_found`, `forbidden` for all but admins
 */
export async function resumeInvitations(
  db: Database,
  viewer: Viewer,
  groupId: number,
  now: Date,
): Promise<EmailInvitations> {
  return transaction(db, async (tx) => {
    await lockGroup(tx, groupId);
    await requireManager(tx, viewer, groupId);
    demand(resumeRefusal(viewer));
    await lockList(tx, groupId);
    await tx
      .update(invitationLists)
      .set({ stoppedAt: null, resumedAt: now })
      .where(eq(invitationLists.groupId, groupId));
    const change = { before: { stopped: true }, after: { stopped: false } } as const;
    await record(tx, viewer, 'group.invite_again', groupId, change, now);
    return invitationsOf(tx, groupId);
  });
}

/** Puts an address on the list of those that want no such emails, or takes it off. */
export async function setRefusal(
  db: Reader,
  emailHash: string,
  refuses: boolean,
  now: Date,
): Promise<void> {
  if (refuses)
    await db.insert(invitationRefusals).values({ emailHash, createdAt: now }).onConflictDoNothing();
  else await db.delete(invitationRefusals).where(eq(invitationRefusals.emailHash, emailHash));
}

/** Ends all invitations to somebody, by the hash of their address, for every group. */
export async function refuseAll(db: Database, emailHash: string, now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    await setRefusal(tx, emailHash, true, now);
    const rows = await tx
      .update(emailInvitations)
      .set({ state: 'refused', email: null })
      .where(
        and(
          eq(emailInvitations.emailHash, emailHash),
          inArray(emailInvitations.state, ['waiting', 'sent', 'undeliverable']),
        ),
      )
      .returning({ id: emailInvitations.id });
    await dropMails(
      tx,
      rows.map(({ id }) => id),
    );
  });
}

const uniqueKeyOf = (id: number) => `group_invitation:${id}`;

/** Deletes what the outbox and the record of emails know of invitations. */
async function dropMails(tx: Transaction, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  const gone = await tx
    .delete(outbox)
    .where(inArray(outbox.uniqueKey, ids.map(uniqueKeyOf)))
    .returning({ id: outbox.id });
  const effects = gone.map(({ id }) => id);
  await tx.delete(mails).where(inArray(mails.effectId, effects));
}

/**
 * Writes to the next people of each list, once the last batch has gone out, and stops lists whose
 * addresses are bad.
 * @returns how many were written to
 */
export async function sendInvitations(db: Database, config: Config, now: Date): Promise<number> {
  const waiting = await db
    .selectDistinct({ groupId: emailInvitations.groupId })
    .from(emailInvitations)
    .innerJoin(invitationLists, eq(invitationLists.groupId, emailInvitations.groupId))
    .where(and(eq(emailInvitations.state, 'waiting'), isNull(invitationLists.stoppedAt)));
  // A list that nobody waits on can be bad, too.
  const lists = new Set(
    [...waiting, ...(await recordUndeliverable(db, now))].map((row) => row.groupId),
  );
  return forEachItem(lists, (groupId) =>
    transaction(db, (tx) => sendBatch(tx, groupId, config, now)),
  );
}

/** How long reports take: the mailbox of bounces is read every five minutes. */
const bounceDelay = 10 * minute;

async function sendBatch(
  tx: Transaction,
  groupId: number,
  { mailEvents, bounceMailbox }: Config,
  now: Date,
): Promise<number> {
  // Another process may be at this list.
  const [list] = await tx
    .select()
    .from(invitationLists)
    .where(and(eq(invitationLists.groupId, groupId), isNull(invitationLists.stoppedAt)))
    .for('update', { skipLocked: true });
  if (!list || (await isUnderWay(tx, groupId))) return 0;
  if (mustStop(await countInvitations(tx, groupId, list.resumedAt))) {
    await tx
      .update(invitationLists)
      .set({ stoppedAt: now })
      .where(eq(invitationLists.groupId, groupId));
    return 0;
  }
  const expectsReports = mailEvents !== undefined || bounceMailbox !== undefined;
  if (expectsReports && (await hasSentSince(tx, groupId, new Date(now.getTime() - bounceDelay)))) {
    return 0;
  }
  const next = await tx
    .select({ id: emailInvitations.id })
    .from(emailInvitations)
    .where(and(eq(emailInvitations.groupId, groupId), eq(emailInvitations.state, 'waiting')))
    .orderBy(asc(emailInvitations.id))
    .limit(maxInvitedAtOnce)
    .for('update');
  const chosen = inArray(
    emailInvitations.id,
    next.map(({ id }) => id),
  );
  await skipUnwanted(tx, groupId, chosen, now);
  await tx
    .update(emailInvitations)
    .set({ state: 'sent', sentAt: now })
    .where(and(chosen, eq(emailInvitations.state, 'waiting')));
  // An email without an address ends unsent. It holds up the next batch as any other does.
  const to = sql`select null::text, coalesce(email, ''), jsonb_build_object('invitationId', id)
    from ${emailInvitations} where ${chosen}`;
  const payload = { groupId, invitationId: 0 };
  const uniqueKey = sql`'group_invitation:' || (recipient.extra ->> 'invitationId')`;
  await enqueueMany(
    tx,
    { kind: 'group_invitation', payload, now },
    { to, hasExtraPayload: true, uniqueKey },
  );
  return next.length;
}

async function hasSentSince(tx: Transaction, groupId: number, since: Date): Promise<boolean> {
  const sent = and(eq(emailInvitations.groupId, groupId), gt(emailInvitations.sentAt, since));
  return (await tx.$count(emailInvitations, sent)) > 0;
}

/** Tells whether emails of the last batch still wait for their first or a further attempt. */
async function isUnderWay(tx: Transaction, groupId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .innerJoin(
      emailInvitations,
      sql`${outbox.uniqueKey} = 'group_invitation:' || ${emailInvitations.id}`,
    )
    .where(
      and(
        eq(emailInvitations.groupId, groupId),
        inArray(emailInvitations.state, ['sent', 'skipped']),
        isNull(outbox.doneAt),
        isNull(outbox.deadAt),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** The attempts of an email end after 25 hours, and reports of its provider soon after. */
const settledAfter = 7 * day;

/**
 * Notes whom no email reaches: the mail server refused the address, or gave no answer for a day.
 * @returns their groups
 */
async function recordUndeliverable(db: Database, now: Date): Promise<{ groupId: number }[]> {
  return db
    .update(emailInvitations)
    .set({ state: 'undeliverable' })
    .where(
      and(
        eq(emailInvitations.state, 'sent'),
        isNotNull(emailInvitations.email),
        gt(emailInvitations.createdAt, new Date(now.getTime() - invitedDays * day)),
        gt(emailInvitations.sentAt, new Date(now.getTime() - settledAfter)),
        sql`(exists (select from ${suppressions} no where no.address = ${emailInvitations.email})
          or exists (select from ${outbox} dead where dead.dead_at is not null
            and dead.unique_key = 'group_invitation:' || ${emailInvitations.id}))`,
      ),
    )
    .returning({ groupId: emailInvitations.groupId });
}

/**
 * Notes who has joined, and deletes addresses that are known to be done with or 30 days old.
 * @returns how many addresses were deleted
 */
export async function forgetInvited(db: Database, now: Date): Promise<number> {
  const { state, email } = emailInvitations;
  return transaction(db, async (tx) => {
    const joined = await tx
      .update(emailInvitations)
      .set({ state: 'joined', email: null })
      .where(
        and(
          eq(state, 'sent'),
          isNotNull(email),
          sql`exists (select from ${memberships} join ${users} on users.id = memberships.user_id
            where memberships.group_id = ${emailInvitations.groupId} and memberships.status = 'approved'
              and users.email = ${email} and users.email_verified_at is not null)`,
        ),
      )
      .returning({ id: emailInvitations.id });
    const old = await tx
      .update(emailInvitations)
      .set({
        email: null,
        state: skippedIfWaiting,
      })
      .where(
        and(
          isNotNull(email),
          sql`${emailInvitations.createdAt} <= ${new Date(now.getTime() - invitedDays * day)}`,
        ),
      )
      .returning({ id: emailInvitations.id });
    await dropMails(
      tx,
      [...joined, ...old].map(({ id }) => id),
    );
    return joined.length + old.length;
  });
}

/** Deletes an address from every list; who waits there is not written to. */
export async function forgetAddress(tx: Transaction, address: CleanText): Promise<void> {
  await tx
    .update(emailInvitations)
    .set({ email: null, state: skippedIfWaiting })
    .where(eq(emailInvitations.email, address));
}

const skippedIfWaiting = sql`case when ${emailInvitations.state} = 'waiting' then 'skipped' else ${emailInvitations.state} end`;
