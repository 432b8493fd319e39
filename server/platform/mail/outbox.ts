import { sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { statement } from '#platform/db/fast/statements.ts';
import { announce } from '#platform/db/signals.ts';
import { actingAccount } from '#platform/acting-account.ts';
import { insertPushes, mergedPayload, pushTopic } from '#platform/push/outbox.ts';
import {
  emailDefinitions,
  notificationTopicOf,
  type EmailKind,
  type EmailPayloads,
  type EmailRule,
  type ThrottleRule,
} from './email.ts';
import { sendOrderFor } from './queue.ts';
import { pushes } from '#platform/push/tables.ts';
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
 * key. A member with devices is told there, too, if the email's topic may be.
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
  const [inserted] = await insertOne(tx).execute({
    kind,
    throttleKey: rule.throttleKey(payload),
    urgent: rule.urgent ?? false,
    recipientId: typeof to === 'string' ? to : null,
    recipientEmail: typeof to === 'string' ? null : to.email,
    pushTo: typeof to === 'string' && hasPushes(rule) ? to : null,
    causedBy: actingAccount(),
    payload: JSON.stringify(payload),
    dueAt,
    now,
  });
  announce(tx, topicOf(dueAt, now));
  if (inserted?.pushes) announce(tx, pushTopic);
}

const ruleOf = <K extends EmailKind>(kind: K): EmailRule<EmailPayloads[K]> =>
  emailDefinitions.read()[kind];

/** News without a topic concerns the account, or somebody's own press, and goes to no device. */
const hasPushes = (rule: EmailRule<never>): boolean => notificationTopicOf(rule) !== undefined;

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
    const pushed = sqlTx.$with('pushed', { deviceId: pushes.deviceId }).as(sql`
      ${insertPushes(
        {
          kind: param('kind', 'text'),
          throttleKey: param('throttleKey', 'text'),
          payload: param('payload', 'jsonb'),
          dueAt: param('dueAt', 'timestamptz'),
          now: param('now', 'timestamptz'),
        },
        sql`select ${param('pushTo', 'text')} as user_id`,
      )} returning device_id`);
    return sqlTx
      .with(inserted, pushed)
      .select({ pushes: sql<number>`(select count(*)::int from ${pushed})` })
      .from(inserted);
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
  const kindSql = sql`${kind}::text`;
  const keySql = sql`${throttleKey}::text`;
  const payloadSql = sql`${JSON.stringify(payload)}::jsonb${hasExtraPayload ? sql` || recipient.extra` : sql``}`;
  const [dueSql, nowSql] = [sql`${due}::timestamptz`, sql`${now}::timestamptz`];
  const pushed = hasPushes(rule)
    ? insertPushes(
        {
          kind: kindSql,
          throttleKey: keySql,
          payload: sql`recipient.payload`,
          dueAt: dueSql,
          now: nowSql,
        },
        sql`select recipient.id as user_id, ${payloadSql} as payload
          from recipient join inserted on inserted.recipient_id = recipient.id`,
      )
    : sql`select where false`;
  const { rows } = await tx.execute<{ emails: number; pushes: number }>(sql`
    with recipient (id, email${hasExtraPayload ? sql`, extra` : sql``}) as materialized (${to}),
    inserted as (
      insert into ${outbox} (kind, cause, awaited, bulk, open, unique_key, recipient_id, recipient_email, caused_by, send_order, payload, due_at, created_at)
      select ${kindSql}, ${keySql}, ${urgent}::boolean, ${bulk}::boolean, ${!uniqueKey}::boolean, ${uniqueKey ?? sql`null`}, recipient.id, recipient.email,
        ${causedBy}::text, ${sendOrder}, ${payloadSql}, ${dueSql}, ${nowSql}
      from recipient
      ${uniqueKey ? sql`on conflict (unique_key) do nothing` : mergeOnConflict} returning recipient_id),
    pushed as (${pushed}${hasPushes(rule) ? sql` returning 1` : sql``})
    select (select count(*)::int from inserted) as emails, (select count(*)::int from pushed) as pushes`);
  announce(tx, topicOf(due, now));
  if (rows[0]?.pushes) announce(tx, pushTopic);
  return rows[0]?.emails ?? 0;
}

/**
 * A merged email keeps the first `before` of each field, and everything else from the last change.
 */
export const mergeOnConflict = sql`
  on conflict ((coalesce(recipient_id, recipient_email)), kind, cause, channel) where open and attempts = 0
  do update set payload = ${mergedPayload(outbox.payload)}`;
