import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { cx } from './cx.ts';
import { Skeleton } from './skeleton.tsx';

interface StatCardProps {
  label: string;
  /** The number; undefined while loading. */
  value: number | string | undefined;
  icon?: ReactNode;
  /** A note on the number: "3 to review". */
  note?: ReactNode;
  /** The page with the details. */
  href?: string | undefined;
}

const numberFormat = new Intl.NumberFormat('en-GB');

/** A row of stat cards. */
export const StatCards = ({ children, className }: { children: ReactNode; className?: string }) => (
  <dl className={cx('grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-4', className)}>{children}</dl>
);

export function StatCard({ label, value, icon, note, href }: StatCardProps) {
  return (
    <div className="relative row-span-2 grid grid-rows-subgrid gap-y-2 rounded-card bg-card p-4 forced-colors:border sm:p-5">
      <dt className="flex items-start justify-between gap-3 font-display leading-tight font-semibold text-muted">
        {href === undefined ? (
          label
        ) : (
          <Link
            href={href}
            className="text-muted underline decoration-line decoration-2 underline-offset-4 outline-none after:absolute after:inset-0 after:rounded-card hover:text-ink hover:decoration-accent focus-visible:after:outline-3 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
          >
            {label}
          </Link>
        )}
        {icon != null && (
          <span aria-hidden="true" className="hidden text-accent-ink sm:block [&>svg]:size-6">
            {icon}
          </span>
        )}
      </dt>
      <dd className="@container">
        <span className="block font-display text-[clamp(1.5rem,24cqi,3.25rem)] leading-tight font-extrabold tabular-nums">
          {value === undefined ? (
            <>
              <span className="sr-only">Loading...</span>
              <Skeleton className="my-[0.04em] h-[1em] w-24" />
            </>
          ) : typeof value === 'number' ? (
            numberFormat.format(value)
          ) : (
            value
          )}
        </span>
        {note != null && <span className="mt-1 block text-sm text-muted">{note}</span>}
      </dd>
    </div>
  );
}
