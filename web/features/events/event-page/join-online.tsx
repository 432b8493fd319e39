import type { Event } from '#contract/events/events.ts';
import { formatMoment } from '#contract/platform/dates.ts';
import { day } from '#contract/platform/durations.ts';

/** The link to take part online, or when it is shown. */
export default function JoinOnline({ event }: { event: Event }) {
  if (event.onlineUrl) {
    return (
      <a
        href={event.onlineUrl}
        target="_blank"
        rel="noopener noreferrer"
        className="font-semibold wrap-anywhere"
      >
        Join online
      </a>
    );
  }
  if (event.ended) return 'This event took place online.';
  const opensAt = new Date(Date.parse(event.startTime) - day);
  return event.rsvped
    ? `You’ll see the link here from ${formatMoment(opensAt)}.`
    : 'Those who are going see the link here from the day before.';
}
