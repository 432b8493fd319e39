import * as calls from '#contract/base/notifications.ts';
import { openPushKeys } from '#features/base/settings/mutations.ts';
import { accepted, created, noContent, ok, route } from '#platform/http/route.ts';
import { demand } from '#platform/refusal.ts';
import { addDevice, changeChannels, removeDevice, testDevice } from './mutations.ts';
import { availabilityRefusal } from './policy.ts';
import { devicesOf, notificationsOf } from './queries.ts';

export const notificationRoutes = [
  route(calls.getNotifications, async (_, { db, viewer, config }) =>
    ok(await notificationsOf(db, viewer.id, config)),
  ),

  route(calls.changeNotifications, async ({ body }, { db, viewer, config }) =>
    ok(await changeChannels(db, viewer, body.topics, config)),
  ),

  route(calls.getPush, async (_, { db, config, now }) => {
    demand(availabilityRefusal(config));
    const { publicKey } = await openPushKeys(db, config, now);
    return ok({ publicKey });
  }),

  route(calls.listPushDevices, async (_, { db, viewer, token }) =>
    ok(await devicesOf(db, viewer.id, token)),
  ),

  route(
    calls.addPushDevice,
    async ({ body }, { db, viewer, token, userAgent, config, signer, now }) => {
      const device = { ...body, token, userAgent };
      const { id, isNew } = await addDevice(db, viewer, device, config, signer, now);
      return isNew ? created({ id }) : ok({ id });
    },
  ),

  route(calls.removePushDevice, async ({ params }, { db, viewer }) => {
    await removeDevice(db, viewer, params.id);
    return noContent();
  }),

  route(calls.testPushDevice, async ({ params }, { db, viewer, config, now }) =>
    accepted(await testDevice(db, viewer, params.id, config, now)),
  ),
];
