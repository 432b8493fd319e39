import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { readConfig } from '#platform/config.ts';
import type { PushDeps } from '#platform/push/deliver.ts';
import { openPushClient } from '#platform/push/send.ts';
import { sendDuePushes } from '#platform/push/worker.ts';
import { openPushKeys } from '#features/base/settings/mutations.ts';
import { openPush } from '#server/mail.ts';
import { startTestApp, type TestApp } from './app.ts';
import { mailOrigin } from './mailer.ts';
import type { User } from './factories.ts';
import { startPushService, type TestPushService } from './push-service.ts';

/** A person's browser that gets notifications. */
export interface Phone {
  id: number;
  /** Its number at the push service. */
  browser: number;
  client: Awaited<ReturnType<TestApp['as']>>;
}

/** Starts an application whose notifications go to a push service of the test's own. */
export async function startPushing() {
  const service = await startPushService();
  const { pushHosts } = readConfig({ PUSH_HOSTS: service.host });
  const app = await startTestApp({ pushHosts });
  const deps = await pushDepsOf(app, service);
  return {
    app,
    service,
    deps,
    /** Delivers everything that is due by the test's clock. */
    deliver: () => sendDuePushes(deps),
    /** Signs a person in at a new browser, which gets their notifications. */
    phoneOf: async (person: Pick<User, 'id'>): Promise<Phone> => {
      const client = await app.as(person);
      const { browser, ...body } = service.subscribe();
      const { body: device } = await client.call('POST /api/user/push-devices', { body });
      return { id: device.id, browser, client };
    },
    /** Lists the payloads that a browser was sent. */
    sentTo: ({ browser }: Phone) =>
      service.received.filter((push) => push.browser === browser).map(({ payload }) => payload),
  };
}

/** Opens all that the worker of one more process needs. */
export async function pushDepsOf(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  { host }: Pick<TestPushService, 'host'>,
  {
    timeoutMs = 2_000,
    log = pino({ level: 'silent' }),
    limits = 'off',
  }: { timeoutMs?: number; log?: FastifyBaseLogger; limits?: 'on' | 'off' } = {},
): Promise<PushDeps> {
  const config = readConfig({ PUSH_HOSTS: host, RATE_LIMITS: limits });
  const settings = { db, clock: clock.read, config, log, origin: mailOrigin };
  const deps = await openPush(settings);
  if (!deps || !config.pushHosts) throw new Error('the site sends no notifications');
  const client = openPushClient({
    hosts: config.pushHosts,
    keys: await openPushKeys(db, config, clock.read()),
    contact: async () => 'mailto:hello@hall.example',
    timeoutMs,
  });
  return { ...deps, client };
}
