import type { EventCard as EventData } from '#contract/events/events.ts';
import { dayOf, formatMoment } from '#contract/platform/dates.ts';
import { fewPlaces } from '#contract/platform/limits.ts';
import { paths } from '#contract/platform/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { Cover } from '#web/ui/cover.tsx';
import { DayTile } from '#web/ui/day-tile.tsx';
import { MapPin } from '#web/ui/icons.tsx';
import { milesAway } from '#web/features/base/accounts/near-words.ts';
import { comingLabel } from './attendee-label.ts';

interface EventCardProps {
  event: EventData;
  past?: boolean;
  /** The viewer was there: somebody at the door said so. */
  came?: boolean;
  /** True for cards at the top of the page, whose images load first. */
  eager?: boolean;
}

export function EventCard({ event, past = false, came = false, eager = false }: EventCardProps) {
  const day = dayOf(event.startTime);
  return (
    <Card
      href={paths.event(event.id)}
      cover={
        <Cover
          seed={event.id}
          categoryId={event.categoryId}
          imageUrl={event.imageUrl}
          eager={eager}
        />
      }
      corner={day && <DayTile {...day} past={past} />}
      title={event.title}
      meta={
        <>
          <p className="font-semibold text-ink">
            <time dateTime={event.startTime}>{formatMoment(event.startTime)}</time>
          </p>
          <Venue event={event} />
          {event.priceText && (
            <p dir="auto" className="mt-0.5 truncate">
              {event.priceText}
            </p>
          )}
          {event.audienceText && <Badge tone="accent">{event.audienceText}</Badge>}
          {event.online && <Badge>{event.inPersonToo ? 'Online and in person' : 'Online'}</Badge>}
        </>
      }
      footer={
        <>
          <span>{comingLabel(event)}</span>
          <CardStatus event={event} past={past} came={came} />
        </>
      }
    >
      {event.description}
    </Card>
  );
}

/**
 * Shows the venue, or the town with a blurred line and a hint if the viewer may not see the venue.
 */
const Venue = ({ event }: { event: EventData }) => (
  <>
    <p className="card-place">
      <MapPin className="mt-0.5 size-4" />
      <span dir="auto">{event.location ?? event.town ?? 'United Kingdom'}</span>
      {event.locationHidden && (
        <span aria-hidden="true" className="blurred-words h-2 max-w-32 min-w-8 grow self-center" />
      )}
    </p>
    {event.distanceMiles !== undefined && (
      <p className="mt-0.5">{milesAway(event.distanceMiles)}</p>
    )}
    {event.locationHidden && (
      <p className="mt-1 leading-snug font-medium text-ink">Sign in to see location</p>
    )}
  </>
);

/** Shows the viewer's RSVP, or else the places left if there are few. */
function CardStatus({ event, past, came }: { event: EventData; past: boolean; came: boolean }) {
  const { status, rsvped, rsvp, placesLeft: left } = event;
  if (status === 'cancelled') return <Badge tone="danger">Cancelled</Badge>;
  if (came) return <Badge tone="good">You came</Badge>;
  if (rsvped) return <Badge tone={past ? 'neutral' : 'good'}>{past ? 'Went' : 'Going'}</Badge>;
  if (past) return null;
  if (rsvp?.status === 'offered') return <Badge tone="accent">A place is yours</Badge>;
  if (rsvp) return <Badge>Waiting</Badge>;
  if (left === 0) return <Badge>Full</Badge>;
  if (left === null || left > fewPlaces) return null;
  return <Badge tone="accent">{left === 1 ? '1 place left' : `${left} places left`}</Badge>;
}
