import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { cx } from './cx.ts';

const grid = 'grid grid-cols-1 gap-x-6 gap-y-8 sm:grid-cols-2';
/** In two columns an odd last card takes the whole row. */
const pairs = `${grid} sm:max-lg:[&>li:last-child:nth-child(odd)]:lying`;

export const cardGrid = `${pairs} lg:grid-cols-3`;
export const cardGridFour = `${pairs} lg:grid-cols-4 lg:max-xl:gap-x-4 lg:max-xl:[&_h3]:text-lg`;
/** For lists of one or two cards. */
export const cardGridTwo = `${grid} sm:[&>li:only-child]:lying`;

/** Shared with the skeletons, so that cards keep their size when they load. */
export const cardShape = {
  shell: 'flex flex-col rounded-card bg-card',
  cover: 'overflow-hidden rounded-t-card',
  body: 'flex grow flex-col gap-2 px-4 pt-4 pb-4',
  dateRow: 'flex min-h-12 gap-3 pb-1',
  words: 'flex grow flex-col gap-1.5',
  footer: 'mt-1 flex min-h-7 flex-wrap items-center justify-between gap-x-3',
};

interface CardProps {
  href: string;
  cover: ReactNode;
  title: ReactNode;
  meta?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** Overlaps the cover's lower edge, as the day tile does. */
  corner?: ReactNode;
  className?: string | undefined;
}

export function Card({ href, cover, title, meta, children, footer, corner, className }: CardProps) {
  return (
    <article className={cx(cardShape.shell, 'group/card relative', className)}>
      <div className={cardShape.cover}>{cover}</div>
      <div className={cardShape.body}>
        <div className={cardShape.words}>
          <h3 dir="auto" className="line-clamp-2 text-xl wrap-anywhere">
            <Link href={href} className="card-link">
              {title}
            </Link>
          </h3>
          {corner ? (
            <div className={cx(cardShape.dateRow, 'order-first')}>
              <div className="relative mt-(--tile-rise,-2rem) shrink-0">{corner}</div>
              <div className="min-w-0 text-sm text-muted">{meta}</div>
            </div>
          ) : (
            meta != null && <div className="text-sm text-muted">{meta}</div>
          )}
          {children != null && (
            <div dir="auto" className="line-clamp-2 text-sm text-muted wrap-anywhere">
              {children}
            </div>
          )}
        </div>
        {footer != null && (
          <div className={cx(cardShape.footer, '[&_:is(a,button)]:relative')}>{footer}</div>
        )}
      </div>
    </article>
  );
}
