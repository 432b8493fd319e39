import type { Reader, Transaction } from '#platform/db/database.ts';
import { registered } from '#platform/registered.ts';

/** The choice of a guest without an account. The events feature registers it. */
interface GuestMessages {
  /** Tells whether a guest gets the organisers' messages; false for a guest who is gone. */
  read(db: Reader, guestId: number): Promise<boolean>;
  set(tx: Transaction, guestId: number, on: boolean): Promise<void>;
}

export const guestMessages = registered<GuestMessages>("a guest's messages");
