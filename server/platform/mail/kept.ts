import { sql } from 'drizzle-orm';
import { transaction, type Database } from '#platform/db/database.ts';
import { announce } from '#platform/db/signals.ts';
import { outboxTopic } from './outbox.ts';
import { mails, outbox } from './tables.ts';
import { countDelivery } from './throttle.ts';

/** The job comes again for the rest, so that no transaction holds them all. */
const atOnce = 500;

/**
 * Queues the oldest emails again that were kept while the site had no mail server. Each is composed
 * from the facts as they are by now, so one about something that is over is not sent.
 * @returns how many there were
 */
export const releaseKept = (db: Database, now: Date): Promise<number> =>
  transaction(db, async (tx) => {
    const { rows } = await tx.execute<{ id: number; kind: string; throttleKey: string | null }>(sql`
      with kept as (
        update ${mails} set state = 'waiting'
        where ${mails.id} in (select ${mails.id} from ${mails} join ${outbox} on ${outbox.id} = ${mails.effectId}
          where ${mails.state} = 'kept' order by ${mails.createdAt}, ${mails.id} limit ${atOnce})
        returning ${mails.effectId} as id)
      update ${outbox} set done_at = null, attempts = 0, open = false, due_at = ${now}, send_order = null
      from kept where ${outbox.id} = kept.id
      returning ${outbox.id} as id, ${outbox.kind} as kind, ${outbox.throttleKey} as "throttleKey"`);
    for (const email of rows) await countDelivery(tx, email, { delivered: -1 });
    announce(tx, outboxTopic);
    return rows.length;
  });
