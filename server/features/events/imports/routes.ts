import {
  completeImport,
  createImport,
  deleteImport,
  followCalendar,
  getImport,
  listImports,
  publishImport,
  unfollowCalendar,
} from '#contract/events/imports.ts';
import { created, noContent, ok, route } from '#platform/http/route.ts';
import { startFollowing, stopFollowing } from './mutations/followed.ts';
import { completeEvents, storeImport } from './mutations/imports.ts';
import { publishEvents } from './mutations/publish.ts';
import { undoImport } from './mutations/undo.ts';
import { groupOfImport, listOfImports, readImport, requireImporter } from './queries/imports.ts';
import { fetchCalendar, readEntries } from './queries/read-calendar.ts';

export const importRoutes = [
  route(createImport, async ({ params, body }, { db, viewer, config, now }) => {
    await requireImporter(db, viewer, params.id);
    const { ics, url } = 'file' in body ? { ics: body.file, url: undefined } : body;
    const calendar = ics ?? (await fetchCalendar(config, url ?? ''));
    const entries = await readEntries(calendar, now, url);
    return created(await storeImport(db, viewer, params.id, entries, config, now));
  }),

  route(listImports, async ({ params }, { db, viewer, config, now }) => {
    await requireImporter(db, viewer, params.id);
    return ok(await listOfImports(db, viewer, params.id, config, now));
  }),

  route(getImport, async ({ params }, { db, viewer, now }) => {
    await groupOfImport(db, viewer, params.id);
    return ok(await readImport(db, params.id, now));
  }),

  route(completeImport, async ({ params, body }, { db, viewer, now }) =>
    ok(await completeEvents(db, viewer, params.id, body.events, now)),
  ),

  route(publishImport, async ({ params, body }, { db, viewer, config, now }) =>
    ok(await publishEvents(db, viewer, params.id, body.uids, config, now)),
  ),

  route(deleteImport, async ({ params }, { db, viewer, config, now }) => {
    await undoImport(db, viewer, params.id, config, now);
    return noContent();
  }),

  route(followCalendar, async ({ params, body }, { db, viewer, config, now }) => {
    await startFollowing(db, viewer, params.id, body.url, config, now);
    return noContent();
  }),

  route(unfollowCalendar, async ({ params }, { db, viewer }) => {
    await stopFollowing(db, viewer, params.id);
    return noContent();
  }),
];
