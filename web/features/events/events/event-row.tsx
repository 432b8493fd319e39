import { Link } from 'wouter';
import { dayOf, formatMoment } from '#contract/platform/dates.ts';
import type { EventCard } from '#contract/events/events.ts';
import { paths } from '#contract/platform/paths.ts';
import { DayTile } from '#web/ui/day-tile.tsx';
import { comingLabel } from './attendee-label.ts';

/** An event in one line, where it stands alone. */
export function EventRow({ event }: { event: EventCard }) {
  const day = dayOf(event.startTime);
  return (
    <Link
      href={paths.event(event.id)}
      className="group/next flex items-center gap-4 rounded-card bg-card p-4 text-ink no-underline hover:bg-sunken"
    >
      {day && <DayTile {...day} />}
      <span className="min-w-0">
        <span
          dir="auto"
          className="line-clamp-2 font-display text-lg font-bold wrap-anywhere decoration-accent decoration-3 underline-offset-3 group-hover/next:underline"
        >
          {event.title}
        </span>
        <span className="flex flex-wrap gap-x-4 overflow-hidden text-sm text-muted">
          <time dateTime={event.startTime} className="font-semibold text-ink">
            {formatMoment(event.startTime)}
          </time>{' '}
          <span className="relative">
            <Separator />
            {comingLabel(event)}
          </span>
        </span>
      </span>
    </Link>
  );
}

/** A dot between items. When the line wraps, it hangs outside the box, which clips it. */
const Separator = () => (
  <span aria-hidden="true" className="absolute -left-2.5">
    ·
  </span>
);
