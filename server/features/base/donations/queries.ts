import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type {
  AdminDonation,
  DonationStatus,
  DonationSummary,
  OwnDonation,
} from '#contract/base/donations.ts';
import { londonZone } from '#contract/platform/dates.ts';
import { csvFile, csvLines } from '#contract/platform/csv.ts';
import { donationAmounts, listLimit } from '#contract/platform/limits.ts';
import { users } from '#features/base/accounts/tables.ts';
import type { Reader } from '#platform/db/database.ts';
import { cursorOf, cutPage, TimeAndId, type Paging } from '#platform/http/cursor.ts';
import { donations } from './tables.ts';

const donationCursor = cursorOf(TimeAndId);

const donationColumns = {
  id: donations.id,
  amount: donations.amount,
  refundedAmount: donations.refundedAmount,
  currency: donations.currency,
  status: sql<DonationStatus>`${donations.status}`,
  createdAt: donations.createdAt,
};

/** Leaves out donations that were started and abandoned. The literal matches the indexes. */
const notAbandoned = sql`${donations.status} <> 'created'`;

const olderThan = (after: [Date, number] | undefined) =>
  after && sql`(${donations.createdAt}, ${donations.id}) < (${after[0]}, ${after[1]})`;

const latestFirst = [desc(donations.createdAt), desc(donations.id)];

const cutDonationPage = <Row extends { createdAt: Date; id: number }>(
  rows: Row[],
  limit: number,
) => {
  const { items, next } = cutPage(rows, limit, (last) =>
    donationCursor.encode([last.createdAt.getTime(), last.id]),
  );
  return { items: items.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })), next };
};

/** A member's donations, newest first. */
export async function donationsOf(
  db: Reader,
  userId: string,
  paging: Paging,
): Promise<{ items: OwnDonation[]; next: string | undefined }> {
  const rows = await db
    .select(donationColumns)
    .from(donations)
    .where(
      and(
        eq(donations.userId, userId),
        notAbandoned,
        olderThan(donationCursor.decode(paging.cursor)),
      ),
    )
    .orderBy(...latestFirst)
    .limit(paging.limit + 1);
  return cutDonationPage(rows, paging.limit);
}

/** Every donation with its donor, newest first. */
export async function allDonations(
  db: Reader,
  paging: Paging,
): Promise<{ items: AdminDonation[]; next: string | undefined }> {
  const rows = await db
    .select({
      ...donationColumns,
      donor: {
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        email: users.email,
      },
    })
    .from(donations)
    .leftJoin(users, eq(users.id, donations.userId))
    .where(and(notAbandoned, olderThan(donationCursor.decode(paging.cursor))))
    .orderBy(...latestFirst)
    .limit(paging.limit + 1);
  return cutDonationPage(rows, paging.limit);
}

/** The donation for a receipt. */
export async function donationById(db: Reader, id: number) {
  const [donation] = await db.select(donationColumns).from(donations).where(eq(donations.id, id));
  return donation;
}

const wasReceived = and(
  inArray(donations.status, ['succeeded', 'refunded']),
  gt(donations.amount, donations.refundedAmount),
);
const countAndTotal = {
  count: sql<number>`count(*)::integer`,
  total: sql<number>`coalesce(sum(${donations.amount} - ${donations.refundedAmount}), 0)::double precision`,
};
const shownMonths = 12;

export async function summaryOf(db: Reader): Promise<DonationSummary> {
  const month = sql<string>`to_char(${donations.createdAt} at time zone ${sql.raw(`'${londonZone}'`)}, 'YYYY-MM')`;
  const pence = [...donationAmounts.support, ...donationAmounts.signUp].map((each) => each * 100);
  const suggested = sql`${donations.amount} in (${sql.raw(pence.join(', '))}) and ${donations.amount} % 100 = 0`;
  const tier = sql<number | null>`case when ${suggested} then ${donations.amount} / 100 end`;
  const [whole] = await db.select(countAndTotal).from(donations).where(wasReceived);
  const byMonth = await db
    .select({ month, ...countAndTotal })
    .from(donations)
    .where(wasReceived)
    .groupBy(month)
    .orderBy(desc(month))
    .limit(shownMonths);
  const byTier = await db
    .select({ amount: tier, ...countAndTotal })
    .from(donations)
    .where(wasReceived)
    .groupBy(tier)
    .orderBy(sql`${tier} nulls last`);
  return { count: whole?.count ?? 0, total: whole?.total ?? 0, byMonth, byTier };
}

/** Returns all donations as comma-separated values, read page by page. */
export async function donationsAsCsv(db: Reader): Promise<string> {
  const lines = [csvFile([csvHeader])];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const { items, next } = await allDonations(db, { limit: listLimit, cursor });
    lines.push(csvLines(items.map(cellsOf)));
    cursor = next;
  }
  return lines.join('');
}

const csvHeader = [
  'Date',
  'Amount',
  'Refunded',
  'Currency',
  'Status',
  'First name',
  'Last name',
  'Email',
];
const inPounds = (pence: number) => (pence / 100).toFixed(2);

const cellsOf = ({ donor, ...donation }: AdminDonation) => [
  donation.createdAt,
  inPounds(donation.amount),
  inPounds(donation.refundedAmount),
  donation.currency.toUpperCase(),
  donation.status,
  donor?.firstName ?? '',
  donor?.lastName ?? '',
  donor?.email ?? '',
];
