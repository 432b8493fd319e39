import { nextHour } from '../../../../contract/dates.ts';
import { day, hour, minute } from '../../../../contract/durations.ts';

/** No time is counted from ten in the evening until eight in the morning in London: nobody has to watch by night. */
const stopsAt = 22;
const runsFrom = 8;

const longestOffer = day;
const shortestOffer = 30 * minute;
/** How long before the closing places are kept for nobody any more. */
export const lastStretch = 2 * hour;

interface Closing {
  startTime: Date;
  rsvpClosesAt: Date | null;
}

/** From when nobody can say any more that they come. */
export const closesAt = ({ startTime, rsvpClosesAt }: Closing): Date =>
  rsvpClosesAt !== null && rsvpClosesAt < startTime ? rsvpClosesAt : startTime;

/** From when no place is kept for anybody: whoever comes first gets it. */
export const offersEndAt = (event: Closing): Date =>
  new Date(closesAt(event).getTime() - lastStretch);

/**
 * Until when an offer made now stands: for a day, or half the time left where that is less, counted by a clock that
 * stops by night. Null where too little is left for anybody to take it in.
 */
export function offerEnds(now: Date, event: Closing): Date | null {
  const last = offersEndAt(event);
  if (afterRunning(shortestOffer, now) > last) return null;
  const left = closesAt(event).getTime() - now.getTime();
  const end = afterRunning(Math.min(longestOffer, left / 2), now);
  return end < last ? end : last;
}

/** When the clock has run for so long. */
function afterRunning(length: number, from: Date): Date {
  const stops = nextHour(stopsAt, from);
  const runs = nextHour(runsFrom, from);
  if (runs < stops) return afterRunning(length, runs);
  const today = stops.getTime() - from.getTime();
  return length <= today ? new Date(from.getTime() + length) : afterRunning(length - today, runs);
}
