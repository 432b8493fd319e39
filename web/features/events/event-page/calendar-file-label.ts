import { useIsScripted } from '#web/platform/forms/posted.tsx';

/** iPads call themselves Macs, which have no touch screen. */
const isAppleMobile = ({ userAgent, maxTouchPoints }: Navigator): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);

/**
 * Names the calendar file: on an iPhone or iPad it opens Apple's calendar. The server's page is the
 * same for everybody, so the name changes once the page has its script.
 */
export const useCalendarFileLabel = (): string =>
  useIsScripted() && isAppleMobile(navigator) ? 'Apple Calendar' : 'Calendar file (.ics)';
