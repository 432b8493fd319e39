import { paths } from '#contract/platform/paths.ts';
import {
  defaultDescription,
  metaDescription,
  screenTitle,
  type Head,
  type HeadContext,
} from '#web/platform/head/head.ts';
import { sharePicture } from '#web/platform/head/share.ts';
import { eventData } from './event-data.ts';
import { eventQuery } from '#web/features/events/events/queries.ts';

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
    title: screenTitle(event.title, site),
    description: metaDescription(event.description),
    image,
    // Search engines read the document from the server, so the browser doesn't need this code.
    ...(import.meta.env.SSR && { data: eventData(event, image, site.origin) }),
  };
}
