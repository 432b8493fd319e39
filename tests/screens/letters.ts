import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openMail } from '#server/mail.ts';
import { readConfig } from '#platform/config.ts';
import { openDatabase, transaction } from '#platform/db/database.ts';
import type { EffectKind } from '#platform/mail/effects.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import type { OutgoingMail } from '#platform/mail/post.ts';
import { workOff } from '#platform/mail/worker.ts';
import { TestClock } from '#tests/support/clock.ts';
import { factoriesFor } from '#tests/support/factories.ts';
import { kinds, scenes, type Stage } from '#tests/support/letters.ts';

interface Drawn {
  kind: EffectKind;
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

/**
 * Renders an email of every kind as sent, on a separate site, from the scenes of the email tests.
 */
export async function drawLetters(): Promise<Drawn[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'villagehall-letters-'));
  const { db, close } = await openDatabase({ dataDir });
  try {
    const clock = new TestClock();
    const stage = { db, clock, make: factoriesFor(db, clock), words };
    const drawn: Drawn[] = [];
    for (const kind of kinds) drawn.push({ kind, html: await draw(stage, kind) });
    return drawn;
  } finally {
    await close();
    await rm(dataDir, { recursive: true });
  }
}

async function draw(stage: Stage, kind: EffectKind): Promise<string> {
  const { db, clock, make } = stage;
  const person = await make.user({ firstName: 'Ada' });
  const { payload, to = person.id } = await scenes[kind](stage, person);
  await transaction(db, (tx) => enqueue(tx, kind, to, payload, clock.read()));
  const sent: OutgoingMail[] = [];
  const deps = await openMail({
    db,
    clock: clock.read,
    config: readConfig({ RATE_LIMITS: 'off' }),
    log: pino({ level: 'warn' }),
    origin: 'https://hall.example',
  });
  await workOff({
    ...deps,
    post: { send: async (mail) => void sent.push(mail), close: () => undefined },
  });
  const [mail] = sent;
  if (!mail) throw new Error(`nothing was written of ${kind}`);
  return mail.html;
}
