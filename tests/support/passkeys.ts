import { type Raw, cleanTexts } from '#contract/platform/clean-text.ts';
import { newToken } from '#platform/crypto/token.ts';
import { passkeys } from '#features/base/passkeys/tables.ts';
import type { User } from './factories.ts';
import type { Planting } from './tokens.ts';

/** Writes a person's passkey, whose key no device holds. */
export async function plantPasskey(
  { db, clock }: Planting,
  { id: userId }: Pick<User, 'id'>,
  columns: Raw<Partial<typeof passkeys.$inferInsert>> = {},
): Promise<{ id: number }> {
  const [row] = await db
    .insert(passkeys)
    .values(
      cleanTexts({
        userId,
        name: 'My phone',
        credentialId: newToken(),
        publicKey: newToken(),
        rpId: 'villagehall.test',
        counter: 0,
        transports: ['internal'],
        createdAt: clock.read(),
        ...columns,
      }),
    )
    .returning({ id: passkeys.id });
  if (!row) throw new Error('no passkey was kept');
  return row;
}
