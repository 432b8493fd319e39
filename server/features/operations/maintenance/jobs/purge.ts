import { sql, type SQL } from 'drizzle-orm';
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
import { spamLimits } from '#features/trust/moderation/policy.ts';
import { textPrints } from '#features/trust/moderation/tables.ts';
import { settingsNow } from '#features/base/settings/queries.ts';
import type { JobDeps } from '#platform/jobs/runner.ts';
import { day, hour } from '#contract/platform/durations.ts';
import { accessTokens } from '#features/base/tokens/tables.ts';
import { spentTickets, mailTokens, sessions, signIns } from '#features/base/sign-in/tables.ts';

/** Long after a read replica has caught up. */
const ownWriteDays = 1;

/** The rows per statement, so none holds many locks for long. */
const atOnce = 1_000;

/** Deletes rows that are no longer needed. */
export async function purge({ db, config, clock }: JobDeps): Promise<Record<string, number>> {
  const now = clock();
  const ago = (days: number) => new Date(now.getTime() - days * day);
  const { mailDays } = await settingsNow(db, config);
  return {
    sessions: await remove(db, sessions, sql`expires_at <= ${now}`),
    tokens: await remove(db, mailTokens, sql`expires_at <= ${now}`),
    accessTokens: await remove(db, accessTokens, sql`expires_at <= ${ago(expiredTokenDays)}`),
    tickets: await remove(db, spentTickets, sql`expires_at <= ${now}`),
    signIns: await remove(db, signIns, sql`at <= ${ago(signInDays)}`),
    removed: await remove(db, removedRows, sql`removed_at <= ${lastUndone(now)}`),
    prints: await remove(db, textPrints, sql`created_at <= ${ago(spamLimits.copyDays)}`),
    effects: await remove(
      db,
      outbox,
      sql`done_at <= ${ago(mailDays)} or dead_at <= ${ago(deadMailDays)}`,
    ),
    bodies: await emptyBodies(db, ago(mailDays)),
    mails: await remove(db, mails, sql`created_at <= ${ago(mailRecordDays)}`),
    suppressions: await remove(db, suppressions, sql`created_at <= ${ago(mailRecordDays)}`),
    complaints: await remove(db, complaints, sql`answered_at <= ${ago(complaintDays.kept)}`),
    reports: await remove(
      db,
      reportCases,
      sql`due_by is null and decided_at <= ${ago(reportKeptDays)}`,
    ),
    contacts: await remove(db, contacts, sql`created_at <= ${ago(Math.max(mailDays, 1))}`),
    imports: await remove(db, imports, sql`created_at <= ${ago(importDays)}`),
    // If the last two dates changed at once, neither change deleted their shared text.
    texts: await remove(
      db,
      eventTexts,
      sql`not exists (select from ${events} where ${events.textId} = ${eventTexts.id})`,
    ),
    tallies: await remove(
      db,
      deliveryTallies,
      sql`not exists (select from ${messages} told where 'message:' || told.id = cause)`,
      'cause',
    ),
    sentCounts: await remove(db, sentCounts, sql`last_at <= ${ago(1)}`, 'subject'),
    donations: await remove(
      db,
      donations,
      // A later payment is still recognised by its metadata.
      sql`status = 'created' and created_at <= ${ago(abandonedPaymentDays)}`,
    ),
    idempotencyKeys: await remove(
      db,
      idempotencyKeys,
      sql`created_at <= ${new Date(now.getTime() - idempotencyHours * hour)}`,
      'key',
    ),
    ownWrites: await remove(db, ownWrites, sql`written_at <= ${ago(ownWriteDays)}`, 'member'),
  };
}

type Table =
  | typeof sessions
  | typeof signIns
  | typeof accessTokens
  | typeof textPrints
  | typeof removedRows
  | typeof mailTokens
  | typeof spentTickets
  | typeof outbox
  | typeof mails
  | typeof suppressions
  | typeof sentCounts
  | typeof deliveryTallies
  | typeof complaints
  | typeof reportCases
  | typeof contacts
  | typeof imports
  | typeof donations
  | typeof eventTexts
  | typeof idempotencyKeys
  | typeof ownWrites;

function remove(db: Database, table: Table, over: SQL, key = 'id'): Promise<number> {
  return inBatches(
    db,
    sql`
    delete from ${table} where ${sql.identifier(key)} in
      (select ${sql.identifier(key)} from ${table} where ${over} limit ${atOnce} for update skip locked)`,
  );
}

/**
 * Waiting emails are rendered again at each attempt. Dead ones keep their text for as long as an
 * admin can resend them.
 */
function emptyBodies(db: Database, before: Date): Promise<number> {
  return inBatches(
    db,
    sql`
    update ${mails} set text = null, html = null where id in
      (select id from ${mails} where text is not null and created_at <= ${before} limit ${atOnce}
       for update skip locked)`,
  );
}

async function inBatches(db: Database, statement: SQL): Promise<number> {
  for (let total = 0; ;) {
    const { rowCount } = await db.execute(statement);
    total += rowCount ?? 0;
    if ((rowCount ?? 0) < atOnce) return total;
  }
}
