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
    <dl className={cx('details-list', className)}>
      {items.map((item) => (
        <div key={item.label}>
          <dt>
            <span aria-hidden="true">{item.icon}</span>
            <span className={item.isPlain ? 'max-sm:sr-only' : undefined}>{item.label}</span>
          </dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
