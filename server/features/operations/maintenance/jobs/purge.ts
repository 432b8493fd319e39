import { sql, type SQL, type SQLChunk } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import {
  abandonedPaymentDays,
  complaintDays,
  deadMailDays,
  expiredTokenDays,
  idempotencyHours,
  importDays,
  mailRecordDays,
  reportKeptDays,
  signInDays,
} from '#contract/platform/limits.ts';
import type { Database } from '#platform/db/database.ts';
import { lastUndone } from '#features/safety/purge/policy.ts';
import { removedRows } from '#features/safety/purge/tables.ts';
import { donations } from '#features/base/donations/tables.ts';
import { events, eventTexts } from '#features/events/events/tables.ts';
import { ownWrites } from '#platform/http/tables.ts';
import { idempotencyKeys } from '#platform/idempotency/tables.ts';
import { complaints } from '#features/safety/complaints/tables.ts';
import { reportCases } from '#features/safety/reports/tables.ts';
import { contacts } from '#features/events/contact/tables.ts';
import { imports } from '#features/events/imports/tables.ts';
import { messages } from '#features/events/messages/tables.ts';
import { sentCounts, deliveryTallies, mails, outbox, suppressions } from '#platform/mail/tables.ts';
import { pushes } from '#platform/push/tables.ts';
import { spamLimits } from '#features/trust/moderation/policy.ts';
import { textPrints } from '#features/trust/moderation/tables.ts';
import { settingsNow } from '#features/base/settings/queries.ts';
import { eachPart, inBatches } from '#platform/jobs/items.ts';
import type { JobDeps } from '#platform/jobs/runner.ts';
import { day } from '#contract/platform/durations.ts';
import { accessTokens } from '#features/base/tokens/tables.ts';
import { spentTickets, mailTokens, sessions, signIns } from '#features/base/sign-in/tables.ts';

/** Long after a read replica has caught up. */
const ownWriteDays = 1;

/** The rows per statement, so none holds many locks for long. */
const batchSize = 1_000;

/** Deletes rows that are no longer needed. */
export async function deleteExpired({
  db,
  config,
  clock,
}: JobDeps): Promise<Record<string, number>> {
  const now = clock();
  const ago = (days: number) => new Date(now.getTime() - days * day);
  const { mailDays } = await settingsNow(db, config);
  const expired = (table: PgTable, over: SQL, key = 'id') => {
    const rows = { table, column: sql.identifier(key), over };
    return () => eachBatch(db, rows, (chosen) => sql`delete from ${table} where ${chosen}`);
  };
  return eachPart({
    sessions: expired(sessions, sql`expires_at <= ${now}`),
    tokens: expired(mailTokens, sql`expires_at <= ${now}`),
    accessTokens: expired(accessTokens, sql`expires_at <= ${ago(expiredTokenDays)}`),
    tickets: expired(spentTickets, sql`expires_at <= ${now}`),
    signIns: expired(signIns, sql`at <= ${ago(signInDays)}`),
    removed: expired(removedRows, sql`removed_at <= ${lastUndone(now)}`),
    prints: expired(textPrints, sql`created_at <= ${ago(spamLimits.copyDays)}`),
    effects: expired(outbox, sql`done_at <= ${ago(mailDays)} or dead_at <= ${ago(deadMailDays)}`),
    pushes: expired(
      pushes,
      sql`done_at <= ${ago(1)} or done_at is null and send_order <= ${ago(2)}`,
    ),
    bodies: () => emptyBodies(db, ago(mailDays)),
    mails: expired(mails, sql`created_at <= ${ago(mailRecordDays)}`),
    suppressions: expired(suppressions, sql`created_at <= ${ago(mailRecordDays)}`),
    complaints: expired(complaints, sql`answered_at <= ${ago(complaintDays.kept)}`),
    reports: expired(reportCases, sql`due_by is null and decided_at <= ${ago(reportKeptDays)}`),
    contacts: expired(contacts, sql`created_at <= ${ago(Math.max(mailDays, 1))}`),
    imports: expired(imports, sql`created_at <= ${ago(importDays)}`),
    // If the last two dates changed at once, neither change deleted their shared text.
    texts: expired(
      eventTexts,
      sql`not exists (select from ${events} where ${events.textId} = ${eventTexts.id})`,
    ),
    tallies: expired(
      deliveryTallies,
      sql`not exists (select from ${messages} told where 'message:' || told.id = cause)`,
      'cause',
    ),
    sentCounts: expired(sentCounts, sql`last_at <= ${ago(1)}`, 'subject'),
    // A later payment is still recognised by its metadata.
    donations: expired(
      donations,
      sql`status = 'created' and created_at <= ${ago(abandonedPaymentDays)}`,
    ),
    idempotencyKeys: expired(
      idempotencyKeys,
      sql`created_at <= ${ago(idempotencyHours / 24)}`,
      'key',
    ),
    ownWrites: expired(ownWrites, sql`written_at <= ${ago(ownWriteDays)}`, 'member'),
  });
}

/**
 * Waiting emails are rendered again at each attempt. Dead ones keep their text for as long as an
 * admin can resend them.
 */
function emptyBodies(db: Database, before: Date): Promise<number> {
  const over = sql`text is not null and created_at <= ${before}`;
  return eachBatch(
    db,
    { table: mails, column: sql.identifier('id'), over },
    (chosen) => sql`update ${mails} set text = null, html = null where ${chosen}`,
  );
}

interface ExpiredRows {
  table: PgTable;
  column: SQLChunk;
  over: SQL;
}

function eachBatch(
  db: Database,
  { table, column, over }: ExpiredRows,
  statement: (chosen: SQL) => SQL,
): Promise<number> {
  return inBatches<string | number>({
    atOnce: batchSize,
    next: async (failed) => {
      const others = failed.length > 0 ? sql`and ${column} <> all(${sql.param(failed)})` : sql``;
      const { rows } = await db.execute<{ key: string | number }>(
        sql`select ${column} as key from ${table} where (${over}) ${others} limit ${batchSize}`,
      );
      return rows.map(({ key }) => key);
    },
    handle: async (keys) => {
      const { rowCount } = await db.execute(
        statement(sql`${column} in (select ${column} from ${table}
          where ${column} = any(${sql.param(keys)}) and (${over}) for update skip locked)`),
      );
      return rowCount ?? 0;
    },
  });
}
