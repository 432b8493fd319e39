import { getUser } from '#contract/base/accounts.ts';
import { ok, route } from '#platform/http/route.ts';

export const accountRoutes = [
  // An admin who still lacks two-step sign-in learns so from the admin pages, and so has to find
  // them.
  route(getUser, (_, { viewer, isHeldBack }) =>
    ok(viewer ? { user: isHeldBack ? { ...viewer, role: 'admin' } : viewer } : {}),
  ),
];
