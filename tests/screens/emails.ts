import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openMail } from '#server/mail.ts';
import { readConfig } from '#platform/config.ts';
import { openDatabase, transaction } from '#platform/db/database.ts';
import type { EmailKind } from '#platform/mail/email.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import type { OutgoingEmail } from '#platform/mail/smtp.ts';
import { sendDue } from '#platform/mail/worker.ts';
import { TestClock } from '#tests/support/clock.ts';
import { factoriesFor } from '#tests/support/factories.ts';
import { emailKinds, emailFixtures, type FixtureContext } from '#tests/support/emails.ts';

interface Drawn {
  kind: EmailKind;
  html: string;
}

const words = {
  firstName: 'Grace',
  group: 'Derwent Dippers',
  title: 'Sunset swim at Crow Park',
  titleBefore: 'Sunset swim',
  location: 'The slipway, Lakeside landings',
  reason: 'Please say in a line or two what happens at your first meeting, and send it again.',
  subject: 'Come to the back door',
  text: 'We meet at the back door this time: the front steps are being mended.\n\nThe way there: https://example.org/map?to=back-door. Do bring a torch.',
};

/** Renders an email of every kind from its fixture, on a site of its own. */
export async function drawEmails(): Promise<Drawn[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'villagehall-emails-'));
  const { db, close } = await openDatabase({ dataDir });
  try {
    const clock = new TestClock();
    const stage = { db, clock, make: factoriesFor(db, clock), words };
    const drawn: Drawn[] = [];
    for (const kind of emailKinds) drawn.push({ kind, html: await draw(stage, kind) });
    return drawn;
  } finally {
    await close();
    await rm(dataDir, { recursive: true });
  }
}

async function draw(stage: FixtureContext, kind: EmailKind): Promise<string> {
  const { db, clock, make } = stage;
  const person = await make.user({ firstName: 'Ada' });
  const { payload, to = person.id } = await emailFixtures[kind](stage, person);
  await transaction(db, (tx) => enqueue(tx, kind, to, payload, clock.read()));
  const sent: OutgoingEmail[] = [];
  const deps = await openMail({
    db,
    clock: clock.read,
    config: readConfig({ RATE_LIMITS: 'off' }),
    log: pino({ level: 'warn' }),
    origin: 'https://hall.example',
  });
  await sendDue({
    ...deps,
    smtp: { send: async (mail) => void sent.push(mail), close: () => undefined },
  });
  const [mail] = sent;
  if (!mail) throw new Error(`nothing was written of ${kind}`);
  return mail.html;
}
