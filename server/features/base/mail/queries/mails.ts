import { and, desc, eq, gt, ilike, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type {
  listMails,
  listSuppressions,
  Mail,
  MailSummary,
  Suppression,
} from '#contract/base/mail.ts';
import { day } from '#contract/platform/durations.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import { likePattern } from '#platform/db/search.ts';
import { cursorOf, cutPage, TimeAndId } from '#platform/http/cursor.ts';
import { mails, suppressions } from '#platform/mail/tables.ts';

const summaryColumns = {
  id: mails.id,
  kind: mails.kind,
  channel: mails.channel,
  recipient: mails.recipient,
  subject: mails.subject,
  state: mails.state,
  attempts: mails.attempts,
  lastError: mails.lastError,
  createdAt: mails.createdAt,
  sentAt: mails.sentAt,
};

interface Moments {
  createdAt: Date;
  sentAt: Date | null;
}

const onTheWire = <Row extends Moments>(row: Row) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
});

const createdCursor = cursorOf(TimeAndId);

/** Newest first. */
export async function findMails(db: Database, filter: z.output<(typeof listMails)['query']>) {
  const before = createdCursor.decode(filter.cursor);
  const rows = await db
    .select(summaryColumns)
    .from(mails)
    .where(
      and(
        filter.state && eq(mails.state, filter.state),
        filter.q === undefined
          ? undefined
          : sql`(${mails.recipient} || E'\n' || coalesce(${mails.subject}, '')) ilike ${likePattern(filter.q)}`,
        before && sql`(${mails.createdAt}, ${mails.id}) < (${before[0]}, ${before[1]})`,
      ),
    )
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(filter.limit + 1);
  const { items, next } = cutPage(rows, filter.limit, (last) =>
    createdCursor.encode([last.createdAt.getTime(), last.id]),
  );
  return { items: items.map((row): MailSummary => onTheWire(row)), next };
}

/** Newest first. */
export async function findSuppressions(
  db: Database,
  filter: z.output<(typeof listSuppressions)['query']>,
) {
  const before = createdCursor.decode(filter.cursor);
  const rows = await db
    .select()
    .from(suppressions)
    .where(
      and(
        filter.q === undefined ? undefined : ilike(suppressions.address, likePattern(filter.q)),
        before &&
          sql`(${suppressions.createdAt}, ${suppressions.id}) < (${before[0]}, ${before[1]})`,
      ),
    )
    .orderBy(desc(suppressions.createdAt), desc(suppressions.id))
    .limit(filter.limit + 1);
  const { items, next } = cutPage(rows, filter.limit, (last) =>
    createdCursor.encode([last.createdAt.getTime(), last.id]),
  );
  const shown = items.map((row): Suppression => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
  }));
  return { items: shown, next };
}

export async function findMail(db: Reader, id: number): Promise<Mail | undefined> {
  const [row] = await db
    .select({
      ...summaryColumns,
      messageId: mails.messageId,
      text: mails.text,
      html: mails.html,
    })
    .from(mails)
    .where(eq(mails.id, id));
  return row && onTheWire(row);
}

/** Counts the last day's emails and refused addresses, and all that are not written to. */
export async function refusalCounts(db: Database, now: Date) {
  const since = new Date(now.getTime() - day);
  const [emails, refused, suppressed] = await Promise.all([
    db.$count(mails, gt(mails.createdAt, since)),
    db.$count(suppressions, gt(suppressions.createdAt, since)),
    db.$count(suppressions),
  ]);
  return { lastDay: { emails, refused }, suppressed };
}
