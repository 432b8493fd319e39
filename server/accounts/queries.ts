import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Account } from '../../contract/accounts.ts';
import { tokenHash } from '../auth/token.ts';
import type { Database, Reader } from '../db/database.ts';
import { statement } from '../db/statements.ts';
import { memberships } from '../membership/tables.ts';
import { sessions, users } from './tables.ts';

/** The columns of a member's own account. */
export const accountColumns = {
  id: users.id,
  email: users.email,
  emailVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
  firstName: users.firstName,
  lastName: users.lastName,
  bio: users.bio,
  location: users.location,
  profileImageUrl: users.profileImageUrl,
  role: users.role,
  isActive: users.isActive,
  phoneNumber: users.phoneNumber,
  smsNotifications: users.smsNotifications,
  profileCompleted: users.profileCompleted,
};

/** What one member may see of another. */
export const publicColumns = { firstName: users.firstName, profileImageUrl: users.profileImageUrl };

export interface Session {
  account: Account;
  expiresAt: Date;
  lastSeenAt: Date;
}

/** The session of a token that is in force, with its account; none for a banned member. */
export async function sessionOf(
  db: Database,
  token: string,
  now: Date,
): Promise<Session | undefined> {
  const byToken = statement(db, 'session_by_token', (sqlDb) =>
    sqlDb
      .select({
        account: accountColumns,
        expiresAt: sessions.expiresAt,
        lastSeenAt: sessions.lastSeenAt,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(
        and(
          eq(sessions.id, sql.placeholder('id')),
          gt(sessions.expiresAt, sql.placeholder('now')),
          eq(users.isActive, true),
        ),
      ),
  );
  const [session] = await byToken.execute({ id: tokenHash(token), now });
  return session;
}

export async function accountById(db: Reader, id: string): Promise<Account | undefined> {
  const [account] = await db.select(accountColumns).from(users).where(eq(users.id, id));
  return account;
}

/** Public profiles of the people who share a group with `viewerId`, at most 100; `ids` narrows. */
export function acquaintances(db: Reader, viewerId: string, ids: string[] | undefined) {
  const shared = db
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(
      inArray(
        memberships.groupId,
        db
          .select({ groupId: memberships.groupId })
          .from(memberships)
          .where(eq(memberships.userId, viewerId)),
      ),
    );
  return db
    .select({ id: users.id, ...publicColumns })
    .from(users)
    .where(and(inArray(users.id, shared), ids && inArray(users.id, ids)))
    .orderBy(users.firstName, users.id)
    .limit(100);
}
