import { randomInt, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { cleanText, cleanTexts } from '#contract/platform/clean-text.ts';
import type { Decision } from '#contract/safety/reports.ts';
import { contacts } from '#features/events/contact/tables.ts';
import { changePreferences } from '#features/base/mail/mutations.ts';
import { users } from '#features/base/accounts/tables.ts';
import { rsvps } from '#features/events/attendance/tables.ts';
import { events } from '#features/events/events/tables.ts';
import type { EmailKind, EmailPayloads } from '#platform/mail/email.ts';
import type { To } from '#platform/mail/outbox.ts';
import type { TestApp } from './app.ts';
import { plantInvitation } from './invitations.ts';
import type { User } from './factories.ts';
import { plantVersion } from './compliance.ts';
import { plantReport } from './reports.ts';
import { plantToken } from './tokens.ts';
import { plantTwoStep } from './two-step.ts';
import type { EventOutline } from '#features/events/events/queries/event.ts';

/** Text that a stranger wants the site to send to somebody else. */
export const typed = 'Visit evil.example now';

/** An email with current content. */
interface Fixture<K extends EmailKind> {
  payload: EmailPayloads[K];
  /** The recipient; the person themself by default. */
  to?: To;
}

/** Texts that people type and emails repeat. */
interface TypedText {
  firstName: string;
  group: string;
  title: string;
  titleBefore: string;
  location: string;
  reason: string;
  subject: string;
  text: string;
}

/** The parts of the application that a fixture uses. */
export type FixtureContext = Pick<TestApp, 'db' | 'make' | 'clock'> & { words: TypedText };

type Fixtures = {
  [K in EmailKind]: (context: FixtureContext, person: User) => Promise<Fixture<K>>;
};

/** A stranger's text in every field. */
export const strangersText: TypedText = {
  firstName: typed,
  group: typed,
  title: typed,
  titleBefore: 'Before',
  location: typed,
  reason: typed,
  subject: typed,
  text: typed,
};

const outline = (
  { words }: Pick<FixtureContext, 'words'>,
  at: Date,
  title = words.title,
): EventOutline => ({
  title,
  location: words.location,
  startTime: at.toISOString(),
  endTime: new Date(at.getTime() + 7_200_000).toISOString(),
});

async function aboutGroup(
  { make, words }: FixtureContext,
  person: User,
  relation: 'owner' | 'member' | 'none',
) {
  const owned = relation === 'owner' ? { owner: person } : {};
  const group = await make.group({ name: words.group, ...owned });
  if (relation === 'member') await make.membership(group, person);
  return { groupId: group.id };
}

/** Creates an event of a group that the person is in. */
async function eventNear({ make, clock, words }: FixtureContext, person: User, inHours: number) {
  const group = await make.group({ name: words.group });
  await make.membership(group, person);
  const startTime = clock.inHours(inHours);
  const { title, location } = words;
  return make.event({ group, title, location, startTime, capacity: 12 });
}

async function aboutEvent(app: FixtureContext, person: User, inHours: number) {
  const event = await eventNear(app, person, inHours);
  await app.make.rsvp(event, person);
  return event;
}

/** Creates a guest without an account, with the person's address, at an event open to anyone. */
async function aboutGuest(
  { make, words }: FixtureContext,
  person: User,
  status: 'unconfirmed' | 'going' | 'cancelled',
) {
  const group = await make.group({ name: words.group });
  const { title, location } = words;
  const event = await make.event({ group, title, location, openTo: 'anyone' });
  const { email } = person;
  const guest = await make.guestRsvp(event, {
    status,
    ...(status !== 'cancelled' && { email, firstName: 'Ada' }),
  });
  return { payload: { eventId: event.id, guestId: guest.id }, to: { email } };
}

/** Creates a removed comment that nobody else has reported. */
const someComment = () => ({ type: 'comment' as const, id: randomInt(1_000_000_000) });

/** Creates a report by the person, and its decision. */
const reportOf = ({ db }: FixtureContext, person: User, decision: Decision | null) =>
  plantReport(db, someComment(), null, decision, person);

const wordsOf = ({ words: { subject, text } }: FixtureContext) => ({ subject, text });

const written = (context: FixtureContext) => ({ ...wordsOf(context), state: 'sent' as const });

const nothing = () => Promise.resolve({ payload: {} });

/** A fixture of each kind of email, with content to send; a kind without one does not compile. */
export const emailFixtures: Fixtures = {
  test_email: nothing,
  group_reviewed: async (app, person) => {
    const group = await aboutGroup(app, person, 'owner');
    return { payload: { ...group, status: 'approved', reason: app.words.reason } };
  },
  request_received: async (app, person) => {
    const group = await aboutGroup(app, person, 'owner');
    const asking = await app.make.pendingMember(
      { id: group.groupId },
      { firstName: app.words.firstName },
    );
    return { payload: { ...group, userId: asking.id } };
  },
  request_approved: async (app, person) => ({ payload: await aboutGroup(app, person, 'member') }),
  request_declined: async (app, person) => ({ payload: await aboutGroup(app, person, 'none') }),
  organiser_made: async (app, person) => ({ payload: await aboutGroup(app, person, 'owner') }),
  owner_made: async (app, person) => ({ payload: await aboutGroup(app, person, 'owner') }),
  rsvp_confirmed: async (app, person) => {
    const { id } = await aboutEvent(app, person, 48);
    return { payload: { eventIds: [id] } };
  },
  rsvp_withdrawn: async (app, person) => {
    const { id } = await eventNear(app, person, 48);
    return { payload: { entries: [{ eventId: id, calendarRevision: 1 }] } };
  },
  event_changed: async (app, person) => {
    const { id, startTime } = await aboutEvent(app, person, 48);
    return {
      payload: {
        eventId: id,
        before: outline(app, startTime, app.words.titleBefore),
        after: outline(app, startTime),
      },
    };
  },
  event_cancelled: async (app, person) => {
    const { id, startTime } = await aboutEvent(app, person, 48);
    await app.db
      .update(events)
      .set({ status: 'cancelled', cancelReason: cleanText(app.words.reason) })
      .where(eq(events.id, id));
    return { payload: { eventId: id, event: outline(app, startTime) } };
  },
  event_under_review: async (app, person) => {
    const { id, startTime } = await aboutEvent(app, person, 48);
    await app.db
      .update(events)
      .set({ status: 'hidden', hiddenFrom: 'scheduled' })
      .where(eq(events.id, id));
    return { payload: { eventId: id, event: outline(app, startTime) } };
  },
  event_on_again: async (app, person) => {
    const { id, startTime } = await aboutEvent(app, person, 24);
    return { payload: { eventId: id, event: outline(app, startTime) } };
  },
  event_reminder: async (app, person) => {
    const { id, startTime } = await aboutEvent(app, person, 24);
    return { payload: { eventId: id, startTime: startTime.toISOString() } };
  },
  attendance_asked: async (app, person) => {
    const { id } = await aboutEvent(app, person, 72);
    await app.db.delete(rsvps).where(eq(rsvps.eventId, id));
    return { payload: { eventId: id } };
  },
  child_answered: async (app, person) => {
    const { id: eventId } = await aboutEvent(app, person, 72);
    const { id } = await app.make.child(person);
    return { payload: { eventId, childIds: [id] } };
  },
  group_news: async (app, person) => {
    const { groupId } = await aboutEvent(app, person, 48);
    return { payload: { groupId, until: app.clock.inHours(5).toISOString() } };
  },
  series_changed: async (app, person) => {
    const { id, startTime } = await aboutEvent(app, person, 48);
    const was = { ...outline(app, startTime, app.words.titleBefore), status: 'scheduled' as const };
    return { payload: { seriesId: 1, before: { [id]: was } } };
  },
  series_cancelled: async (app, person) => {
    const { id, startTime } = await aboutEvent(app, person, 48);
    await app.db.update(events).set({ status: 'cancelled' }).where(eq(events.id, id));
    const was = { ...outline(app, startTime), status: 'scheduled' as const };
    return { payload: { seriesId: 1, before: { [id]: was } } };
  },
  waitlist_joined: async (app, person) => {
    const { id } = await eventNear(app, person, 48);
    await app.make.waiting({ id }, person);
    return { payload: { eventId: id } };
  },
  place_offered: async (app, person) => {
    const { id } = await eventNear(app, person, 48);
    await app.make.waiting({ id }, person, { offerExpiresAt: app.clock.inHours(24) });
    return { payload: { eventId: id } };
  },
  offer_lapsed: async (app, person) => {
    const { id } = await eventNear(app, person, 48);
    return { payload: { eventId: id, offerExpiresAt: app.clock.read().toISOString() } };
  },
  let_in: async (app, person) => {
    const { id } = await aboutEvent(app, person, 48);
    return { payload: { eventId: id } };
  },
  last_places: async (app, person) => {
    const { id } = await eventNear(app, person, 4);
    return { payload: { eventId: id } };
  },
  event_full: async (app, person) => {
    const { groupId } = await aboutGroup(app, person, 'owner');
    const { title, location } = app.words;
    const event = await app.make.event({ group: { id: groupId }, title, location, capacity: 2 });
    for (let places = 0; places < 2; places += 1) await app.make.rsvp(event, await app.make.user());
    await changePreferences(app.db, person.id, { fullEvents: true });
    return { payload: { groupId, eventId: event.id } };
  },
  group_message: async (app, person) => {
    const { groupId } = await aboutGroup(app, person, 'member');
    const { id } = await app.make.message({ id: groupId }, written(app));
    return { payload: { messageId: id, groupId } };
  },
  event_message: async (app, person) => {
    const { id: eventId, groupId } = await aboutEvent(app, person, 48);
    const { id } = await app.make.message({ id: groupId }, { ...written(app), eventId });
    return { payload: { messageId: id } };
  },
  fundraising_message: async (app, person) => {
    const { groupId } = await aboutGroup(app, person, 'member');
    const { id } = await app.make.message({ id: groupId }, written(app));
    await changePreferences(app.db, person.id, { fundraising: true });
    return { payload: { messageId: id } };
  },
  message_test: async (app, person) => {
    const group = await aboutGroup(app, person, 'owner');
    const about = { ...group, eventId: null, audience: 'members' } as const;
    return { payload: { test: randomUUID(), ...about, ...wordsOf(app) } };
  },
  comment_released: async (app, person) => {
    const event = await eventNear(app, person, 48);
    const { id: commentId } = await app.make.comment(event, person);
    return { payload: { eventId: event.id, commentId } };
  },
  comment_rejected: async (app, person) => {
    const { id } = await eventNear(app, person, 48);
    return { payload: { eventId: id } };
  },
  contact: async (app, person) => {
    const group = await aboutGroup(app, person, 'owner');
    const { id: userId } = await app.make.user({ firstName: app.words.firstName });
    const contact = { ...group, userId, ...wordsOf(app) };
    const rows = await app.db
      .insert(contacts)
      .values(cleanTexts(contact))
      .returning({ id: contacts.id });
    return { payload: { contactId: rows[0]?.id ?? 0, userId } };
  },
  group_invitation: async (app, person) => {
    const group = await aboutGroup(app, person, 'none');
    const { id: invitationId } = await plantInvitation(app, group.groupId, person.email);
    return { payload: { ...group, invitationId }, to: { email: person.email } };
  },
  guest_requested: (app, person) => aboutGuest(app, person, 'unconfirmed'),
  question_asked: async ({ make, words }, person) => {
    const group = await make.group({ name: words.group });
    const { id: eventId } = await make.event({ group, title: words.title, openTo: 'anyone' });
    const message = { firstName: words.firstName, subject: words.subject, text: words.text };
    const keys = { questionId: randomUUID(), emailHash: randomUUID(), showAddress: true };
    return { payload: { eventId, ...keys, ...message }, to: { email: person.email } };
  },
  guest_event_closed: (app, person) => aboutGuest(app, person, 'going'),
  guest_removed: async (app, person) => {
    const { payload, to } = await aboutGuest(app, person, 'cancelled');
    const { group: groupName, title } = app.words;
    return { payload: { eventId: payload.eventId, title, groupName }, to };
  },
  guest_contact: async (app, person) => {
    const { groupId } = await aboutGroup(app, person, 'owner');
    const { id: eventId, title } = await app.make.event({
      group: { id: groupId },
      title: app.words.title,
    });
    const { firstName } = app.words;
    const replyTo = 'guest@example.org';
    return { payload: { groupId, eventId, title, firstName, replyTo, ...wordsOf(app) } };
  },
  complaint_received: async ({ make, words }, person) => {
    const { id } = await make.complaint({ text: words.text, email: person.email });
    return { payload: { complaintId: id }, to: { email: person.email } };
  },
  complaint_answered: async ({ make, words, clock }, person) => {
    const answer = { outcome: 'The poster is up again.', answeredAt: clock.read() };
    const { id } = await make.complaint({ ...answer, text: words.text, email: person.email });
    return { payload: { complaintId: id }, to: { email: person.email } };
  },
  complaints_due: async ({ make, db, clock, words }, person) => {
    await db.update(users).set({ role: 'admin' }).where(eq(users.id, person.id));
    await make.complaint({ text: words.text, createdAt: clock.inHours(-20 * 24) });
    return { payload: {} };
  },
  account_suspended: async ({ db }, person) => {
    await db.update(users).set({ isActive: false }).where(eq(users.id, person.id));
    return { payload: { reason: null } };
  },
  account_restored: () => Promise.resolve({ payload: { reason: null } }),
  group_deleted: ({ words }) =>
    Promise.resolve({ payload: { groupId: 0, name: words.group, coming: 1 } }),
  papers_due: async ({ db, clock }, person) => {
    await plantVersion(db, person, { paper: 'retention', savedAt: clock.inHours(-24 * 400) });
    await plantVersion(db, person, { paper: 'measures', savedAt: clock.inHours(-24 * 300) });
    return { payload: {} };
  },
  reviews_due: async ({ make, db, words }, person) => {
    await db.update(users).set({ role: 'admin' }).where(eq(users.id, person.id));
    await make.group({ name: words.group, status: 'pending_approval' });
    await make.complaint({ text: words.text });
    return { payload: {} };
  },
  report_received: async (app, person) => {
    const { reportId } = await reportOf(app, person, null);
    return { payload: { reportId } };
  },
  report_decided: async (app, person) => {
    const { id } = await reportOf(app, person, 'hide');
    return { payload: { caseId: id } };
  },
  report_about_you: async (app, person) => {
    const { id } = await plantReport(app.db, someComment(), person, 'warn');
    return { payload: { caseId: id } };
  },
  report_about_only_admin: async (app, person) => {
    await app.db.update(users).set({ role: 'admin' }).where(eq(users.id, person.id));
    const { id } = await plantReport(app.db, someComment(), person);
    return { payload: { caseId: id } };
  },
  donation_received: async ({ make }, person) => {
    const { id } = await make.donation({ userId: person.id });
    return { payload: { donationId: id } };
  },
  confirm_email: async ({ db }, person) => {
    await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, person.id));
    return { payload: {} };
  },
  password_reset: (_, person) => Promise.resolve({ payload: {}, to: { email: person.email } }),
  password_changed: nothing,
  two_step_on: async (app, person) => {
    await plantTwoStep(app, person);
    return { payload: {} };
  },
  two_step_off: () => Promise.resolve({ payload: { byAdmin: false } }),
  recovery_code_used: () => Promise.resolve({ payload: { left: 3 } }),
  new_sign_in: ({ clock }) =>
    Promise.resolve({
      payload: { at: clock.read().toISOString(), network: '192.0.2.0/24', device: 'Firefox' },
    }),
  passkey_added: ({ clock }) =>
    Promise.resolve({
      payload: { at: clock.read().toISOString(), network: '192.0.2.0/24', device: 'Firefox' },
    }),
  passkey_copied: ({ clock }) =>
    Promise.resolve({
      payload: { at: clock.read().toISOString(), network: '192.0.2.0/24', device: 'Firefox' },
    }),
  wrong_guesses: ({ clock }, person) =>
    Promise.resolve({
      payload: { last: 'code', at: clock.read().toISOString(), network: '192.0.2.0/24' },
      to: { email: person.email },
    }),
  token_made: async (app, person) => {
    await plantToken(app, person, { name: typed });
    return { payload: { at: app.clock.read().toISOString(), network: '192.0.2.0/24' } };
  },
};

export const emailKinds = Object.keys(emailFixtures) as EmailKind[];

/** Every kind that an address may get that has confirmed nothing. */
export const strangersKinds = emailKinds.filter((kind) => kind !== 'guest_event_closed');
