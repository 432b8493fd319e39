import * as calls from '#contract/safety/compliance.ts';
import { created, noContent, ok, page, route } from '#platform/http/route.ts';
import { discardDraft, saveDraft, saveVersion } from './mutations.ts';
import { fileOf, findVersions, listPapers, readDocument, readVersion } from './queries.ts';

export const complianceRoutes = [
  route(calls.listPapers, async (_, { db, viewer, config, now }) =>
    ok(await listPapers(db, viewer, config, now)),
  ),

  route(calls.getPaper, async ({ params }, { db, viewer, config, now }) =>
    ok(await readDocument(db, viewer, params.paper, config, now)),
  ),

  route(calls.savePaperDraft, async ({ params, body }, { db, viewer, config, now }) =>
    ok(await saveDraft(db, viewer, params.paper, body, config, now)),
  ),

  route(calls.discardPaperDraft, async ({ params }, { db, viewer }) => {
    await discardDraft(db, viewer, params.paper);
    return noContent();
  }),

  route(calls.listPaperVersions, async ({ params, query }, { db }) =>
    page(await findVersions(db, params.paper, query)),
  ),

  route(calls.savePaper, async ({ params, body }, { db, viewer, config, now }) =>
    created(await saveVersion(db, viewer, params.paper, body, config, now)),
  ),

  route(calls.getPaperVersion, async ({ params }, { db }) =>
    ok(await readVersion(db, params.paper, params.version)),
  ),

  route(calls.getPaperFile, async ({ params }, { db }) => {
    const version = await readVersion(db, params.paper, params.version);
    return {
      ...ok(fileOf(version)),
      headers: {
        'content-type': 'text/markdown; charset=utf-8',
        'content-disposition': `attachment; filename="${params.paper}-${params.version}.md"`,
      },
    };
  }),
];
