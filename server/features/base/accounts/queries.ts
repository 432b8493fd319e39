import { cleanText } from '#contract/platform/clean-text.ts';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Account } from '#contract/base/accounts.ts';
import type { Reader } from '#platform/db/database.ts';
import { suppressions } from '#platform/mail/tables.ts';
import { users } from './tables.ts';

/** The columns of a member's own account. */
export const accountColumns = {
  id: users.id,
  email: users.email,
  emailVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
  emailSuppressed: sql<boolean>`exists (select from ${suppressions} where ${suppressions.address} = lower(${users.email}))`,
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
  revision: users.revision,
};

/** The columns of a member that others may see. */
export const publicColumns = { firstName: users.firstName, profileImageUrl: users.profileImageUrl };

export async function accountById(db: Reader, id: string): Promise<Account | undefined> {
  const [account] = await db.select(accountColumns).from(users).where(eq(users.id, id));
  return account;
}

/** Null for a member who only signs in elsewhere. */
export async function passwordHashOf(db: Reader, userId: string): Promise<string | null> {
  const [found] = await db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId));
  return found?.passwordHash ?? null;
}

/**
 * A member as an email's recipient: by name, and by text message if they want that, once their
 * address is confirmed.
 */
export async function addresseeOf(db: Reader, userId: string) {
  const [member] = await db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      isActive: users.isActive,
      isConfirmed: sql<boolean>`${users.emailVerifiedAt} is not null`,
      smsNotifications: users.smsNotifications,
      phoneNumber: users.phoneNumber,
    })
    .from(users)
    .where(eq(users.id, userId));
  if (!member) return undefined;
  const { smsNotifications, phoneNumber, firstName, ...rest } = member;
  const addressee = { ...rest, guestId: null };
  const phone = smsNotifications ? phoneNumber : null;
  return addressee.isConfirmed
    ? { ...addressee, firstName, phone }
    : { ...addressee, firstName: null, phone: null };
}

/** The member who has confirmed an address; undefined if nobody has. */
export async function confirmedMember(db: Reader, email: string) {
  const [member] = await db
    .select({ firstName: users.firstName })
    .from(users)
    .where(and(eq(users.email, cleanText(email)), isNotNull(users.emailVerifiedAt)));
  return member;
}

/** Tells whether the site has an admin who is not suspended. */
export async function hasAdmin(db: Reader): Promise<boolean> {
  const [admin] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.isActive, true)))
    .limit(1);
  return admin !== undefined;
}

/** Selects the admins who are not suspended, as recipients of an email. */
export const activeAdmins = sql`select id, null::text from ${users} where role = 'admin' and is_active`;
