import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { cx } from './cx.ts';
import { ArrowLeft } from './icons.tsx';

export const pageHeadingId = 'page-heading';

interface PageHeadingProps {
  title: ReactNode;
  /** Text size classes, for long titles. */
  size?: string | undefined;
  lead?: ReactNode;
  back?: { href: string; label: string } | undefined;
  actions?: ReactNode;
  className?: string | undefined;
}

/** The page's heading. Navigation focuses it, so it is focusable but not a tab stop. */
export function PageHeading({
  title,
  size = 'text-4xl sm:text-5xl',
  lead,
  back,
  actions,
  className,
}: PageHeadingProps) {
  return (
    <div className={cx('flex flex-wrap items-end justify-between gap-x-8 gap-y-5', className)}>
      <div className="min-w-0">
        {back && (
          <Link
            href={back.href}
            className="mb-2 -ml-1 inline-flex min-h-11 items-center gap-1.5 rounded-card px-1 font-display font-semibold text-primary hover:underline"
          >
            <ArrowLeft className="size-5" />
            {back.label}
          </Link>
        )}
        <h1
          id={pageHeadingId}
          dir="auto"
          tabIndex={-1}
          className={cx('font-extrabold wrap-anywhere', size)}
        >
          {title}
        </h1>
        {lead != null && (
          <p className="mt-2 max-w-2xl text-base text-balance text-muted sm:mt-3 sm:text-lg">
            {lead}
          </p>
        )}
      </div>
      {actions != null && <div className="flex flex-wrap gap-3">{actions}</div>}
    </div>
  );
}
