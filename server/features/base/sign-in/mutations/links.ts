import { and, eq, gt } from 'drizzle-orm';
import type { Reader, Transaction } from '#platform/db/database.ts';
import { newToken, tokenHash } from '#platform/crypto/token.ts';
import { hour } from '#contract/platform/durations.ts';
import { mailTokens } from '../tables.ts';
import { paths, resetPasswordPath, withNext } from '#contract/platform/paths.ts';
import type { AccountKey } from '#platform/mail/email.ts';
import { linkHours } from '../policy/sign-in.ts';

export type Purpose = (typeof mailTokens.$inferSelect)['purpose'];

/** Creates the secret part of a link as its email is written; the database stores only its hash. */
async function makeLink(db: Reader, userId: string, purpose: Purpose, now: Date): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + linkHours[purpose] * hour);
  await db
    .insert(mailTokens)
    .values({ id: tokenHash(token), userId, purpose, createdAt: now, expiresAt });
  return token;
}

/** Returns the owner of a link that can still be used. */
export async function ownerOfLink(
  db: Reader,
  purpose: Purpose,
  token: string,
  now: Date,
): Promise<string | undefined> {
  const [link] = await db
    .select({ userId: mailTokens.userId })
    .from(mailTokens)
    .where(
      and(
        eq(mailTokens.id, tokenHash(token)),
        eq(mailTokens.purpose, purpose),
        gt(mailTokens.expiresAt, now),
      ),
    );
  return link?.userId;
}

/** Uses up a link and the owner's others of its kind; returns the owner if it was still valid. */
export async function spendLink(
  tx: Transaction,
  purpose: Purpose,
  token: string,
  now: Date,
): Promise<string | undefined> {
  const [spent] = await tx
    .delete(mailTokens)
    .where(and(eq(mailTokens.id, tokenHash(token)), eq(mailTokens.purpose, purpose)))
    .returning({ userId: mailTokens.userId, expiresAt: mailTokens.expiresAt });
  if (!spent || spent.expiresAt <= now) return undefined;
  await tx
    .delete(mailTokens)
    .where(and(eq(mailTokens.userId, spent.userId), eq(mailTokens.purpose, purpose)));
  return spent.userId;
}

const linkPages: Record<Purpose, string> = {
  confirm_email: paths.confirmEmail,
  reset_password: resetPasswordPath,
};

/** Creates a new secret, and the address of its link. */
export async function addressOfAccountKey(
  db: Reader,
  { opens, userId, next }: AccountKey,
  origin: string,
  now: Date,
): Promise<string> {
  const path = `${linkPages[opens]}?token=${await makeLink(db, userId, opens, now)}`;
  return origin + (next ? withNext(path, next) : path);
}
