import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { dayOf, formatMoment } from '#contract/platform/dates.ts';
import type { Event, EventCard } from '#contract/events/events.ts';
import { paths } from '#contract/platform/paths.ts';
import type { Series } from '#contract/events/series/series.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { DayTile } from '#web/ui/day-tile.tsx';
import { CalendarPlus } from '#web/ui/icons.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { AttendAll } from './attend-all.tsx';
import { seriesQuery } from './queries.ts';

const nextShown = 4;

interface SeriesDatesProps {
  event: Event;
  seriesId: number;
}

/** Lists the other dates of the series, with the actions for all of them. */
export default function SeriesDates({ event, seriesId }: SeriesDatesProps) {
  const { data: series } = useQuery(seriesQuery(seriesId));
  if (!series) return null;
  return (
    <section aria-labelledby="series" className="mb-12">
      <SectionHeading id="series" title="More dates" />
      <Dates event={event} series={series} />
      <div className="mt-5 flex flex-wrap items-end gap-3">
        <AttendAll series={series} guestsAllowed={event.guestsAllowed} />
        <a
          href={`/api/series/${series.id}/calendar.ics`}
          download={`series-${series.id}.ics`}
          className={buttonClass({ variant: 'outline' })}
        >
          <CalendarPlus className="size-5" />
          Add all dates to your calendar
        </a>
      </div>
    </section>
  );
}

function Dates({ event, series: { events } }: { event: Event; series: Series }) {
  const [all, setAll] = useState(false);
  const after = events.slice(events.findIndex(({ id }) => id === event.id) + 1);
  const shown = all ? events : after.slice(0, nextShown);
  return (
    <>
      {shown.length > 0 ? (
        <ul className="grid gap-2 sm:grid-cols-2">
          {shown.map((each) => (
            <li key={each.id} className="grid grid-cols-1">
              <Row date={each} isThis={each.id === event.id} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-muted">This is the last date of the series.</p>
      )}
      {!all && events.length > shown.length && (
        <Button variant="ghost" size="sm" className="mt-3" onClick={() => setAll(true)}>
          Show all {events.length} dates
        </Button>
      )}
    </>
  );
}

function Row({ date, isThis }: { date: EventCard; isThis: boolean }) {
  const day = dayOf(date.startTime);
  return (
    <Link
      href={paths.event(date.id)}
      aria-current={isThis ? 'page' : undefined}
      className="flex items-center gap-3 rounded-card bg-card p-3 text-ink no-underline hover:bg-sunken"
    >
      {day && (
        <DayTile {...day} size="sm" past={date.status === 'cancelled' || isPast(date.endTime)} />
      )}
      <span className="min-w-0">
        <time dateTime={date.startTime} className="block font-semibold">
          {formatMoment(date.startTime)}
        </time>
        <DateStatus date={date} isThis={isThis} />
      </span>
    </Link>
  );
}

const isPast = (endTime: string) => Date.parse(endTime) < Date.now();

function DateStatus({ date, isThis }: { date: EventCard; isThis: boolean }) {
  if (date.status === 'cancelled') return <Badge tone="danger">Cancelled</Badge>;
  if (date.rsvped) return <Badge tone="good">Going</Badge>;
  if (date.rsvp?.status === 'offered') return <Badge tone="accent">A place is yours</Badge>;
  if (date.rsvp) return <Badge>Waiting</Badge>;
  if (isThis) return <span className="text-sm text-muted">This date</span>;
  if (date.placesLeft === 0) return <Badge>Full</Badge>;
  return null;
}
