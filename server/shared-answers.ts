import type { Route } from './platform/http/context.ts';
import { isKnownPlace } from './platform/geo/nearby.ts';
import { sharedAddresses, type SharedAddresses } from './platform/http/cache/shared-address.ts';
import { sharedEmbeds } from './features/events/embed/routes/mount.ts';
import { sharedFeeds } from './features/events/feeds/routes.ts';
import { sharedApiDocs } from './ssr/api-docs/routes.ts';
import { pageParameters } from './ssr/pages.ts';

/**
 * Collects the addresses whose answers signed-out callers share: each call, feed and page declares
 * its own query.
 */
export const sharedAnswers = (routes: Route[]): SharedAddresses =>
  sharedAddresses({
    declared: [
      ...routes
        .filter(({ endpoint }) => endpoint.shared)
        .map(({ endpoint: { key, query } }) => ({ path: key.slice('GET '.length), query })),
      ...sharedEmbeds,
      ...sharedFeeds,
      ...sharedApiDocs,
    ],
    ofPages: pageParameters,
    isWorthSharing: ({ near = '' }) => near.trim() === '' || isKnownPlace(near),
  });
