import { paths } from '#contract/platform/paths.ts';

/** Returns the UID of an event in calendars and its address on the site; parses the origin once. */
export function namesAt(origin: string) {
  const { hostname } = new URL(origin);
  return {
    uid: (eventId: number) => `event-${eventId}@${hostname}`,
    url: (eventId: number) => origin + paths.event(eventId),
  };
}

export const prodIdOf = (origin: string) => `-//${new URL(origin).hostname}//events//EN`;
