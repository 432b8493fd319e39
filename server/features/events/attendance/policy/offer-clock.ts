import { nextHour } from '#contract/platform/london-time.ts';
import { day, hour, minute } from '#contract/platform/durations.ts';

/** The clock stops from 22:00 to 08:00 in London: nobody has to watch their email at night. */
const stopsAt = 22;
const runsFrom = 8;

const longestOffer = day;
const shortestOffer = 30 * minute;
/** Offers end this long before RSVPs close. */
export const lastStretch = 2 * hour;

interface Closing {
  startTime: Date;
  rsvpClosesAt: Date | null;
}

/** Returns when RSVPs close. */
export const closesAt = ({ startTime, rsvpClosesAt }: Closing): Date =>
  rsvpClosesAt !== null && rsvpClosesAt < startTime ? rsvpClosesAt : startTime;

/** Returns when offers end and free places go to the first to RSVP. */
export const offersEndAt = (event: Closing): Date =>
  new Date(closesAt(event).getTime() - lastStretch);

/**
 * Returns when an offer made now ends: after a day or half of the remaining time, whichever is
 * shorter, by the clock that stops at night. Null if less than half an hour remains.
 */
export function offerEnds(now: Date, event: Closing): Date | null {
  const last = offersEndAt(event);
  if (afterRunning(shortestOffer, now) > last) return null;
  const left = closesAt(event).getTime() - now.getTime();
  const end = afterRunning(Math.min(longestOffer, left / 2), now);
  return end < last ? end : last;
}

/** Returns when an email that must not go out at night may go. */
export function afterNight(now: Date): Date {
  const runs = nextHour(runsFrom, now);
  return runs < nextHour(stopsAt, now) ? runs : now;
}

/** Returns the moment at which the clock has run for `length`. */
function afterRunning(length: number, from: Date): Date {
  const stops = nextHour(stopsAt, from);
  const runs = nextHour(runsFrom, from);
  if (runs < stops) return afterRunning(length, runs);
  const today = stops.getTime() - from.getTime();
  return length <= today ? new Date(from.getTime() + length) : afterRunning(length - today, runs);
}
