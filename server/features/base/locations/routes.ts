import { shortestLocation, suggestLocations, suggestSpellings } from '#contract/base/locations.ts';
import { townsSpeltLike } from '#platform/geo/spelling.ts';
import { ok, route } from '#platform/http/route.ts';

export const locationRoutes = [
  route(suggestLocations, async ({ query: { q = '' } }, { searchLocations }) =>
    ok(q.length < shortestLocation ? [] : await searchLocations(q)),
  ),

  route(suggestSpellings, async ({ query: { q = '' } }) => ok(townsSpeltLike(q))),
];
