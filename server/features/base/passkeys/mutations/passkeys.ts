import { and, eq } from 'drizzle-orm';
import type { CleanText } from '#contract/platform/clean-text.ts';
import { lockViewer } from '#features/base/accounts/mutations.ts';
import type { Config } from '#platform/config.ts';
import type { RelyingParty } from '#platform/crypto/webauthn.ts';
import { transaction, type Database } from '#platform/db/database.ts';
import { demand, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { lastWayRefusal } from '../policy/passkeys.ts';
import { passkeysOf, signInWaysOf, isForThisHost } from '../queries.ts';
import { passkeys } from '../tables.ts';

/** @throws Refusal `not_found` */
export async function renamePasskey(
  db: Database,
  viewer: Viewer,
  passkeyId: number,
  name: CleanText,
): Promise<void> {
  const renamed = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, viewer.id)))
    .returning({ id: passkeys.id });
  if (renamed.length === 0) throw notFound('Passkey');
}

/** @throws Refusal `not_found`, `conflict` for the last way to sign in */
export async function removePasskey(
  db: Database,
  viewer: Viewer,
  passkeyId: number,
  party: RelyingParty | undefined,
  config: Config,
): Promise<void> {
  await transaction(db, async (tx) => {
    // If somebody removes the last two at once, one stays.
    await lockViewer(tx, viewer);
    const rows = await passkeysOf(tx, viewer.id);
    const row = rows.find(({ id }) => id === passkeyId);
    if (!row) throw notFound('Passkey');
    const ways = await signInWaysOf(tx, viewer.id, rows, party, config);
    demand(lastWayRefusal(ways, { worksHere: isForThisHost(row, party) }));
    await tx.delete(passkeys).where(eq(passkeys.id, passkeyId));
  });
}
