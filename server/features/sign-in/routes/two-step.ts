import { localPath, paths } from '../../../../contract/paths.ts';
import * as calls from '../../../../contract/two-step.ts';
import { created, noContent, ok, route } from '../../../platform/http/route.ts';
import { settingsNow } from '../../settings/queries.ts';
import * as mutations from '../mutations/two-step.ts';
import { recoveryCodesLeft, twoStepOf } from '../queries/two-step.ts';

export const twoStepRoutes = [
  route(calls.finishSignIn, async ({ body }, context) => {
    const { db, ticket } = context;
    const session = await mutations.finishSignIn(db, body.code, ticket, context);
    const redirectUrl = localPath(body.next) ?? paths.events;
    return { ...ok({ redirectUrl }), session, ticket: 'used' };
  }),

  route(calls.getTwoStep, async (_, { db, config, viewer, isHeldBack }) => {
    const row = await twoStepOf(db, viewer.id);
    return ok({
      since: row?.createdAt.toISOString() ?? null,
      recoveryCodesLeft: row ? await recoveryCodesLeft(db, viewer.id) : 0,
      demanded: config.adminTwoStep && (isHeldBack || viewer.role === 'admin'),
    });
  }),

  route(calls.setUpTwoStep, async ({ body }, context) => {
    const { siteName } = await settingsNow(context.db, context.config);
    const { signer, now } = context;
    const by = { signer, now, siteName };
    return ok(await mutations.beginSetUp(context.db, context.viewer, body.password, by));
  }),

  route(calls.switchTwoStepOn, async ({ body }, context) =>
    created({ recoveryCodes: await mutations.switchOn(context.db, context.viewer, body, context) }),
  ),

  route(calls.renewRecoveryCodes, async ({ body }, context) =>
    ok({ recoveryCodes: await mutations.renewCodes(context.db, context.viewer, body, context) }),
  ),

  route(calls.switchTwoStepOff, async ({ body }, context) => {
    await mutations.switchOff(context.db, context.viewer, body, context);
    return noContent();
  }),
];
