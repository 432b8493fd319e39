import { and, eq, gt, sql } from 'drizzle-orm';
import type { EmailInvitations } from '#contract/community/email-invitations.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Reader } from '#platform/db/database.ts';
import { emailInvitations, invitationLists, invitationRefusals } from './tables.ts';

/** Hashes an address with the site's secret, so that the hash can't be guessed back. */
export const hashOfInvited = (address: string, signer: Signer): string =>
  signer.pseudonym('invited address', address.toLowerCase());

const counted = (condition: ReturnType<typeof sql>) =>
  sql<number>`count(*) filter (where ${condition})::int`;
const hasGone = sql`${emailInvitations.sentAt} is not null`;

/** Counts a group's invitations; with `since`, only those that went out after it. */
export async function countInvitations(db: Reader, groupId: number, since?: Date | null) {
  const { state, sentAt } = emailInvitations;
  const [counts] = await db
    .select({
      sent: counted(hasGone),
      joined: counted(eq(state, 'joined')),
      refused: counted(sql`${eq(state, 'refused')} and ${hasGone}`),
      undeliverable: counted(eq(state, 'undeliverable')),
    })
    .from(emailInvitations)
    .where(and(eq(emailInvitations.groupId, groupId), since ? gt(sentAt, since) : undefined));
  return counts ?? { sent: 0, joined: 0, refused: 0, undeliverable: 0 };
}

export async function invitationsOf(db: Reader, groupId: number): Promise<EmailInvitations> {
  const [list] = await db
    .select({ stoppedAt: invitationLists.stoppedAt })
    .from(invitationLists)
    .where(eq(invitationLists.groupId, groupId));
  const counts = await countInvitations(db, groupId);
  return { ...counts, stopped: Boolean(list?.stoppedAt) };
}

/** Finds an invitation that is on its way. */
export async function invitationOnItsWay(db: Reader, id: number) {
  const [row] = await db
    .select({ emailHash: emailInvitations.emailHash })
    .from(emailInvitations)
    .where(and(eq(emailInvitations.id, id), eq(emailInvitations.state, 'sent')));
  return row;
}

/** Tells whether somebody wants no invitations from any group. */
export async function refusesInvitations(db: Reader, emailHash: string): Promise<boolean> {
  const rows = await db
    .select({ emailHash: invitationRefusals.emailHash })
    .from(invitationRefusals)
    .where(eq(invitationRefusals.emailHash, emailHash));
  return rows.length > 0;
}
