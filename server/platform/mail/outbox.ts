import { sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { statement } from '#platform/db/fast/statements.ts';
import { announce } from '#platform/db/signals.ts';
import { actingAccount } from '#platform/acting-account.ts';
import { bounds, settleTime } from './bounds.ts';
import type { EffectKind, Effects } from './effects.ts';
import { placesFor } from './order.ts';
import { outbox } from './tables.ts';

/** Heard by the workers of this process once an effect is committed that is due. */
export const outboxTopic = 'outbox';

/** Fires for an effect that is due later. Workers with rate limits off listen to it too. */
export const waitingTopic = 'outbox: waiting';

/** An account, or an address where there is none. */
export type To = string | { email: string };

/** Writes an effect in the transaction that causes it, or into one of the same cause that nobody has begun to tell. */
export async function enqueue<K extends EffectKind>(
  tx: Transaction,
  kind: K,
  to: To,
  payload: Effects[K],
  now: Date,
): Promise<void> {
  const { cause, awaited = false } = bounds[kind];
  const dueAt = dueOf(kind, now);
  await oneEffect(tx).execute({
    kind,
    cause: cause(payload),
    awaited,
    recipientId: typeof to === 'string' ? to : null,
    recipientEmail: typeof to === 'string' ? null : to.email,
    causedBy: actingAccount(),
    payload: JSON.stringify(payload),
    dueAt,
    now,
  });
  announce(tx, topicOf(dueAt, now));
}

/** Kept, since nearly every change tells one person of something. */
const oneEffect = (tx: Transaction) =>
  statement(tx, 'effect_for_one', (sqlTx) => {
    const given = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`;
    const written = sqlTx.$with('written', { id: outbox.id }).as(sql`
      insert into ${outbox} (kind, cause, awaited, open, recipient_id, recipient_email, caused_by, payload, due_at, created_at)
      values (${given('kind', 'text')}, ${given('cause', 'text')}, ${given('awaited', 'boolean')}, true,
        ${given('recipientId', 'text')}, ${given('recipientEmail', 'text')}, ${given('causedBy', 'text')}, ${given('payload', 'jsonb')},
        ${given('dueAt', 'timestamptz')}, ${given('now', 'timestamptz')})
      ${intoTheOpenOne} returning id`);
    return sqlTx.with(written).select({ id: written.id }).from(written);
  });

const dueOf = (kind: EffectKind, now: Date): Date =>
  bounds[kind].settles ? new Date(now.getTime() + settleTime) : now;

const topicOf = (dueAt: Date, now: Date): string => (dueAt > now ? waitingTopic : outboxTopic);

/** Enqueues an effect that may have several causes but is sent once. */
export async function enqueueOnce<K extends EffectKind>(
  tx: Transaction,
  kind: K,
  { to, uniqueKey }: { to: To; uniqueKey: string },
  payload: Effects[K],
  now: Date,
): Promise<void> {
  await add(tx, { kind, payload, now }, { to: recipient(to), uniqueKey: sql`${uniqueKey}::text` });
}

interface Told<K extends EffectKind> {
  kind: K;
  payload: Effects[K];
  now: Date;
  /** At once, or once what follows quickly has had time to, where left out. */
  dueAt?: Date;
}

interface Recipients {
  /** A query of whom to tell: an account's id or null, an address or null. */
  to: SQL;
  /** It has a third column: of the payload, what is each one's own. */
  each?: true;
  /** A name for each, told of once; without one an effect is open to what comes before it is told. */
  uniqueKey?: SQL;
}

const recipient = (to: To): SQL =>
  typeof to === 'string'
    ? sql`select ${to}::text, null::text`
    : sql`select null::text, ${to.email}::text`;

/** @returns how many were told for the first time */
export async function add<K extends EffectKind>(
  tx: Transaction,
  { kind, payload, now, dueAt }: Told<K>,
  { to, each, uniqueKey }: Recipients,
): Promise<number> {
  const { cause, awaited = false, bulk = false } = bounds[kind];
  const due = dueAt ?? dueOf(kind, now);
  const causedBy = actingAccount();
  const isOrdered = due <= now && !awaited;
  const places = isOrdered ? placesFor(causedBy ?? cause(payload), bulk, now) : sql`null`;
  const { rowCount } = await tx.execute(sql`
    insert into ${outbox} (kind, cause, awaited, bulk, open, unique_key, recipient_id, recipient_email, caused_by, send_order, payload, due_at, created_at)
    select ${kind}, ${cause(payload)}, ${awaited}, ${bulk}, ${!uniqueKey}, ${uniqueKey ?? sql`null`}, told.id, told.email,
      ${causedBy}, ${places}, ${JSON.stringify(payload)}::jsonb${each ? sql` || told.own` : sql``}, ${due}, ${now}
    from (${to}) as told (id, email${each ? sql`, own` : sql``})
    ${uniqueKey ? sql`on conflict (unique_key) do nothing` : intoTheOpenOne}`);
  announce(tx, topicOf(due, now));
  return rowCount ?? 0;
}

/**
 * Tells what was before the first of several changes, of whatever any of them changed, and all else as the last of them
 * has it.
 */
export const intoTheOpenOne = sql`
  on conflict ((coalesce(recipient_id, recipient_email)), kind, cause, channel) where open and attempts = 0
  do update set payload = case when excluded.payload ? 'before'
    then excluded.payload || jsonb_build_object('before', (excluded.payload -> 'before') || (${outbox.payload} -> 'before'))
    else excluded.payload end`;
