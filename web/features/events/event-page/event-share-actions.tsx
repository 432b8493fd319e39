import type { Event } from '#contract/events/events.ts';
import { paths } from '#contract/platform/paths.ts';
import { ShareButton } from '#web/platform/share/share-button.tsx';
import { ReportLink } from '#web/features/trust/moderation/report-link.tsx';
import { PrintAsPoster } from '#web/features/events/poster/event-poster.tsx';

/** Shares or prints an event while people can attend. Anyone but its organisers can report it. */
export default function EventShareActions({ event }: { event: Event }) {
  const isOn = !event.hidden && !event.ended && event.status !== 'cancelled';
  return (
    <>
      {isOn && <ShareButton title={event.title} path={paths.event(event.id)} block />}
      {isOn && <PrintAsPoster event={event} />}
      {!event.membership?.isOrganizer && (
        <ReportLink type="event" id={event.id}>
          Report this event
        </ReportLink>
      )}
    </>
  );
}
