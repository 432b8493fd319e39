import { and, eq, gt, inArray, ne, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Account, Parting } from '../../../contract/accounts.ts';
import { tokenHash } from '../../platform/crypto/token.ts';
import type { Database, Reader } from '../../platform/db/database.ts';
import { statement } from '../../platform/db/fast/statements.ts';
import { comments } from '../comments/tables.ts';
import { groups } from '../groups/tables.ts';
import { memberships } from '../membership/tables.ts';
import { rsvps } from '../rsvps/tables.ts';
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

/** Null where somebody signs in elsewhere only. */
export async function passwordHashOf(db: Reader, userId: string): Promise<string | null> {
  const [found] = await db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId));
  return found?.passwordHash ?? null;
}

/**
 * Public profiles of the people who share a group with the viewer, at most 100; `ids` narrows. Who waits to be let
 * in is seen by those alone who decide it, and by themself.
 */
export function acquaintances(
  db: Reader,
  viewer: Pick<Account, 'id' | 'role'>,
  ids: string[] | undefined,
) {
  const own = alias(memberships, 'own');
  const shared = db
    .select({ userId: memberships.userId })
    .from(memberships)
    .innerJoin(own, eq(own.groupId, memberships.groupId))
    .where(
      and(
        eq(own.userId, viewer.id),
        viewer.role === 'admin'
          ? undefined
          : or(
              eq(memberships.status, 'approved'),
              eq(own.isOrganizer, true),
              eq(memberships.userId, viewer.id),
            ),
      ),
    );
  return db
    .select({ id: users.id, ...publicColumns })
    .from(users)
    .where(and(inArray(users.id, shared), ids && inArray(users.id, ids)))
    .orderBy(users.firstName, users.id)
    .limit(100);
}

/** What leaving the site takes with it, told before it is done. */
export async function partingOf(db: Reader, viewer: Account): Promise<Parting> {
  const [counts] = await db
    .select({
      groups: db.$count(memberships, eq(memberships.userId, viewer.id)),
      rsvps: db.$count(rsvps, eq(rsvps.userId, viewer.id)),
      comments: db.$count(comments, eq(comments.userId, viewer.id)),
      otherAdmins: db.$count(users, isOtherAdmin(viewer.id)),
    })
    .from(users)
    .where(eq(users.id, viewer.id));
  const { otherAdmins = 0, ...rest } = counts ?? { groups: 0, rsvps: 0, comments: 0 };
  return {
    ...rest,
    confirmBy: (await passwordHashOf(db, viewer.id)) ? 'password' : 'email',
    onlyAdmin: viewer.role === 'admin' && otherAdmins === 0,
    leaderless: await groupsLedAlone(db, viewer.id),
  };
}

/** The admins besides somebody who can still act. */
export const isOtherAdmin = (userId: string) =>
  and(eq(users.role, 'admin'), eq(users.isActive, true), ne(users.id, userId));

/** The groups that would have no organiser without this one, at most 100. */
function groupsLedAlone(db: Reader, userId: string) {
  const others = alias(memberships, 'others');
  const otherOrganiser = db
    .select({ one: sql`1` })
    .from(others)
    .where(
      and(
        eq(others.groupId, memberships.groupId),
        eq(others.isOrganizer, true),
        ne(others.userId, userId),
      ),
    );
  return db
    .select({ id: groups.id, name: groups.name })
    .from(memberships)
    .innerJoin(groups, eq(groups.id, memberships.groupId))
    .where(
      and(
        eq(memberships.userId, userId),
        eq(memberships.isOrganizer, true),
        notExists(otherOrganiser),
      ),
    )
    .orderBy(groups.name, groups.id)
    .limit(100);
}
