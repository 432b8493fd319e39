import { CalendarDays, Coins, HandCoins, Scale } from 'lucide-react';
import type { DonationSummary } from '#contract/base/donations.ts';
import { StatCard, StatCards } from '#web/ui/stat-card.tsx';
import { formatPounds } from './money.ts';
import { signUpTiers, supportTiers } from './tiers.ts';

/** Shows the totals of all donations; `summary` is undefined while loading. */
export function DonationFigures({ summary }: { summary: DonationSummary | undefined }) {
  const [latest] = summary?.byMonth ?? [];
  return (
    <>
      <StatCards>
        <StatCard label="Total" value={summary && formatPounds(summary.total)} icon={<Coins />} />
        <StatCard label="Donations" value={summary?.count} icon={<HandCoins />} />
        <StatCard
          label="Average"
          value={summary && formatPounds(Math.round(summary.total / Math.max(1, summary.count)))}
          icon={<Scale />}
        />
        <StatCard
          label="Latest month"
          value={summary && (latest ? formatPounds(latest.total) : '–')}
          note={latest && monthName(latest.month)}
          icon={<CalendarDays />}
        />
      </StatCards>
      {summary && summary.count > 0 && (
        <div className="mt-8 grid gap-4 lg:grid-cols-2">
          <Breakdown
            title="By month"
            rows={summary.byMonth.map(({ month, ...sum }) => ({ label: monthName(month), ...sum }))}
          />
          <Breakdown
            title="By tier"
            rows={summary.byTier.map(({ amount, ...sum }) => ({ label: tierName(amount), ...sum }))}
          />
        </div>
      )}
    </>
  );
}

const monthFormat = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const monthName = (month: string) => monthFormat.format(new Date(`${month}-01T00:00:00Z`));

const tiers = [...supportTiers, ...signUpTiers];

/** Names a tier as '£50 Our Hero / Legend', as the screens label some amounts differently. */
function tierName(amount: number | null): string {
  if (amount === null) return 'Other amounts';
  const labels = tiers.filter((tier) => tier.amount === amount).map(({ label }) => label);
  return `£${amount} ${[...new Set(labels)].join(' / ')}`;
}

interface BreakdownProps {
  title: string;
  rows: readonly { label: string; count: number; total: number }[];
}

/** Lists sums, each with a bar in proportion to the largest. */
function Breakdown({ title, rows }: BreakdownProps) {
  const largest = Math.max(...rows.map(({ total }) => total));
  return (
    <section aria-label={title} className="rounded-card bg-card p-5">
      <h2 className="text-xl">{title}</h2>
      <dl className="mt-4 flex flex-col gap-3">
        {rows.map(({ label, count, total }) => (
          <div key={label} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4">
            <dt className="min-w-0 font-semibold">{label}</dt>
            <dd className="contents tabular-nums">
              <span>
                {formatPounds(total)}{' '}
                <span className="text-sm text-muted">from {count.toLocaleString('en-GB')}</span>
              </span>
              <svg
                aria-hidden="true"
                className="col-span-2 mt-1 h-2 w-full overflow-hidden rounded-full bg-sunken"
              >
                <rect
                  width={`${(100 * total) / largest}%`}
                  height="100%"
                  rx="4"
                  fill="currentColor"
                  className="text-primary"
                />
              </svg>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
