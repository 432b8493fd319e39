import * as calls from '#contract/base/tokens.ts';
import { created, noContent, ok, route } from '#platform/http/route.ts';
import { endToken, makeToken } from './mutations.ts';
import { tokensOf } from './queries.ts';

export const tokenRoutes = [
  route(calls.listTokens, async (_, { db, viewer, now }) => ok(await tokensOf(db, viewer.id, now))),

  route(calls.makeToken, async ({ body }, { db, viewer, token, network, signer, now }) =>
    created(await makeToken(db, viewer, { ...body, session: token, network }, signer, now)),
  ),

  route(calls.endToken, async ({ params }, { db, viewer, network, now }) => {
    await endToken(db, viewer, params.id, network, now);
    return noContent();
  }),
];
