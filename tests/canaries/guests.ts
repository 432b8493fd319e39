import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { cleanText } from '#contract/platform/clean-text.ts';
import { rsvps } from '#features/events/attendance/tables.ts';
import { householdInvitationPath } from '#contract/platform/paths.ts';
import { tokenHash } from '#platform/crypto/token.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Group, User } from '#tests/support/factories.ts';
import { guestsOn, guestTokenIn } from '#tests/support/guests.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { canary } from './hidden.ts';

/** No other number has these digits in this order. */
const phone = '+44 7700 987654';

interface Planted {
  group: Pick<Group, 'id'>;
  /** Names and notes, which organisers see. */
  names: Record<string, string>;
  address: string;
  /** The number of an adult who brings a child, which organisers see on the day alone. */
  phone: string;
  /** The link's token, and what is stored of it and of the address. */
  keys: Record<string, string>;
}

/**
 * Has a guest come without an account, and another person added by hand, to an event that members
 * attend. The guest uses each call of their link.
 */
export async function plantGuests(
  app: TestApp,
  { organiser, members, log }: { organiser: User; members: User[]; log: string[] },
): Promise<Planted> {
  const { db, make, as, clock } = app;
  const out = { write: (line: string) => void log.push(line) };
  const mailer = await createCapturingMailer(app, pino({ level: 'trace' }, out));
  const guests = guestsOn(app, mailer);
  const word = {
    firstName: canary('guestname'),
    address: `${canary('guestmail')}@example.org`,
    waiting: canary('guestwaits'),
    added: canary('addedname'),
    note: canary('addednote'),
    cant: canary('cantcome'),
    child: canary('childname'),
    childNote: canary('childnote'),
  };
  const group = await make.group({ owner: organiser });
  for (const member of members) await make.membership(group, member);
  const event = await make.event({ group, openTo: 'anyone', capacity: 6, guestsAllowed: 2 });
  for (const member of members.slice(0, 2)) await make.rsvp(event, member);
  const host = await as(organiser);
  const params = { id: event.id };
  await host.call('POST /api/events/:id/added-attendees', {
    params,
    body: { name: word.added, note: word.note },
  });
  await (
    await as(await make.member(group))
  ).call('PUT /api/events/:id/answer', {
    params,
    body: { answer: 'cant', note: word.cant },
  });
  const parent = await as(await make.member(group));
  const child = await parent.call('POST /api/user/household', {
    body: { firstName: word.child, note: word.childNote },
  });
  const { id } = child.body;
  const who = { self: false, household: [id] };
  await parent.call('PUT /api/events/:id/answer', {
    params,
    body: { answer: 'going', who, phone },
  });
  const invited = await parent.call('POST /api/user/household/:id/invitations', {
    params: { id },
  });
  const invitation = new URL(invited.body.url).searchParams.get('token') ?? '';
  await app.visitor().request({ method: 'GET', url: householdInvitationPath(invitation) });
  await guests.ask(event, { firstName: word.firstName, email: word.address });
  const token = guestTokenIn((await guests.emailsTo(word.address))[0]?.text);
  for (const action of ['read', 'confirm', 'account']) await guests.answer(action, token);
  await guests.answer('change', token, { guests: 0 });
  await guests.answer('messages', token, { on: true });
  await guests.answer('contact', token, { subject: 'Parking', text: 'Where can I park?' });
  await make.guestRsvp(event, { status: 'waiting', firstName: word.waiting });
  await app.visitor().request({ method: 'GET', url: `/coming/${token}` });
  clock.advanceHours(0.2);
  const confirmation = guestTokenIn((await guests.emailsTo(word.address)).at(-1)?.text);
  clock.advanceHours(-0.2);
  const [row] = await db
    .select()
    .from(rsvps)
    .where(eq(rsvps.email, cleanText(word.address)));
  return {
    group,
    names: {
      'first name of a guest': word.firstName,
      'first name of a guest who waits': word.waiting,
      'name of who was added by hand': word.added,
      'note about who was added by hand': word.note,
      'note of who can’t come': word.cant,
      'first name of a child': word.child,
      'note about a child': word.childNote,
    },
    address: word.address,
    phone,
    keys: {
      'token of an invitation to a household': invitation,
      "token of a guest's link": token,
      "token of a guest's confirmation": confirmation,
      "hash of a guest's token": tokenHash(token),
      "hash of a guest's address": row?.emailHash ?? '',
    },
  };
}
