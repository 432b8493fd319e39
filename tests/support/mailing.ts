import { beforeEach } from 'vitest';
import { events } from '#features/events/events/tables.ts';
import { startTestApp } from './app.ts';
import { guestsOn } from './guests.ts';
import { createCapturingMailer } from './mailer.ts';
import { deleteAllEmails } from './queued-emails.ts';

/**
 * Starts an application whose emails a test delivers and reads. Before each test there are no events
 * and no emails, and the clock starts anew.
 */
export async function startMailing() {
  const app = await startTestApp();
  const mailer = await createCapturingMailer(app);
  beforeEach(async () => {
    app.clock.reset();
    await deleteAllEmails(app);
    await app.db.delete(events);
    mailer.sent.length = 0;
  });

  /** Delivers what is due; returns the subjects of all emails to each of these people. */
  async function subjectsTo(...people: { email: string | null }[]): Promise<string[][]> {
    await mailer.deliver();
    return people.map(({ email }) =>
      mailer.sent.flatMap(({ to, subject }) => (to === email ? subject : [])),
    );
  }

  return { app, mailer, subjectsTo, guests: guestsOn(app, mailer) };
}
