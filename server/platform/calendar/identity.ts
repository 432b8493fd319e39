import { paths } from '#contract/platform/paths.ts';

/** What an event is called in calendars, and where it is on the site: the origin is read once for all. */
export function namesAt(origin: string) {
  const { hostname } = new URL(origin);
  return {
    uid: (eventId: number) => `event-${eventId}@${hostname}`,
    url: (eventId: number) => origin + paths.event(eventId),
  };
}

export const prodIdOf = (origin: string) => `-//${new URL(origin).hostname}//events//EN`;
