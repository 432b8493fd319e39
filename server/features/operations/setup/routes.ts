import * as calls from '#contract/operations/setup.ts';
import { accepted, created, noContent, ok, route } from '#platform/http/route.ts';
import { demand } from '#platform/refusal.ts';
import * as mutations from './mutations.ts';
import { openSetupRefusal } from './policy.ts';
import { readSetup } from './queries.ts';

export const setupRoutes = [
  route(calls.readSetupLink, async ({ body }, { db, isConfidential, signer, now }) => {
    demand(openSetupRefusal(isConfidential));
    const expiresAt = await mutations.requireSetupLink(db, body.token, signer, now);
    return ok({ expiresAt: expiresAt.toISOString() });
  }),

  route(calls.createFirstAdmin, async ({ body }, context) => {
    demand(openSetupRefusal(context.isConfidential));
    const { db, config, signer, now } = context;
    const { account, session } = await mutations.registerFirstAdmin(
      db,
      body,
      context,
      config,
      signer,
      now,
    );
    return { ...created({ user: account }), session };
  }),

  route(calls.getSetup, async (_, { db, config }) => ok(await readSetup(db, config))),

  route(calls.updateSetupStep, async ({ params, body }, { db, config, now }) => {
    await mutations.markStep(db, params.step, body.done, now);
    return ok(await readSetup(db, config));
  }),

  route(calls.closeSetup, async (_, { db, now }) => {
    await mutations.closeSetup(db, now);
    return noContent();
  }),

  route(calls.sendTestEmail, async (_, { db, viewer, config, now }) => {
    await mutations.sendTestEmail(db, viewer, config, now);
    return accepted({ to: viewer.email });
  }),
];
