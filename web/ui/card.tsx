import type { ReactNode } from 'react';
import { Link } from 'wouter';

const gridClass = 'grid grid-cols-1 gap-x-6 gap-y-8 sm:grid-cols-2';
/** In two columns an odd last card takes the whole row. */
const pairsClass = `${gridClass} sm:max-lg:[&>li:last-child:nth-child(odd)]:lying`;

export const cardGrid = `${pairsClass} lg:grid-cols-3`;
export const cardGridFour = `${pairsClass} lg:grid-cols-4 lg:max-xl:gap-x-4 lg:max-xl:[&_h3]:text-lg`;
/** For lists of one or two cards. */
export const cardGridTwo = `${gridClass} sm:[&>li:only-child]:lying`;

interface CardProps {
  href: string;
  cover: ReactNode;
  title: ReactNode;
  meta?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** Overlaps the cover's lower edge, as the day tile does. */
  corner?: ReactNode;
}

export const Card = ({ href, cover, title, meta, children, footer, corner }: CardProps) => (
  <article className="card">
    {cover}
    <div>
      <h3 dir="auto">
        <Link href={href} className="card-link">
          {title}
        </Link>
      </h3>
      {corner ? (
        <div className="card-date">
          {corner}
          <div>{meta}</div>
        </div>
      ) : (
        meta
      )}
      {children != null && <div dir="auto">{children}</div>}
      {footer != null && <div className="card-foot">{footer}</div>}
    </div>
  </article>
);
