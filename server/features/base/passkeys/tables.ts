import { bigint, index, integer, pgTable } from 'drizzle-orm/pg-core';
import { users } from '#features/base/accounts/tables.ts';
import { freeText, identifier, instant, moment } from '#platform/db/columns.ts';

/** Keys on members' devices by which they sign in (WebAuthn). */
export const passkeys = pgTable(
  'passkeys',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: identifier()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: freeText().notNull(),
    /** The authenticator's own name for it, in base64url. */
    credentialId: freeText().notNull().unique('passkeys_credential'),
    /** The public half, in COSE and base64url. */
    publicKey: identifier().notNull(),
    /** The host that it was made for, and works on. */
    rpId: identifier().notNull(),
    /** The authenticator's count of its uses; 0 where it keeps none. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** How browsers reach the authenticator: 'internal', 'usb'. */
    transports: identifier().array().notNull(),
    createdAt: moment(),
    /** Null if it was never used. */
    lastUsedAt: instant(),
  },
  (table) => [
    index('passkeys_user').on(table.userId, table.id),
    index('passkeys_host').on(table.rpId),
  ],
);
