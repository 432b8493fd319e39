import type { EventCard as EventData } from '../../../contract/events.ts';
import { dayOf, formatMoment } from '../../../contract/dates.ts';
import { paths } from '../../../contract/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Cover } from '../../ui/cover.tsx';
import { DayTile } from '../../ui/day-tile.tsx';
import { MapPin } from '../../ui/icons.tsx';
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
          <Standing event={event} past={past} />
        </>
      }
    >
      {event.description}
    </Card>
  );
}

/** The venue for those who may know it, the town for others. */
const Place = ({ event }: { event: EventData }) => (
  <p className="mt-0.5 flex items-start gap-1.5 leading-snug">
    <MapPin className="mt-0.5 size-4" />
    <span className="line-clamp-2 min-w-0">{event.location ?? event.town ?? 'United Kingdom'}</span>
  </p>
);

function Standing({ event, past }: { event: EventData; past: boolean }) {
  if (event.locationHidden)
    return <span className="text-sm text-muted">Sign in to see location</span>;
  if (event.status === 'cancelled') return <Badge tone="danger">Cancelled</Badge>;
  return event.rsvped && <Badge tone={past ? 'neutral' : 'good'}>{past ? 'Went' : 'Going'}</Badge>;
}
