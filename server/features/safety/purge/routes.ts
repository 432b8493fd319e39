import { cleanUp, reviewCleanup, undoCleanup } from '#contract/safety/purge.ts';
import { notFound } from '#platform/refusal.ts';
import { ok, route } from '#platform/http/route.ts';
import { purgeMember } from './mutations/purge.ts';
import { undoPurge } from './mutations/undo.ts';
import { undoUntil } from './policy.ts';
import { reviewOf } from './queries.ts';

export const purgeRoutes = [
  route(reviewCleanup, async ({ params }, { db, viewer, now }) => {
    const review = await reviewOf(db, viewer, params.id, now);
    if (!review) throw notFound('User');
    return ok(review);
  }),

  route(cleanUp, async ({ params, body }, { db, viewer, now }) => {
    const reason = body.reason || null;
    const { counts, removedAt } = await purgeMember(db, viewer, params.id, reason, now);
    return ok({ counts, undoUntil: undoUntil(removedAt).toISOString() });
  }),

  route(undoCleanup, async ({ params }, { db, viewer, now }) =>
    ok(await undoPurge(db, viewer, params.id, now)),
  ),
];
