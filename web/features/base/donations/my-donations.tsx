import { useIfMailed } from '#web/platform/site.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { formatCommentDate } from '#contract/platform/dates.ts';
import type { OwnDonation } from '#contract/base/donations.ts';
import { paths } from '#contract/platform/paths.ts';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { formatPounds } from './money.ts';
import { ownDonations } from './queries.ts';
import { StatusBadge } from './status-badge.tsx';

/** Lists the member's own donations in their settings. */
export function MyDonations() {
  const ifMailed = useIfMailed();
  const { data, isPending, isError, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(ownDonations());
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <SettingsSection
      id="donations"
      title="Donations"
      lead={`What you've given.${ifMailed(' We email you a receipt for each donation.')}`}
    >
      {isPending && <Skeleton className="h-12" />}
      {isError && <p>We can't show your donations right now. Please try again later.</p>}
      {data && items.length === 0 && <None />}
      {items.length > 0 && (
        <ul className="ruled flex flex-col rounded-card bg-card px-4 sm:px-5">
          {items.map((item) => (
            <Item key={item.id} item={item} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button
          variant="quiet"
          className="mt-4"
          busy={isFetchingNextPage}
          busyLabel="Loading..."
          onClick={() => void fetchNextPage()}
        >
          Show earlier donations
        </Button>
      )}
    </SettingsSection>
  );
}

const None = () => (
  <p>
    You haven't made a donation, and you never have to.{' '}
    <Link href={paths.support} className="link">
      Make a donation
    </Link>
  </p>
);

function Item({ item }: { item: OwnDonation }) {
  const partly = item.refundedAmount > 0 && item.refundedAmount < item.amount;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <span className="w-20 font-display text-xl font-bold tabular-nums">
        {formatPounds(item.amount)}
      </span>
      <span className="min-w-0 grow text-muted">
        {formatCommentDate(item.createdAt)}
        {partly && `, ${formatPounds(item.refundedAmount)} of it refunded`}
      </span>
      <StatusBadge status={item.status} />
    </li>
  );
}
