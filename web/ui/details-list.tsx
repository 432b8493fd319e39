import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface Detail {
  icon: ReactNode;
  label: string;
  value: ReactNode;
  /** On phones the icon stands alone, to save a line. */
  isPlain?: boolean;
}

export function DetailsList({
  items,
  className,
}: {
  items: readonly Detail[];
  className?: string | undefined;
}) {
  return (
    <dl className={cx('flex flex-col gap-4 sm:gap-5', className)}>
      {items.map((item) => (
        <div key={item.label} className="grid grid-cols-[1.5rem_1fr] content-start gap-x-3">
          <dt className="contents font-display font-semibold">
            <span aria-hidden="true" className="pt-0.5 text-accent-ink [&>svg]:size-5">
              {item.icon}
            </span>
            <span className={cx(item.isPlain && 'max-sm:sr-only')}>{item.label}</span>
          </dt>
          <dd className="col-start-2 min-w-0 text-muted">{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
