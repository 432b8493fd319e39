import { exportGroup, importGroup } from '#contract/events/group-file.ts';
import { created, ok, route } from '#platform/http/route.ts';
import { startGroupFrom } from './mutations.ts';
import { groupFile } from './queries.ts';

export const groupFileRoutes = [
  route(exportGroup, async ({ params }, { db, viewer, origin, now }) => ({
    ...ok(await groupFile(db, viewer, params.id, origin, now)),
    headers: { 'content-disposition': `attachment; filename="group-${params.id}.json"` },
  })),

  route(importGroup, async ({ body }, { db, viewer, attempt, config, now }) =>
    created({ id: await startGroupFrom(db, viewer, body, attempt, config, now) }),
  ),
];
