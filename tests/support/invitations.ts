import { createHash } from 'node:crypto';
import { type Raw, cleanTexts } from '#contract/platform/clean-text.ts';
import { invitationLists, emailInvitations } from '#features/community/email-invitations/tables.ts';
import type { Planting } from './tokens.ts';

/** Creates an invitation by email that is on its way. */
export async function plantInvitation(
  { db, clock }: Planting,
  groupId: number,
  email: string,
  columns: Raw<Partial<typeof emailInvitations.$inferInsert>> = {},
): Promise<{ id: number }> {
  await db.insert(invitationLists).values({ groupId }).onConflictDoNothing();
  const now = clock.read();
  const [row] = await db
    .insert(emailInvitations)
    .values(
      cleanTexts({
        groupId,
        email,
        emailHash: createHash('sha256').update(email).digest('base64url'),
        state: 'sent',
        sentAt: now,
        createdAt: now,
        ...columns,
      }),
    )
    .returning({ id: emailInvitations.id });
  if (!row) throw new Error('an insert returned no row');
  return row;
}
