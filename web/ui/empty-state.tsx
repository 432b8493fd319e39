import type { ReactNode } from 'react';
import { Bunting } from './bunting.tsx';
import { cx } from './cx.ts';

interface EmptyStateProps {
  title: ReactNode;
  hint?: ReactNode;
  actions?: ReactNode;
  art?: ReactNode;
  /** The level of the heading: h1 where the empty state is the whole page. */
  as?: 'h1' | 'h2' | 'h3' | 'p' | undefined;
  className?: string | undefined;
}

export function EmptyState({
  title,
  hint,
  actions,
  art,
  as: Heading = 'h2',
  className,
}: EmptyStateProps) {
  return (
    <div className={cx('flex flex-col items-center px-4 py-12 text-center', className)}>
      {art ?? <Bunting size="lg" className="mb-5 max-w-full!" />}
      <Heading className="font-display text-2xl font-bold text-balance [h1&]:text-3xl sm:[h1&]:text-4xl">
        {title}
      </Heading>
      {hint != null && <p className="mt-2 max-w-md text-balance text-muted">{hint}</p>}
      {actions != null && (
        <div className="mt-6 grid justify-center gap-3 sm:flex sm:flex-wrap">{actions}</div>
      )}
    </div>
  );
}
