import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { cleanText } from '#contract/platform/clean-text.ts';
import { rsvps } from '#features/events/attendance/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { mails, outbox } from '#platform/mail/tables.ts';
import { guestTokenIn } from '#tests/support/guests.ts';
import { startMailing } from '#tests/support/mailing.ts';
import { eraseGuests } from '#features/events/attendance/mutations/erasure.ts';
import { guestLinks } from './tables.ts';

const { app, guests } = await startMailing();
const { db, make, clock } = app;

/** Everything the site has in its tables about an address or a name. */
async function tracesOf(word: string): Promise<string[]> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.execute(sql`
      select from ${sql.identifier(name)} as row where to_jsonb(row)::text like ${`%${word}%`} limit 1`);
    if (rows.length > 0) found.push(name);
  }
  return found.toSorted();
}

const email = 'one-of-a-kind@example.org';
const firstName = 'Oneofakind';

/** Nothing on the site refers to the guest any more. */
async function expectForgotten(): Promise<void> {
  for (const word of [email, firstName]) expect(await tracesOf(word)).toEqual([]);
}

/** A guest who has asked by the form and confirmed by the email's link. */
async function confirmedGuest(hours: number) {
  const event = await make.event({ openTo: 'anyone', startTime: clock.inHours(hours) });
  await guests.ask(event, { email, firstName });
  const token = guestTokenIn((await guests.emailsTo(email)).at(-1)?.text);
  await guests.answer('confirm', token);
  await guests.emailsTo(email);
  return { event, token };
}

describe('a request that nobody confirms', () => {
  it('lapses after 24 hours, with its emails and its link', async () => {
    const event = await make.event({ openTo: 'anyone' });
    await guests.ask(event, { email, firstName });
    const token = guestTokenIn((await guests.emailsTo(email))[0]?.text);
    clock.advanceHours(24 - 1 / 60);
    expect(await eraseGuests(db, clock.read())).toMatchObject({ lapsed: 0 });
    expect(await guests.answer('read', token)).toMatchObject({ state: 'unconfirmed' });
    clock.advanceHours(1 / 60);
    expect(await guests.refusal('read', token)).toMatchObject({ status: 404 });
    expect(await eraseGuests(db, clock.read())).toMatchObject({ lapsed: 1 });
    await expectForgotten();
    expect(await db.$count(guestLinks)).toBe(0);
  });
});

describe('a guest who is coming', () => {
  it('is erased 30 days after the event, and still counts', async () => {
    const { event, token } = await confirmedGuest(24);
    const { attendeeCount, placesTaken } = event;
    clock.advanceHours(26);
    expect(await guests.refusal('read', token)).toMatchObject({ status: 404 });
    clock.advanceHours(30 * 24 - 1);
    expect(await eraseGuests(db, clock.read())).toMatchObject({ erased: 0 });
    expect(await tracesOf(email)).toContain('rsvps');
    clock.advanceHours(1);
    expect(await eraseGuests(db, clock.read())).toMatchObject({ erased: 1 });
    expect(await eraseGuests(db, clock.read())).toMatchObject({ erased: 0 });
    await expectForgotten();
    const [row] = await db.select().from(events).where(eq(events.id, event.id));
    expect(row).toMatchObject({ attendeeCount: attendeeCount + 1, placesTaken: placesTaken + 1 });
  });

  it('is erased a day after cancelling', async () => {
    const { token } = await confirmedGuest(24 * 7);
    await guests.answer('cancel', token);
    clock.advanceHours(24 - 1 / 60);
    expect(await eraseGuests(db, clock.read())).toMatchObject({ lapsed: 0 });
    clock.advanceHours(1 / 60);
    expect(await eraseGuests(db, clock.read())).toMatchObject({ lapsed: 1 });
    await expectForgotten();
    expect(await db.$count(rsvps)).toBe(0);
  });

  it('is erased when an organiser removes them, a day after their last email', async () => {
    const owner = await make.user();
    const group = await make.group({ owner });
    const event = await make.event({ group, openTo: 'anyone' });
    const { id } = await make.guestRsvp(event, { email, firstName });
    const organiser = await app.as(owner);
    await organiser.call('DELETE /api/events/:id/guest-rsvps/:guestId', {
      params: { id: event.id, guestId: id },
    });
    const [before] = await db.select().from(rsvps);
    expect(before).toMatchObject({ name: null, email: null, emailHash: expect.any(String) });
    expect(await guests.emailsTo(email)).toHaveLength(1);
    expect(await tracesOf(email)).toEqual(['mails', 'outbox']);
    clock.advanceHours(25);
    expect(await eraseGuests(db, clock.read())).toMatchObject({ hashes: 1, emails: 1 });
    const [after] = await db.select().from(rsvps);
    expect(after?.emailHash).toBeNull();
    expect(await tracesOf(email)).toEqual([]);
  });

  it('leaves no record of emails that are older than the outbox', async () => {
    const { token } = await confirmedGuest(24 * 100);
    // After mailDays the outbox has let go of its row; the record without a text stays for a year.
    await db.delete(outbox);
    expect(await tracesOf(email)).toContain('mails');
    await guests.answer('cancel', token);
    clock.advanceHours(24);
    await eraseGuests(db, clock.read());
    expect(await tracesOf(email)).toEqual([]);
  });

  it('keeps the emails of another RSVP', async () => {
    const { token } = await confirmedGuest(24 * 7);
    const { event } = await confirmedGuest(24 * 8);
    await guests.answer('cancel', token);
    const kept = await db
      .select()
      .from(mails)
      .where(eq(mails.recipient, cleanText(email)));
    expect(kept.map(({ subject }) => subject)).toEqual([
      `Confirm that you’re coming: ${event.title}`,
      `You’re going: ${event.title}`,
    ]);
  });
});

