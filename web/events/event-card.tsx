import type { EventCard as EventData } from '../../contract/events.ts';
import { dayOf, formatMoment } from '../../contract/dates.ts';
import { paths } from '../../contract/paths.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Cover } from '../ui/cover.tsx';
import { DayTile } from '../ui/day-tile.tsx';
import { MapPin } from '../ui/icons.tsx';
import { attendeeLabel } from './attendee-label.ts';

interface EventCardProps {
  event: EventData;
  past?: boolean;
  /** True for the cards a page opens with, whose pictures are seen at once. */
  eager?: boolean;
}

export function EventCard({ event, past = false, eager = false }: EventCardProps) {
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
          <Place event={event} />
        </>
      }
      footer={
        <>
          <span className="text-sm text-muted">{attendeeLabel(event.attendeeCount)}</span>
          <Standing event={event} />
        </>
      }
    >
      {event.description}
    </Card>
  );
}

/** The venue for those who may know it, the town for others. */
const Place = ({ event }: { event: EventData }) => (
  <p className="flex items-center gap-1.5">
    <MapPin className="size-4 shrink-0" />
    <span className="min-w-0 truncate">{event.location ?? event.town ?? 'United Kingdom'}</span>
  </p>
);

function Standing({ event }: { event: EventData }) {
  if (event.locationHidden) return <span className="text-sm italic">Sign in to see location</span>;
  if (event.status === 'cancelled') return <Badge tone="danger">Cancelled</Badge>;
  return event.rsvped && <Badge tone="good">Going</Badge>;
}
