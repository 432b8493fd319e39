import { pino } from 'pino';
import { afterAll } from 'vitest';
import { readConfig } from '../../server/config.ts';
import type { MailDeps } from '../../server/mail/deliver.ts';
import { openMail } from '../../server/mail/start.ts';
import { workOff } from '../../server/mail/worker.ts';
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
): Promise<Postman> {
  const deps = await openMail({
    db,
    clock: clock.read,
    config: readConfig(settings),
    log: pino({ level: 'silent' }),
    origin: mailOrigin,
  });
  afterAll(() => deps.post?.close());
  return { deps, deliver: () => workOff(deps) };
}
