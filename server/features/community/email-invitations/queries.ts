import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type { EmailInvitations } from '#contract/community/email-invitations.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Reader } from '#platform/db/database.ts';
import { emailInvitations, invitationLists, invitationRefusals } from './tables.ts';

/** Hashes an address with the site's secret, so that the hash can't be guessed back. */
export const hashOfInvited = (address: string, signer: Signer): string =>
  signer.pseudonym('invited address', address.toLowerCase());

const countWhere = (condition: ReturnType<typeof sql>) =>
  sql<number>`count(*) filter (where ${condition})::int`;
const hasGone = sql`${emailInvitations.sentAt} is not null`;

/** Counts a group's invitations; with `since`, only those that went out after it. */
export async function countInvitations(db: Reader, groupId: number, since?: Date | null) {
  const { state, sentAt } = emailInvitations;
  const [counts] = await db
    .select({
      sent: countWhere(hasGone),
      joined: countWhere(eq(state, 'joined')),
      refused: countWhere(sql`${eq(state, 'refused')} and ${hasGone}`),
      undeliverable: countWhere(eq(state, 'undeliverable')),
      /** The addresses that really got an email; no answer has this count. */
      written: countWhere(sql`${hasGone} and ${ne(state, 'skipped')}`),
    })
    .from(emailInvitations)
    .where(and(eq(emailInvitations.groupId, groupId), since ? gt(sentAt, since) : undefined));
  return counts ?? { sent: 0, joined: 0, refused: 0, undeliverable: 0, written: 0 };
}

/** Counts the addresses that were put on a group's list since a time. */
export const listedSince = (db: Reader, groupId: number, since: Date): Promise<number> =>
  db.$count(
    emailInvitations,
    and(eq(emailInvitations.groupId, groupId), gt(emailInvitations.createdAt, since)),
  );

export async function invitationsOf(db: Reader, groupId: number): Promise<EmailInvitations> {
  const [list] = await db
    .select({ stoppedAt: invitationLists.stoppedAt })
    .from(invitationLists)
    .where(eq(invitationLists.groupId, groupId));
  const { written: _, ...counts } = await countInvitations(db, groupId);
  return { ...counts, stopped: Boolean(list?.stoppedAt) };
}

/** Finds an invitation that is on its way. */
export async function pendingInvitation(db: Reader, id: number) {
  const [row] = await db
    .select({ emailHash: emailInvitations.emailHash })
    .from(emailInvitations)
    .where(and(eq(emailInvitations.id, id), eq(emailInvitations.state, 'sent')));
  return row;
}

/** Tells whether somebody wants no invitations, or no links as a guest: the hash says which. */
export async function refusesEmails(db: Reader, emailHash: string): Promise<boolean> {
  const rows = await db
    .select({ emailHash: invitationRefusals.emailHash })
    .from(invitationRefusals)
    .where(eq(invitationRefusals.emailHash, emailHash));
  return rows.length > 0;
}
