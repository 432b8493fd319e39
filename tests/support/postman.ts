import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import { readConfig } from '#platform/config.ts';
import type { MailDeps } from '#platform/mail/deliver.ts';
import type { OutgoingMail } from '#platform/mail/post.ts';
import { openMail } from '#server/mail.ts';
import { workOff } from '#platform/mail/worker.ts';
import type { TestApp } from './app.ts';

export const mailOrigin = 'https://hall.example';

export interface Postman {
  deps: MailDeps;
  /** Delivers everything that is due by the test's clock. */
  deliver: () => Promise<number>;
}

/** One who works off the outbox of an application when a test asks for it. */
export async function hirePostman(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  settings: Record<string, string> = {},
  log: FastifyBaseLogger = pino({ level: 'silent' }),
): Promise<Postman> {
  const deps = await openMail({
    db,
    clock: clock.read,
    config: readConfig(settings),
    log,
    origin: mailOrigin,
  });
  afterAll(() => deps.post?.close());
  return { deps, deliver: () => workOff(deps) };
}

export interface Courier extends Postman {
  /** The emails sent, with their tokens, which are stored nowhere else. */
  sent: OutgoingMail[];
}

/** One whose mails reach the test itself. */
export async function hireCourier(
  app: Pick<TestApp, 'db' | 'clock'>,
  log?: FastifyBaseLogger,
  settings: Record<string, string> = {},
): Promise<Courier> {
  const sent: OutgoingMail[] = [];
  const post = { send: async (mail: OutgoingMail) => void sent.push(mail), close: () => {} };
  const deps = { ...(await hirePostman(app, settings, log)).deps, post };
  return { deps, deliver: () => workOff(deps), sent };
}