describe('the last email to a guest', () => {
  it('about a deleted event is erased a day later, and not before it has gone', async () => {
    const event = await make.event({ openTo: 'anyone' });
    await make.guestRsvp(event, { email, firstName });
    const admin = await app.as(await make.admin());
    await admin.call('DELETE /api/admin/events/:id', { params: { id: event.id } });
    clock.advanceHours(25);
    await eraseGuests(db, clock.read());
    expect(await guests.emailsTo(email)).toHaveLength(1);
    clock.advanceHours(25);
    expect(await eraseGuests(db, clock.read())).toMatchObject({ emails: 1 });
    expect(await tracesOf(email)).toEqual([]);
  });
});

describe('the purge of a spammer', () => {
  const cleanup = 'POST /api/admin/users/:id/cleanup';
  const undo = 'DELETE /api/admin/users/:id/cleanup';

  async function spammersEvent() {
    const spammer = await make.user();
    const group = await make.group({ owner: spammer });
    const event = await make.event({
      group,
      createdById: spammer.id,
      openTo: 'anyone',
      capacity: 5,
    });
    const going = await make.guestRsvp(event, { email, firstName, guests: 1 });
    const waits = await make.guestRsvp(event, { status: 'waiting' });
    const helper = await make.user();
    const added = await make.addedAttendee(event, { name: 'Mary', addedById: helper.id });
    return { spammer, event, going, waits, added, admin: await app.as(await make.admin()) };
  }

  it('removes guests too, and its undo restores them with their links and counts', async () => {
    const { spammer, event, going, added, admin } = await spammersEvent();
    const before = await db.select().from(rsvps).where(eq(rsvps.id, going.id));
    const isAdded = eq(rsvps.kind, 'added');
    const addedBefore = await db.select().from(rsvps).where(isAdded);
    const params = { id: spammer.id };
    await admin.call(cleanup, { params, body: {} });
    expect(await db.$count(rsvps)).toBe(0);
    expect(await guests.refusal('read', going.token)).toMatchObject({ status: 404 });
    await admin.call(undo, { params });
    expect(await db.select().from(rsvps).where(eq(rsvps.id, going.id))).toEqual(before);
    expect(await db.select().from(rsvps).where(isAdded)).toEqual(addedBefore);
    expect(addedBefore[0]?.id).toBe(added.id);
    expect(await guests.answer('read', going.token)).toMatchObject({ state: 'going', guests: 1 });
    const [row] = await db.select().from(events).where(eq(events.id, event.id));
    expect(row).toMatchObject({ attendeeCount: 2, placesTaken: 3 });
  });

  it('notifies guests of the cancelled event once it can’t be undone', async () => {
    const { spammer, event, admin } = await spammersEvent();
    await admin.call(cleanup, { params: { id: spammer.id }, body: {} });
    clock.advanceHours(25);
    const sent = await guests.emailsTo(email);
    expect(sent.map(({ subject }) => subject)).toEqual([`Cancelled: ${event.title}`]);
  });
});
