import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Link } from 'wouter';
import { fullName } from '#contract/base/names.ts';
import { formatCommentDate } from '#contract/platform/dates.ts';
import type { AdminDonation } from '#contract/base/donations.ts';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import { paths } from '#contract/platform/paths.ts';
import { useSite } from '#web/platform/site.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { DataTable, type Column } from '#web/ui/data-table.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { MoreOf } from '#web/platform/lists/more-of.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { formatPounds } from './money.ts';
import { PaymentSettings } from './payment-settings.tsx';
import { allDonations, donationSummary } from './queries.ts';
import { StatusBadge } from './status-badge.tsx';
import { DonationFigures } from './donation-figures.tsx';

export default function AdminDonationsPage() {
  const { paymentKey } = useSite();
  const { data: summary } = useQuery(donationSummary());
  return (
    <>
      <PageHeading
        className="mt-10 mb-6"
        title="Donations"
        lead="What we've received, without refunds and disputed donations."
        back={{ href: paths.admin, label: 'Admin Panel' }}
        actions={
          <a
            href={adminPaths.donationsExport}
            download
            className={buttonClass({ variant: 'quiet' })}
          >
            <Download aria-hidden="true" className="size-5" /> Export CSV
          </a>
        }
      />
      {paymentKey === null && (
        <Notice
          tone="accent"
          title="Donations are turned off"
          className="mb-6"
          action={
            <Link href={adminPaths.donationsSetUp} className="link font-semibold">
              How to set up donations
            </Link>
          }
        >
          Nobody can donate until this site has these three settings:
          <PaymentSettings />
        </Notice>
      )}
      <DonationFigures summary={summary} />
      <List />
    </>
  );
}

const columns: readonly Column<AdminDonation>[] = [
  {
    key: 'donor',
    header: 'Donor',
    cell: ({ donor }) =>
      donor ? (
        <>
          {fullName(donor)}
          <span className="block text-sm font-normal wrap-anywhere text-muted">
            <EmailText address={donor.email} />
          </span>
        </>
      ) : (
        'A visitor'
      ),
  },
  { key: 'date', header: 'Date', cell: ({ createdAt }) => formatCommentDate(createdAt) },
  { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    key: 'refunded',
    header: 'Refunded',
    numeric: true,
    cell: ({ refundedAmount }) => (refundedAmount > 0 ? formatPounds(refundedAmount) : '–'),
  },
  { key: 'amount', header: 'Amount', numeric: true, cell: ({ amount }) => formatPounds(amount) },
];

function List() {
  const list = useInfiniteQuery(allDonations());
  const rows = list.data?.pages.flatMap((page) => page.items);
  if (list.isError && !rows)
    return <Unavailable what="This list" onRetry={() => void list.refetch()} />;
  return (
    <>
      <DataTable
        className="mt-10"
        caption="All donations"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        empty={<EmptyState as="p" title="No donations yet" hint="You'll see each one here." />}
      />
      <MoreOf list={list} className="mt-6" label="Load More Donations" />
    </>
  );
}
