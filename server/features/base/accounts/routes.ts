import { getUser } from '#contract/base/accounts.ts';
import { ok, route } from '#platform/http/route.ts';

export const accountRoutes = [
  // Whoever is held back is told so by the admin pages, and so has to find it.
  route(getUser, (_, { viewer, isHeldBack }) =>
    ok(viewer ? { user: isHeldBack ? { ...viewer, role: 'admin' } : viewer } : {}),
  ),
];
