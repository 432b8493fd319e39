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
} from '#contract/base/settings.ts';
import { created, noContent, ok, page, route } from '#platform/http/route.ts';
import * as mutations from './mutations.ts';
import { editableSettings, findInvitations, legalSource, legalText } from './queries.ts';

export const settingsRoutes = [
  route(getSettings, async (_, { db, config }) => ok(await editableSettings(db, config))),

  route(updateSettings, async ({ body }, { db, viewer, config, now }) =>
    ok(await mutations.changeSettings(db, viewer, body, config, now)),
  ),

  route(getLegalText, async ({ params }, { db, viewer, origin, config, now }) =>
    ok(await legalText(db, viewer, params.page, origin, config, now)),
  ),

  route(getLegalSource, async ({ params }, { db }) => ok(await legalSource(db, params.page))),

  route(replaceLegalText, async ({ params, body }, { db, viewer, now }) => {
    await mutations.setLegalText(db, viewer, params.page, body, now);
    return ok(await legalSource(db, params.page));
  }),

  route(resetLegalText, async ({ params }, { db, viewer, now }) => {
    await mutations.setLegalText(db, viewer, params.page, { markdown: null }, now);
    return ok(await legalSource(db, params.page));
  }),

  route(listInvitations, async ({ query }, { db, now }) =>
    page(await findInvitations(db, query, now)),
  ),

  route(createInvitation, async ({ body }, { db, viewer, now }) =>
    created(await mutations.makeInvitation(db, viewer, body, now)),
  ),

  route(revokeInvitation, async ({ params }, { db, viewer, now }) => {
    await mutations.revokeInvitation(db, viewer, params.id, now);
    return noContent();
  }),
];
