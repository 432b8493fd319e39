import {
  createInvitation,
  getLegalSource,
  getLegalText,
  getSettings,
  listInvitations,
  replaceLegalText,
  resetLegalText,
  revokeInvitation,
  updateSettings,
} from '../../../contract/settings.ts';
import { created, noContent, ok, page, route } from '../../platform/http/route.ts';
import * as mutations from './mutations.ts';
import { findInvitations, legalSource, legalText, ruledBy, settingsNow } from './queries.ts';

export const settingsRoutes = [
  route(getSettings, async (_, { db, config }) =>
    ok({ ...(await settingsNow(db, config)), ruledBy: ruledBy(config) }),
  ),

  route(updateSettings, async ({ body }, context) =>
    ok({ ...(await mutations.changeSettings(context, body)), ruledBy: ruledBy(context.config) }),
  ),

  route(getLegalText, async ({ params }, context) =>
    ok(await legalText(context, context.origin, params.page)),
  ),

  route(getLegalSource, async ({ params }, { db }) => ok(await legalSource(db, params.page))),

  route(replaceLegalText, async ({ params, body }, context) => {
    await mutations.setLegalText(context, params.page, body.markdown);
    return ok(await legalSource(context.db, params.page));
  }),

  route(resetLegalText, async ({ params }, context) => {
    await mutations.setLegalText(context, params.page, null);
    return ok(await legalSource(context.db, params.page));
  }),

  route(listInvitations, async ({ query }, { db, now }) =>
    page(await findInvitations(db, query, now)),
  ),

  route(createInvitation, async ({ body }, context) =>
    created(await mutations.invite(context, body)),
  ),

  route(revokeInvitation, async ({ params }, context) => {
    await mutations.revokeInvitation(context, params.id);
    return noContent();
  }),
];
