import { getUser } from '#contract/base/accounts.ts';
import { ok, route } from '#platform/http/route.ts';

export const accountRoutes = [
  // Admin pages tell an admin that two-step sign-in is missing, so they must still find those
  // pages.
  route(getUser, (_, { viewer, isHeldBack }) =>
    ok(viewer ? { user: isHeldBack ? { ...viewer, role: 'admin' } : viewer } : {}),
  ),
];
