import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import { readConfig } from '#platform/config.ts';
import type { MailDeps } from '#platform/mail/deliver.ts';
import type { OutgoingEmail } from '#platform/mail/smtp.ts';
import { openMail } from '#server/mail.ts';
import { sendDue } from '#platform/mail/worker.ts';
import type { TestApp } from './app.ts';

export const mailOrigin = 'https://hall.example';

export interface TestMailer {
  deps: MailDeps;
  /** Delivers everything that is due by the test's clock. */
  deliver: () => Promise<number>;
}

/** Delivers an application's outbox when a test asks for it. */
export async function createTestMailer(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  settings: Record<string, string> = {},
  log: FastifyBaseLogger = pino({ level: 'silent' }),
): Promise<TestMailer> {
  const deps = await openMail({
    db,
    clock: clock.read,
    config: readConfig(settings),
    log,
    origin: mailOrigin,
  });
  afterAll(() => deps.smtp?.close());
  return { deps, deliver: () => sendDue(deps) };
}

export interface CapturingMailer extends TestMailer {
  /** The emails sent, with their tokens, which are stored nowhere else. */
  sent: OutgoingEmail[];
  /** Delivers what is due, and returns all emails to an address so far. */
  emailsTo: (person: { email: string }) => Promise<OutgoingEmail[]>;
  subjectsTo: (person: { email: string }) => Promise<string[]>;
}

/** Creates a mailer that hands its emails to the test. */
export async function createCapturingMailer(
  app: Pick<TestApp, 'db' | 'clock'>,
  log?: FastifyBaseLogger,
  settings: Record<string, string> = {},
): Promise<CapturingMailer> {
  const sent: OutgoingEmail[] = [];
  const smtp = { send: async (mail: OutgoingEmail) => void sent.push(mail), close: () => {} };
  const deps = { ...(await createTestMailer(app, settings, log)).deps, smtp };
  const deliver = () => sendDue(deps);
  const emailsTo = async ({ email }: { email: string }) => {
    await deliver();
    return sent.filter(({ to }) => to === email);
  };
  const subjectsTo = async (person: { email: string }) =>
    (await emailsTo(person)).map(({ subject }) => subject);
  return { deps, deliver, sent, emailsTo, subjectsTo };
}
