import type { Event as EventData, Offer } from 'schema-dts';
import { hourOf } from '#contract/platform/dates.ts';
import { hour } from '#contract/platform/durations.ts';
import type { Event } from '#contract/events/events.ts';
import { paths } from '#contract/platform/paths.ts';
import { metaDescription } from '#web/platform/head/head.ts';
import { breadcrumbs, graphOf } from '#web/platform/head/structured-data.ts';

/**
 * An event's structured data for search engines (https://schema.org/Event), with the properties of
 * https://developers.google.com/search/docs/appearance/structured-data/event. The venue is for
 * members, so the place is the town.
 */
export const eventData = (event: Event, image: string, origin: string) =>
  graphOf(
    eventEntry(event, image, origin),
    breadcrumbs(origin, [
      { name: 'Groups', path: paths.groups },
      { name: event.group.name, path: paths.group(event.group.id) },
      { name: event.title, path: paths.event(event.id) },
    ]),
  );

function eventEntry(event: Event, image: string, origin: string): EventData {
  const url = new URL(paths.event(event.id), origin).href;
  return {
    '@type': 'Event',
    name: event.title,
    description: metaDescription(event.description),
    url,
    startDate: inLondon(event.startTime),
    endDate: inLondon(event.endTime),
    eventStatus: `https://schema.org/${event.status === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: event.town ?? 'United Kingdom',
      address: {
        '@type': 'PostalAddress',
        ...(event.town && { addressLocality: event.town }),
        addressCountry: 'GB',
      },
    },
    image: [new URL(image, origin).href],
    isAccessibleForFree: event.free,
    ...agesOf(event),
    ...(event.free && { offers: freeOffer(event, url) }),
    ...(event.capacity !== null && {
      maximumAttendeeCapacity: event.capacity,
      remainingAttendeeCapacity: event.placesLeft ?? 0,
    }),
    organizer: {
      '@type': 'Organization',
      name: event.group.name,
      url: new URL(paths.group(event.group.id), origin).href,
    },
  };
}

/** Formats ages for schema.org: '18-', '0-17'. Other audiences have no age range. */
function agesOf({ audience }: Event): { typicalAgeRange?: string } {
  if (audience === 'adults') return { typicalAgeRange: '18-' };
  return audience === 'under18' ? { typicalAgeRange: '0-17' } : {};
}

/** Organisers may charge for an event, but the site knows no price, so the offer is free. */
const freeOffer = ({ placesLeft, rsvpClosesAt, endTime }: Event, url: string): Offer => ({
  '@type': 'Offer',
  price: 0,
  priceCurrency: 'GBP',
  availability: `https://schema.org/${placesLeft === 0 ? 'SoldOut' : 'InStock'}`,
  validThrough: inLondon(rsvpClosesAt ?? endTime),
  url,
});

/** Formats an instant as London time with its offset: '2026-06-17T18:30:00+01:00'. */
function inLondon(instant: string): string {
  const moment = new Date(instant);
  const isSummer = hourOf(moment) !== moment.getUTCHours();
  const shown = new Date(moment.getTime() + (isSummer ? hour : 0));
  return shown.toISOString().replace(/\.\d+Z$/, isSummer ? '+01:00' : '+00:00');
}
