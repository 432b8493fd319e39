import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { users } from '#features/base/accounts/tables.ts';
import { transaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import type { TestApp } from '#tests/support/app.ts';
import { password, type User } from '#tests/support/factories.ts';
import { linksTo } from '#tests/support/links.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';

/** Creates an event whose one place is offered to somebody. */
async function offerPlace({ db, make, clock }: TestApp, { id }: User): Promise<void> {
  const event = await make.event({ capacity: 1 });
  await make.waiting(event, { id }, { offerExpiresAt: clock.inHours(20) });
  await transaction(db, (tx) =>
    enqueue(tx, 'place_offered', id, { eventId: event.id }, clock.read()),
  );
}

/** Asks somebody whether they come to an event. */
async function askAbout({ db, make, clock }: TestApp, holder: User): Promise<void> {
  const group = await make.group();
  await make.membership(group, holder);
  const { id: eventId } = await make.event({ group });
  await transaction(db, (tx) =>
    enqueue(tx, 'attendance_asked', holder.id, { eventId }, clock.read()),
  );
}

/** Creates a message of a group, whose email has a link to mute it. */
async function muteable({ db, make, clock }: TestApp, holder: User): Promise<void> {
  const group = await make.group();
  await make.membership(group, holder);
  const { id } = await make.message(group, { state: 'sent' });
  const payload = { messageId: id, groupId: group.id };
  await transaction(db, (tx) => enqueue(tx, 'group_message', holder.id, payload, clock.read()));
}

const mutes = (token: string) =>
  Buffer.from(token, 'base64url').toString().startsWith('groupMessages');

/** Collects every key and link that the site itself makes for a holder with two-step sign-in. */
export async function produceKeys(
  app: TestApp,
  { holder, plain, log }: { holder: User; plain: User; log: string[] },
): Promise<Record<string, string>> {
  const { db, make, as } = app;
  const out = { write: (line: string) => void log.push(line) };
  const capturingMailer = await createCapturingMailer(app, pino({ level: 'trace' }, out));
  const own = await as(holder);
  const setConfirmed = (emailVerifiedAt: Date | null) =>
    db.update(users).set({ emailVerifiedAt }).where(eq(users.id, holder.id));
  const asked = await make.group({ owner: holder, joinPolicy: 'approval' });
  const asking = await as(await make.user());
  await asking.call('POST /api/groups/:id/members', { params: { id: asked.id } });
  await offerPlace(app, holder);
  await askAbout(app, holder);
  await muteable(app, holder);
  // Requests to join are emailed together, a while after the first.
  app.clock.advanceHours(0.2);
  await capturingMailer.deliver();
  app.clock.advanceHours(-0.2);
  await setConfirmed(null);
  await own.call('POST /api/confirm-email/resend');
  await app.visitor().call('POST /api/forgot-password', { body: { email: holder.email } });
  const links = await linksTo(capturingMailer, holder.email);
  await setConfirmed(app.clock.read());
  const tokenAt = (path: string, isIt = (token: string) => !mutes(token)) =>
    links
      .filter(({ pathname }) => pathname === path)
      .map(({ searchParams }) => searchParams.get('token') ?? '')
      .find(isIt) ?? '';
  const [pendingSignIn, known, leaving] = [app.visitor(), app.visitor(), app.visitor()];
  await pendingSignIn.call('POST /api/login', { body: { email: holder.email, password } });
  await known.call('POST /api/login', { body: { email: plain.email, password } });
  await leaving.call('GET /api/login', { query: {} });
  await leaving.call('POST /api/passkeys/sign-in-options');
  const setUp = await known.call('POST /api/auth/user/two-step/setup', { body: { password } });
  const keys = {
    'key to confirm an address': tokenAt('/confirm-email'),
    'key to choose a new password': tokenAt('/reset-password'),
    'key to an offered place': tokenAt('/offer'),
    'key to say whether one comes': tokenAt('/ask'),
    'key to stop mails': tokenAt('/unsubscribe'),
    'key to mute a group': tokenAt('/unsubscribe', mutes),
    'ticket of a sign-in under way': pendingSignIn.cookies.get('sign-in') ?? '',
    'ticket of an attempt at the issuer': leaving.cookies.get('sign-in') ?? '',
    'ticket of a second step being set up': setUp.body.ticket,
    'key of a second step being set up': setUp.body.key,
    'key of a browser that answers challenges': leaving.cookies.get('passkey') ?? '',
    'mark of a device': known.cookies.get('device') ?? '',
    "token of another's session": known.session ?? '',
  };
  const missing = Object.entries(keys).filter(([, key]) => key.length < 20);
  if (missing.length > 0) throw new Error(`not produced: ${missing.join(', ')}`);
  return keys;
}
