import { and, eq, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { contactAsGuest } from '#contract/events/guest-rsvps.ts';
import type { Config } from '#platform/config.ts';
import { transaction, type Database } from '#platform/db/database.ts';
import { enqueueMany } from '#platform/mail/outbox.ts';
import { demand, invalid, Refusal } from '#platform/refusal.ts';
import { groups } from '#features/community/groups/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { holdsContact } from '#platform/contact-details.ts';
import { events } from '#features/events/events/tables.ts';
import { noMessages } from '#features/events/attendance/policy/rsvp.ts';
import { addressRefusal, endedLink } from '../policy.ts';
import { guestById, guestIdOf, readGuestRsvp } from '../queries.ts';

/** Nobody has reviewed a guest, so links and contact details are refused. */
export const messageRefusal = (
  { subject, text }: { subject: string; text: string },
  { rateLimits, publicOrigin }: Pick<Config, 'rateLimits' | 'publicOrigin'>,
): Refusal | null =>
  rateLimits && holdsContact(`${subject}\n${text}`, publicOrigin)
    ? invalid({ text: 'Please write without links, email addresses and phone numbers' })
    : null;

type Form = z.output<typeof contactAsGuest.body>;

/** Selects the recipients of a guest's message. */
export const organisersOf = (groupId: number) =>
  sql`select user_id, null::text from ${memberships}
    where ${memberships.groupId} = ${groupId} and ${memberships.isOrganizer}`;

/**
 * Emails each organiser of the event's group.
 * @throws Refusal `not_found`, `forbidden`, `invalid`, `conflict` for a guest who has no place
 */
export async function writeToOrganisers(
  db: Database,
  { token, subject, text, showAddress }: Form,
  config: Config,
  now: Date,
): Promise<number> {
  const { id, eventId } = await guestIdOf(db, token);
  const { state } = await readGuestRsvp(db, id, now);
  if (state !== 'going' && state !== 'waiting' && state !== 'offered') {
    throw new Refusal('conflict', 'Please confirm first that you’re coming');
  }
  demand(messageRefusal({ subject, text }, config));
  return transaction(db, async (tx) => {
    const guest = await guestById(tx, id);
    const [event] = await tx
      .select({
        title: events.title,
        groupId: events.groupId,
        contactEnabled: groups.contactEnabled,
      })
      .from(events)
      .innerJoin(groups, eq(groups.id, events.groupId))
      .where(and(eq(events.id, eventId), ne(groups.status, 'hidden')));
    if (!event || !guest?.email || guest.firstName === null) throw endedLink();
    demand(addressRefusal(guest));
    if (!event.contactEnabled) throw noMessages();
    const { title, groupId } = event;
    const to = organisersOf(groupId);
    const replyTo = showAddress ? guest.email : null;
    const { firstName } = guest;
    const payload = { groupId, eventId, title, firstName, subject, text, replyTo };
    return enqueueMany(tx, { kind: 'guest_contact', payload, now }, { to });
  });
}
