import { getUser } from '#contract/base/accounts.ts';
import {
  findKnownPlace,
  shortestLocation,
  suggestLocations,
  suggestPlaces,
  suggestSpellings,
} from '#contract/base/locations.ts';
import { suggestPlaces as placesLike } from '#platform/geo/find-place.ts';
import { isKnownPlace } from '#platform/geo/nearby.ts';
import { townsSpeltLike } from '#platform/geo/spelling.ts';
import { ok, route } from '#platform/http/route.ts';

export const accountRoutes = [
  // Admin pages tell an admin that two-step sign-in is missing, so they must still find those
  // pages.
  route(getUser, (_, { viewer, isHeldBack }) =>
    ok(viewer ? { user: isHeldBack ? { ...viewer, role: 'admin' } : viewer } : {}),
  ),

  route(suggestLocations, async ({ query: { q = '' } }, { searchLocations }) =>
    ok(q.length < shortestLocation ? [] : await searchLocations(q)),
  ),

  route(suggestPlaces, async ({ query: { q = '' } }) => ok(placesLike(q))),

  route(findKnownPlace, async ({ query: { q = '' } }) => ok(isKnownPlace(q))),

  route(suggestSpellings, async ({ query: { q = '' } }) => ok(townsSpeltLike(q))),
];
