import { sql } from 'drizzle-orm';
import { day } from '#contract/platform/durations.ts';
import { transaction, type Database } from '#platform/db/database.ts';
import { enqueueMany } from '#platform/mail/outbox.ts';
import { mails, outbox } from '#platform/mail/tables.ts';
import { users } from '#features/base/accounts/tables.ts';
import { wantsNews } from '#features/base/notifications/queries.ts';
import { pushDevices, pushes } from '#platform/push/tables.ts';
import { pendingForAdmins } from './queries.ts';

/**
 * Notifies each admin who wants it, at most once a day, that items await review.
 * @returns how many were notified
 */
export async function notifyOfReviews(db: Database, now: Date): Promise<number> {
  const waiting = await pendingForAdmins(db);
  if (Object.values(waiting).every((count) => count === 0)) return 0;
  const dayAgo = new Date(now.getTime() - day);
  const to = sql`
    select ${users.id}, null::text from ${users}
    where ${users.role} = 'admin' and ${users.isActive} and ${wantsNews('reviews', users.id)}
      and not exists (select from ${pushes} join ${pushDevices} on ${pushDevices.id} = ${pushes.deviceId}
        where ${pushDevices.userId} = ${users.id} and ${pushes.kind} = 'reviews_due' and coalesce(${pushes.doneAt}, 'infinity') > ${dayAgo})
      and not exists (select from ${mails} where ${mails.recipientId} = ${users.id}
        and ${mails.kind} = 'reviews_due' and ${mails.createdAt} > ${dayAgo})
      and not exists (select from ${outbox} where ${outbox.recipientId} = ${users.id}
        and ${outbox.kind} = 'reviews_due' and ${outbox.doneAt} is null and ${outbox.deadAt} is null)`;
  return transaction(db, (tx) =>
    enqueueMany(tx, { kind: 'reviews_due', payload: {}, now }, { to }),
  );
}
