import type { ReactNode } from 'react';
import type { Day } from '#contract/platform/dates.ts';
import { useSite } from '#web/platform/site.tsx';
import { Bunting } from '#web/ui/bunting.tsx';
import { cx } from '#web/ui/cx.ts';
import { DayTile } from '#web/ui/day-tile.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';
import type { PosterType } from './poster-text.ts';

export interface Poster {
  path: string;
  /** The address that the QR code leads to: that of the page, or an invitation link. */
  leadsTo: string;
  /** Stands above the title. */
  over: string;
  title: string;
  description: string;
  day?: Day | undefined;
  /** Date, place and price. */
  facts: ReactNode;
  /** Says how somebody who scans the code goes on. */
  hint: string;
  type: PosterType;
}

/** The address of the QR code of a page, as an SVG. */
export const codeOf = (path: string) => `/share${path}/qr.svg`;

interface SheetProps {
  poster: Poster;
  as: 'h1' | 'h2';
  className: string;
}

/** A sheet of A4. On A5 everything on it is smaller by the same measure. */
export function Sheet({ poster, as: Title, className }: SheetProps) {
  const { over, title, description, day, facts, type } = poster;
  return (
    <article className={cx('poster flex-col gap-7 text-ink', className)}>
      <div className="overflow-hidden [&>svg]:h-auto! [&>svg]:w-full!">
        <Bunting swags={3} />
      </div>
      <header>
        <p dir="auto" className="line-clamp-1 font-display text-2xl font-bold">
          {over}
        </p>
        <Title dir="auto" className={cx('mt-2 font-extrabold wrap-anywhere', type.title)}>
          {title}
        </Title>
      </header>
      <div className="flex items-center gap-6">
        {day && (
          <DayTile
            {...day}
            size="lg"
            className="border-2 border-ink [print-color-adjust:exact] [zoom:1.25]"
          />
        )}
        <div className="min-w-0 font-display text-2xl font-bold">{facts}</div>
      </div>
      <p
        dir="auto"
        className={cx('line-clamp-(--lines) whitespace-pre-line wrap-anywhere', type.description)}
        data-lines={type.lines}
        ref={(element) => element?.style.setProperty('--lines', `${type.lines}`)}
      >
        {description}
      </p>
      <Foot poster={poster} />
    </article>
  );
}

function Foot({ poster: { leadsTo, hint } }: { poster: Poster }) {
  const site = useSite();
  const address = `${site.origin}${leadsTo}`.replace(/^https?:\/\//, '');
  return (
    <div className="mt-auto flex break-inside-avoid items-center gap-6 border-t-2 border-ink pt-6">
      <img src={codeOf(leadsTo)} alt="" className="size-44 shrink-0" />
      <div className="min-w-0 grow">
        <p className="font-display text-2xl font-bold">Come along</p>
        <p className="mt-1">{hint} Or go to</p>
        <p className="mt-1 font-display text-lg font-bold wrap-anywhere">{address}</p>
      </div>
      <Wordmark name={site.name} logoUrl={site.logoUrl} className="shrink-0 self-end" />
    </div>
  );
}
