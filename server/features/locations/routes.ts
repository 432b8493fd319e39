import { shortestLocation, suggestLocations } from '../../../contract/locations.ts';
import { ok, route } from '../../platform/http/route.ts';

export const locationRoutes = [
  route(suggestLocations, async ({ query: { q = '' } }, { places }) =>
    ok(q.length < shortestLocation ? [] : await places(q)),
  ),
];
