import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface SectionHeadingProps {
  title: ReactNode;
  action?: ReactNode;
  id?: string | undefined;
  className?: string | undefined;
}

export function SectionHeading({ title, action, id, className }: SectionHeadingProps) {
  return (
    <div
      className={cx(
        'mb-5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2',
        className,
      )}
    >
      <h2 id={id} className="text-2xl sm:text-3xl">
        {title}
      </h2>
      {action}
    </div>
  );
}
