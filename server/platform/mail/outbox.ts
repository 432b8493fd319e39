import { sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { statement } from '#platform/db/fast/statements.ts';
import { announce } from '#platform/db/signals.ts';
import { actingAccount } from '#platform/acting-account.ts';
import {
  emailDefinitions,
  type EmailKind,
  type EmailPayloads,
  type ThrottleRule,
} from './email.ts';
import { sendOrderFor } from './queue.ts';
import { outbox } from './tables.ts';
import { debounceTime } from './throttle.ts';

/** Signalled once a due email is committed. */
export const outboxTopic = 'outbox';

/** Signals a committed email that is debounced. Without throttling, workers send it at once. */
export const waitingTopic = 'outbox: waiting';

/** An account's id, or the address of a recipient without an account. */
export type To = string | { email: string };

/**
 * Enqueues an email in the transaction that causes it, or merges it into an untried one with its
 * key.
 */
export async function enqueue<K extends EmailKind>(
  tx: Transaction,
  kind: K,
  to: To,
  payload: EmailPayloads[K],
  now: Date,
): Promise<void> {
  const rule = ruleOf(kind);
  const dueAt = dueTimeOf(rule, now);
  await insertOne(tx).execute({
    kind,
    throttleKey: rule.throttleKey(payload),
    urgent: rule.urgent ?? false,
    recipientId: typeof to === 'string' ? to : null,
    recipientEmail: typeof to === 'string' ? null : to.email,
    causedBy: actingAccount(),
    payload: JSON.stringify(payload),
    dueAt,
    now,
  });
  announce(tx, topicOf(dueAt, now));
}

const ruleOf = <K extends EmailKind>(kind: K): ThrottleRule<EmailPayloads[K]> =>
  emailDefinitions.read()[kind];

/** A prepared statement, since nearly every change enqueues one email. */
const insertOne = (tx: Transaction) =>
  statement(tx, 'enqueue_email', (sqlTx) => {
    const param = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`;
    const inserted = sqlTx.$with('inserted', { id: outbox.id }).as(sql`
      insert into ${outbox} (kind, cause, awaited, open, recipient_id, recipient_email, caused_by, payload, due_at, created_at)
      values (${param('kind', 'text')}, ${param('throttleKey', 'text')}, ${param('urgent', 'boolean')}, true,
        ${param('recipientId', 'text')}, ${param('recipientEmail', 'text')}, ${param('causedBy', 'text')}, ${param('payload', 'jsonb')},
        ${param('dueAt', 'timestamptz')}, ${param('now', 'timestamptz')})
      ${mergeOnConflict} returning id`);
    return sqlTx.with(inserted).select({ id: inserted.id }).from(inserted);
  });

const dueTimeOf = ({ debounce }: Pick<ThrottleRule<never>, 'debounce'>, now: Date): Date =>
  debounce ? new Date(now.getTime() + debounceTime) : now;

const topicOf = (dueAt: Date, now: Date): string => (dueAt > now ? waitingTopic : outboxTopic);

/**
 * Enqueues an email unless one with the same unique key is still in the outbox. The purge job
 * deletes keys with their rows; see `EmailPayloads`.
 */
export async function enqueueOnce<K extends EmailKind>(
  tx: Transaction,
  kind: K,
  { to, uniqueKey }: { to: To; uniqueKey: string },
  payload: EmailPayloads[K],
  now: Date,
): Promise<void> {
  const recipient =
    typeof to === 'string'
      ? sql`select ${to}::text, null::text`
      : sql`select null::text, ${to.email}::text`;
  const recipients = { to: recipient, uniqueKey: sql`${uniqueKey}::text` };
  await enqueueMany(tx, { kind, payload, now }, recipients);
}

interface Email<K extends EmailKind> {
  kind: K;
  payload: EmailPayloads[K];
  now: Date;
  /** Now by default, or after `debounceTime`. */
  dueAt?: Date;
}

interface Recipients {
  /** A query of account ids and addresses, one of them null. */
  to: SQL;
  /** Adds the query's third column to each recipient's payload. */
  hasExtraPayload?: true;
  /**
   * The unique key of each recipient's email; without one, emails are merged by their throttle key.
   */
  uniqueKey?: SQL;
}

/**
 * Enqueues an email for each recipient of a query.
 * @returns the number of recipients
 */
export async function enqueueMany<K extends EmailKind>(
  tx: Transaction,
  { kind, payload, now, dueAt }: Email<K>,
  { to, hasExtraPayload, uniqueKey }: Recipients,
): Promise<number> {
  const rule = ruleOf(kind);
  const { urgent = false, bulk = false } = rule;
  const throttleKey = rule.throttleKey(payload);
  const due = dueAt ?? dueTimeOf(rule, now);
  const causedBy = actingAccount();
  const isOrdered = due <= now && !urgent;
  const sendOrder = isOrdered ? sendOrderFor(causedBy ?? throttleKey, bulk, now) : sql`null`;
  const { rowCount } = await tx.execute(sql`
    insert into ${outbox} (kind, cause, awaited, bulk, open, unique_key, recipient_id, recipient_email, caused_by, send_order, payload, due_at, created_at)
    select ${kind}, ${throttleKey}, ${urgent}, ${bulk}, ${!uniqueKey}, ${uniqueKey ?? sql`null`}, recipient.id, recipient.email,
      ${causedBy}, ${sendOrder}, ${JSON.stringify(payload)}::jsonb${hasExtraPayload ? sql` || recipient.extra` : sql``}, ${due}, ${now}
    from (${to}) as recipient (id, email${hasExtraPayload ? sql`, extra` : sql``})
    ${uniqueKey ? sql`on conflict (unique_key) do nothing` : mergeOnConflict}`);
  announce(tx, topicOf(due, now));
  return rowCount ?? 0;
}

/**
 * A merged email keeps the first `before` of each field, and everything else from the last change.
 */
export const mergeOnConflict = sql`
  on conflict ((coalesce(recipient_id, recipient_email)), kind, cause, channel) where open and attempts = 0
  do update set payload = case when excluded.payload ? 'before'
    then excluded.payload || jsonb_build_object('before', (excluded.payload -> 'before') || (${outbox.payload} -> 'before'))
    else excluded.payload end`;
