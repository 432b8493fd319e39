import { shortestLocation, suggestLocations } from '../../../contract/locations.ts';
import { ok, route } from '../../platform/http/route.ts';

export const locationRoutes = [
  route(suggestLocations, async ({ query: { q = '' } }, { searchLocations }) =>
    ok(q.length < shortestLocation ? [] : await searchLocations(q)),
  ),
];
