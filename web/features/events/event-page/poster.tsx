import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { dayOf, formatRange } from '#contract/platform/dates.ts';
import type { Event } from '#contract/events/events.ts';
import { placeLine } from '#contract/events/venue/place-words.ts';
import { paths } from '#contract/platform/paths.ts';
import { useSite } from '#web/platform/site.tsx';
import { Bunting } from '#web/ui/bunting.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { DayTile } from '#web/ui/day-tile.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';
import { posterType } from './poster-text.ts';

const codeOf = (event: Event) => `/share${paths.event(event.id)}.svg`;

/**
 * The event as a poster, which replaces the page in print. It renders when printing starts. The QR
 * code is in the page before, because browsers don't wait for images that are added then.
 */
export default function Poster({ event }: { event: Event }) {
  const code = useRef<HTMLImageElement>(null);
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const show = () => flushSync(() => setPrinting(true));
    window.addEventListener('beforeprint', show);
    return () => window.removeEventListener('beforeprint', show);
  }, []);
  const print = async () => {
    if (code.current) await loaded(code.current);
    window.print();
  };
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => void print()}>
        Print a poster
      </Button>
      <img ref={code} src={codeOf(event)} alt="" loading="lazy" hidden />
      {isPrinting && createPortal(<Sheet event={event} />, document.body)}
    </>
  );
}

/** Waits for an image. If it fails, the poster is printed without it. */
async function loaded(image: HTMLImageElement): Promise<void> {
  image.loading = 'eager';
  await image.decode().catch(() => undefined);
}

function Sheet({ event }: { event: Event }) {
  const day = dayOf(event.startTime);
  const type = posterType({
    title: event.title,
    description: event.description,
    when: [formatRange(event.startTime, event.endTime), event.series?.text]
      .filter(Boolean)
      .join('\n'),
    where: event.location ?? event.town ?? '',
  });
  return (
    <article className="poster hidden min-h-[99vh] flex-col gap-7 text-ink print:flex">
      <div className="overflow-hidden [&>svg]:h-auto! [&>svg]:w-full!">
        <Bunting swags={3} />
      </div>
      <header>
        <p dir="auto" className="line-clamp-1 font-display text-2xl font-bold">
          {event.group.name}
        </p>
        <h1 dir="auto" className={cx('mt-2 font-extrabold wrap-anywhere', type.title)}>
          {event.title}
        </h1>
      </header>
      <div className="flex items-center gap-6">
        {day && (
          <DayTile
            {...day}
            size="lg"
            className="border-2 border-ink [print-color-adjust:exact] [zoom:1.25]"
          />
        )}
        <div className="min-w-0 font-display text-2xl font-bold">
          {event.series && <p>{event.series.text}</p>}
          <Time event={event} />
          <Venue event={event} />
          {event.priceText && <p className="mt-1 text-lg">{event.priceText}</p>}
        </div>
      </div>
      <p
        dir="auto"
        className={cx('line-clamp-(--lines) whitespace-pre-line wrap-anywhere', type.description)}
        style={{ '--lines': type.lines } as CSSProperties}
      >
        {event.description}
      </p>
      <Foot event={event} />
    </article>
  );
}

/** Puts the date and the hours on separate lines if the event ends on the day it starts. */
function Time({ event }: { event: Event }) {
  const range = formatRange(event.startTime, event.endTime);
  const [day, hours, ...more] = range.split(' • ');
  if (!hours || more.length > 0) return <p>{range}</p>;
  return (
    <>
      <p>{day}</p>
      <p>{hours}</p>
    </>
  );
}

function Venue({ event }: { event: Event }) {
  if (!event.locationHidden)
    return (
      <p dir="auto" className="mt-1 line-clamp-3 text-balance">
        {placeLine({ ...event, location: event.location ?? '' })}
      </p>
    );
  return (
    <>
      {event.town && <p className="mt-1">{event.town}</p>}
      <p className="mt-1 text-lg font-semibold text-muted">
        {event.openTo === 'anyone'
          ? 'You’ll see the venue once you’ve said you’re coming'
          : 'Sign in at the address below to see the venue'}
      </p>
    </>
  );
}

function Foot({ event }: { event: Event }) {
  const site = useSite();
  const address = `${site.origin}${paths.event(event.id)}`.replace(/^https?:\/\//, '');
  return (
    <footer className="mt-auto flex break-inside-avoid items-center gap-6 border-t-2 border-ink pt-6">
      <img src={codeOf(event)} alt="" className="size-44 shrink-0" />
      <div className="min-w-0 grow">
        <p className="font-display text-2xl font-bold">Come along</p>
        <p className="mt-1">
          {event.openTo === 'anyone'
            ? 'Scan, type your name and email. No account needed. Or go to'
            : 'Scan the code to see the event. New here? Sign up, join the group and press Attend Event so we know to expect you. Or go to'}
        </p>
        <p className="mt-1 font-display text-lg font-bold wrap-anywhere">{address}</p>
      </div>
      <Wordmark name={site.name} className="shrink-0 self-end" />
    </footer>
  );
}
