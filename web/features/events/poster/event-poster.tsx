import { useQuery } from '@tanstack/react-query';
import { dayOf, formatDay, formatRange } from '#contract/platform/dates.ts';
import type { Event, EventCard } from '#contract/events/events.ts';
import { placeLine } from '#contract/events/venue/place-words.ts';
import { paths } from '#contract/platform/paths.ts';
import { seriesQuery } from '#web/features/events/series/queries.ts';
import { useTakesGuests } from '#web/platform/site.tsx';
import { posterType } from './poster-text.ts';
import { type Poster, codeOf, Sheet } from './sheet.tsx';
import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { ButtonLink } from '#web/ui/button-link.tsx';

/** How many later dates of a series are on its poster. */
const datesShown = 3;

/** An event as a poster: with its venue only where everybody sees it, and the dates that follow. */
export function useEventPoster(event: Event): Poster {
  const takesGuests = useTakesGuests();
  const series = useQuery({
    ...seriesQuery(event.series?.id ?? 0),
    enabled: event.series !== null,
  });
  const later = laterDates(event, series.data?.events ?? []);
  return {
    path: paths.event(event.id),
    leadsTo: paths.event(event.id),
    over: event.group.name,
    title: event.title,
    description: event.description,
    day: dayOf(event.startTime) ?? undefined,
    facts: <Facts event={event} later={later} />,
    hint:
      event.openTo === 'anyone' && takesGuests
        ? 'Scan, type your name and email. No account needed.'
        : 'Scan the code to see the event. New here? Sign up, join the group and press Attend Event so we know to expect you.',
    type: posterType({
      title: event.title,
      description: event.description,
      when: [formatRange(event.startTime, event.endTime), event.series?.text, later]
        .filter(Boolean)
        .join('\n'),
      where: placeOf(event),
    }),
  };
}

const placeOf = (event: Event): string =>
  event.placePublic ? placeLine({ ...event, location: event.location ?? '' }) : (event.town ?? '');

/** 'Then Jan 5, Jan 12 and Jan 19' */
function laterDates(event: Event, dates: readonly EventCard[]): string | undefined {
  const later = dates
    .filter(({ status, startTime }) => status === 'scheduled' && startTime > event.startTime)
    .slice(0, datesShown)
    .map(({ startTime }) => formatDay(startTime));
  return later.length > 0 ? `Then ${later.join(' • ')}` : undefined;
}

function Facts({ event, later }: { event: Event; later: string | undefined }) {
  const takesGuests = useTakesGuests();
  const place = placeOf(event);
  return (
    <>
      {event.series && <p>{event.series.text}</p>}
      <Time event={event} />
      {later && <p className="mt-1 text-lg font-semibold">{later}</p>}
      {place && (
        <p dir="auto" className="mt-1 line-clamp-3 text-balance">
          {place}
        </p>
      )}
      {!event.placePublic && (
        <p className="mt-1 text-lg font-semibold text-muted">
          {event.openTo === 'anyone' && takesGuests
            ? 'You’ll see the venue once you’ve said you’re coming'
            : 'Sign in at the address below to see the venue'}
        </p>
      )}
      {event.priceText && <p className="mt-1 text-lg">{event.priceText}</p>}
    </>
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

/**
 * Leads to the event's poster, which also replaces the event's page in print. It renders when
 * printing starts; until this part has its script, and without script, the document's own copy is
 * printed (`web/server.tsx`). The QR code is in the page before, because browsers don't wait for
 * images that are added then.
 */
export function PrintAsPoster({ event }: { event: Event }) {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    document.getElementById('poster')?.remove();
    const show = () => flushSync(() => setPrinting(true));
    window.addEventListener('beforeprint', show);
    return () => window.removeEventListener('beforeprint', show);
  }, []);
  const path = paths.event(event.id);
  return (
    <>
      <ButtonLink href={paths.poster(path)} variant="ghost" size="sm" label="Print a poster" />
      <img src={codeOf(path)} alt="" fetchPriority="low" hidden />
      <noscript data-poster="">{import.meta.env.SSR && <Printed event={event} />}</noscript>
      {isPrinting && createPortal(<Printed event={event} />, document.body)}
    </>
  );
}

const Printed = ({ event }: { event: Event }) => (
  <Sheet poster={useEventPoster(event)} as="h1" className="hidden min-h-[99vh] print:flex" />
);
