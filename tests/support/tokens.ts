import { type Raw, cleanTexts } from '#contract/platform/clean-text.ts';
import { tokenPrefix, type TokenScope } from '#contract/base/tokens.ts';
import { newToken, tokenHash } from '#platform/crypto/token.ts';
import { accessTokens } from '#features/base/tokens/tables.ts';
import type { TestApp, TestClock } from './app.ts';
import type { User } from './factories.ts';

export const everyScope: TokenScope[] = ['read', 'write'];

/** The form data of a new token. */
export const tokenForm = { name: 'Parish website', scopes: everyScope, expiresInDays: 30 };

export interface Planting extends Pick<TestApp, 'db'> {
  clock: Pick<TestClock, 'read' | 'inHours'>;
}

/** Creates a person's token, which lasts a day by default. */
export async function plantToken(
  { db, clock }: Planting,
  { id: userId }: Pick<User, 'id'>,
  columns: Raw<Partial<typeof accessTokens.$inferInsert>> = {},
): Promise<{ id: number; token: string }> {
  const token = `${tokenPrefix}${newToken()}`;
  const [row] = await db
    .insert(accessTokens)
    .values(
      cleanTexts({
        hash: tokenHash(token),
        userId,
        name: tokenForm.name,
        scopes: everyScope,
        createdAt: clock.read(),
        expiresAt: clock.inHours(24),
        ...columns,
      }),
    )
    .returning({ id: accessTokens.id });
  if (!row) throw new Error('no token was kept');
  return { id: row.id, token };
}
