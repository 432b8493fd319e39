import { localPath, paths } from '#contract/platform/paths.ts';
import * as calls from '#contract/base/two-step.ts';
import { created, noContent, ok, route } from '#platform/http/route.ts';
import { passwordHashOf } from '#features/base/accounts/queries.ts';
import { settingsNow } from '#features/base/settings/queries.ts';
import * as mutations from '../mutations/two-step.ts';
import { twoStepAbilities } from '../policy/two-step.ts';
import { recoveryCodesLeft, twoStepOf } from '../queries/two-step.ts';

export const twoStepRoutes = [
  route(calls.finishSignIn, async ({ body }, context) => {
    const { db, ticket, config, signer, now } = context;
    const form = { code: body.code, ticket };
    const session = await mutations.finishSignIn(db, form, context, config, signer, now);
    const redirectUrl = localPath(body.next) ?? paths.events;
    return { ...ok({ redirectUrl }), session, ticket: 'used' };
  }),

  route(calls.getTwoStep, async (_, { db, config, viewer, isHeldBack }) => {
    const row = await twoStepOf(db, viewer.id);
    const hasPassword = (await passwordHashOf(db, viewer.id)) !== null;
    return ok({
      since: row?.createdAt.toISOString() ?? null,
      recoveryCodesLeft: row ? await recoveryCodesLeft(db, viewer.id) : 0,
      demanded: config.adminTwoStep && (isHeldBack || viewer.role === 'admin'),
      can: twoStepAbilities(row !== undefined, hasPassword),
    });
  }),

  route(calls.setUpTwoStep, async ({ body }, { db, viewer, config, signer, now }) => {
    const { siteName } = await settingsNow(db, config);
    return ok(await mutations.beginSetUp(db, viewer, body.password, siteName, signer, now));
  }),

  route(calls.switchTwoStepOn, async ({ body }, { db, viewer, signer, now }) =>
    created({ recoveryCodes: await mutations.switchOn(db, viewer, body, signer, now) }),
  ),

  route(calls.renewRecoveryCodes, async ({ body }, { db, viewer, signer, now }) =>
    ok({ recoveryCodes: await mutations.renewCodes(db, viewer, body, signer, now) }),
  ),

  route(calls.switchTwoStepOff, async ({ body }, { db, viewer, signer, now }) => {
    await mutations.switchOff(db, viewer, body, signer, now);
    return noContent();
  }),
];
