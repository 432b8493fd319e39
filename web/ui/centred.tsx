import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface CentredProps {
  title: ReactNode;
  hint?: ReactNode;
  actions?: ReactNode;
  /** The level of the heading: h1 where this is the whole page. */
  as?: 'h1' | 'h2' | 'h3' | 'p' | undefined;
  className?: string | undefined;
  /** Content above the title. */
  children?: ReactNode;
}

/** A centred message for a page with nothing else to show. */
export const Centred = ({
  title,
  hint,
  actions,
  as: Heading = 'h2',
  className,
  children,
}: CentredProps) => (
  <div className={cx('flex flex-col items-center px-4 py-12 text-center', className)}>
    {children}
    <Heading className="font-display text-2xl font-bold text-balance [h1&]:text-3xl sm:[h1&]:text-4xl">
      {title}
    </Heading>
    {hint != null && <p className="mt-2 max-w-md text-balance text-muted">{hint}</p>}
    {actions != null && (
      <div className="mt-6 grid justify-center gap-3 sm:flex sm:flex-wrap">{actions}</div>
    )}
  </div>
);
