import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, useRef } from 'react';
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
import { seriesQuery } from './queries.ts';
import { cancelWords, rsvpWords } from '#contract/events/form-words.ts';
import { call } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { LazyConfirmDialog } from '#web/platform/forms/lazy-confirm-dialog.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import { attendedWords, dateLabel } from './series-words.ts';

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

interface AttendAllProps {
  series: Series;
  guestsAllowed: number;
}

/** RSVPs to all upcoming dates, or withdraws from them. */
function AttendAll({ series, guestsAllowed }: AttendAllProps) {
  const place = useRef<HTMLDivElement>(null);
  const [guests, setGuests] = useState(0);
  const [asking, setAsking] = useState(false);
  const { attend, cancelAll } = useAllDates(series.id, () => place.current?.focus());
  const { attend: open } = series.can;
  const attending = countUpcomingRsvps(series);
  if (open < 2 && attending < 2) return null;
  return (
    <div
      ref={place}
      tabIndex={-1}
      role="group"
      aria-label="All dates"
      className="flex flex-wrap items-end gap-3 outline-none"
    >
      {open > 1 && guestsAllowed > 0 && (
        <Stepper
          label="Guests at each date"
          value={guests}
          max={guestsAllowed}
          onValueChange={setGuests}
        />
      )}
      {open > 1 && (
        <Button
          busy={attend.isPending}
          busyLabel="Attending..."
          onClick={() => attend.mutate(guests)}
        >
          {attending === 0
            ? `Attend all ${dateLabel(open)}`
            : `Attend the other ${dateLabel(open)}`}
        </Button>
      )}
      {attending > 1 && (
        <Button variant="outline" onClick={() => setAsking(true)}>
          Give up all {dateLabel(attending)}
        </Button>
      )}
      {asking && (
        <LazyConfirmDialog
          onOpenChange={setAsking}
          title={`Give up all ${dateLabel(attending)}?`}
          description="This covers all upcoming dates you're going to or waiting for. If a date is full, your place will go to someone else, and you may not get it back."
          confirmLabel={`Give up ${dateLabel(attending)}`}
          cancelLabel="Keep them"
          busyLabel="Giving up..."
          danger
          busy={cancelAll.isPending}
          onConfirm={() => cancelAll.mutate(undefined, { onSettled: () => setAsking(false) })}
        />
      )}
    </div>
  );
}

/** Counts upcoming dates that the viewer is going to or waiting for. */
const countUpcomingRsvps = ({ events }: Series) =>
  events.filter(
    ({ rsvp, status, startTime }) =>
      rsvp && status === 'scheduled' && Date.parse(startTime) > Date.now(),
  ).length;

function useAllDates(seriesId: number, onDone: () => void) {
  const client = useQueryClient();
  const params = { id: seriesId };
  const onSettled = () => refresh(client, '/api/series/', '/api/events', '/api/user/event');
  const attend = useMutation({
    mutationFn: (guests: number) =>
      call('POST /api/series/:id/rsvps', { params, body: { guests } }),
    onSuccess: onDone,
    done: ({ going, waiting, refused }) => ({
      title: 'RSVP confirmed',
      description: attendedWords({
        going: going.length,
        waiting: waiting.length,
        refused: refused.length,
      }),
    }),
    failed: rsvpWords.failed,
    fallback: 'Failed to RSVP. Please try again.',
    onSettled,
  });
  const cancelAll = useMutation({
    mutationFn: () => call('DELETE /api/series/:id/rsvps', { params }),
    onSuccess: () => onDone(),
    done: 'RSVP cancelled',
    failed: cancelWords.failed,
    fallback: 'Please try again later.',
    onSettled,
  });
  return { attend, cancelAll };
}
