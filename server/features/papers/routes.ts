import * as calls from '../../../contract/papers.ts';
import { created, ok, page, route } from '../../platform/http/route.ts';
import { savePaper } from './mutations.ts';
import { fileOf, findVersions, outlines, readPaper, readVersion } from './queries.ts';

export const paperRoutes = [
  route(calls.listPapers, async (_, { db, config, now }) => ok(await outlines(db, config, now))),

  route(calls.getPaper, async ({ params }, { db, config, now }) =>
    ok(await readPaper(db, params.paper, config, now)),
  ),

  route(calls.listPaperVersions, async ({ params, query }, { db }) =>
    page(await findVersions(db, params.paper, query)),
  ),

  route(calls.savePaper, async ({ params, body }, { db, viewer, config, now }) =>
    created(await savePaper(db, viewer, params.paper, body, config, now)),
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
