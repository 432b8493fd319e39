import { cancelledTitle } from '#contract/platform/cancelled-title.ts';
import { paths } from '#contract/platform/paths.ts';
import {
  defaultDescription,
  metaDescription,
  screenTitle,
  type Head,
  type HeadContext,
} from '#web/platform/head/head.ts';
import { sharePicture } from '#web/platform/head/share.ts';
import { eventQuery } from '#web/features/events/events/queries.ts';
import type { Event as EventData, Offer, Place } from 'schema-dts';
import { withLondonOffset } from '#contract/platform/london-time.ts';
import type { Event } from '#contract/events/events.ts';
import { soleAmount } from '#contract/events/venue/place-words.ts';
import { breadcrumbs, graphOf } from '#web/platform/head/structured-data.ts';

/** The head of an event's page: its title, a link preview, and structured data. */
export function eventHead({ site, params, client }: HeadContext): Head {
  const event = client.getQueryData(eventQuery(params.id ?? '').queryKey);
  if (!event) return { title: screenTitle('Event', site), description: defaultDescription };
  const image = sharePicture(paths.event(event.id), [
    event.title,
    event.startTime,
    event.status,
    (event.placePublic ? event.location : event.town) ?? null,
    event.categoryId,
    event.group.name,
    site.name,
  ]);
  return {
    title: screenTitle(
      event.status === 'cancelled' ? cancelledTitle(event.title) : event.title,
      site,
    ),
    description: metaDescription(event.description),
    image,
    // Search engines read the document from the server, so the browser doesn't need this code.
    ...(import.meta.env.SSR && { data: eventData(event, image, site.origin) }),
  };
}

/**
 * An event's structured data for search engines (https://schema.org/Event), with the properties of
 * https://developers.google.com/search/docs/appearance/structured-data/event. The place is the town,
 * unless everybody may see the venue.
 */
const eventData = (event: Event, image: string, origin: string) =>
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
  const price = event.priceText === null ? undefined : soleAmount(event.priceText);
  return {
    '@type': 'Event',
    name: event.title,
    description: event.description,
    url,
    startDate: withLondonOffset(event.startTime),
    endDate: withLondonOffset(event.endTime),
    eventStatus: `https://schema.org/${event.status === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: `https://schema.org/${attendanceMode(event)}`,
    location: isOnlineOnly(event) ? { '@type': 'VirtualLocation', url } : placeOf(event),
    image: [new URL(image, origin).href],
    isAccessibleForFree: event.free && !price,
    ...agesOf(event),
    ...(isOffered(event, price) && { offers: offerOf(event, price ?? 0, url) }),
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

const isOffered = ({ status, free }: Event, price: number | undefined) =>
  status !== 'cancelled' && (free || price !== undefined);

const isOnlineOnly = ({ online, inPersonToo }: Event) => online && !inPersonToo;

function attendanceMode({ online, inPersonToo }: Event) {
  if (!online) return 'OfflineEventAttendanceMode';
  return inPersonToo ? 'MixedEventAttendanceMode' : 'OnlineEventAttendanceMode';
}

function placeOf({ placePublic, location, postcode, town }: Event): Place {
  const venue = placePublic && location;
  return {
    '@type': 'Place',
    name: venue || (town ?? 'United Kingdom'),
    address: {
      '@type': 'PostalAddress',
      ...(venue && { streetAddress: venue }),
      ...(venue && postcode && { postalCode: postcode }),
      ...(town && { addressLocality: town }),
      addressCountry: 'GB',
    },
  };
}

/** Formats ages for schema.org: '18-', '0-17'. Other audiences have no age range. */
function agesOf({ audience }: Event): { typicalAgeRange?: string } {
  if (audience === 'adults') return { typicalAgeRange: '18-' };
  return audience === 'under18' ? { typicalAgeRange: '0-17' } : {};
}

/** The price is free, or the one amount of the price in words. */
const offerOf = (
  { placesLeft, rsvpClosesAt, endTime }: Event,
  price: number,
  url: string,
): Offer => ({
  '@type': 'Offer',
  price,
  priceCurrency: 'GBP',
  availability: `https://schema.org/${placesLeft === 0 ? 'SoldOut' : 'InStock'}`,
  validThrough: withLondonOffset(rsvpClosesAt ?? endTime),
  url,
});
