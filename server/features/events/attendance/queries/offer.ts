import { and, eq, or } from 'drizzle-orm';
import { z } from 'zod';
import { offerPath } from '#contract/platform/paths.ts';
import { Id, UserId } from '#contract/platform/values.ts';
import type { LinkedEvent, OfferedPlace } from '#contract/events/offers.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Reader } from '#platform/db/database.ts';
import type { OfferKey } from '#platform/mail/email.ts';
import { demand, invalid, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { accountById } from '#features/base/accounts/queries.ts';
import { seeEventRefusal } from '#features/events/events/policy/event.ts';
import { eventFacts } from '#features/events/events/queries/event.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { closesAt } from '../policy/offer-clock.ts';
import { offerLinkRefusal } from '../policy/offer-link.ts';
import { isRsvpOf, ownGoes, ownRsvp } from './rsvps.ts';

const offerPurpose = 'offered place';

/**
 * Makes the link that accepts or declines an offer without a session; it works for one waiting list
 * entry.
 */
export const addressOfOffer = (
  { eventId, userId, turn }: OfferKey,
  origin: string,
  signer: Signer,
): string => `${origin}${offerPath(signer.sign(offerPurpose, `${eventId} ${turn} ${userId}`))}`;

const OfferLink = z.tuple([Id, z.coerce.number().int().nonnegative(), UserId]);

/** @throws Refusal `invalid` for a link that this site did not sign */
function readLink(token: string, signer: Signer): Omit<OfferKey, 'opens'> {
  const parsed = OfferLink.safeParse(signer.read(offerPurpose, token)?.split(' '));
  if (!parsed.success) {
    throw invalid({ token: 'This link isn’t complete. Please use the one in the email.' });
  }
  const [eventId, turn, userId] = parsed.data;
  return { eventId, turn, userId };
}

/**
 * Reads a link's offer and the member it was sent to.
 * @throws Refusal `invalid`, `forbidden`, `suspended`, `not_found`
 */
export async function offerAt(
  db: Reader,
  viewer: Viewer | null,
  token: string,
  signer: Signer,
  now: Date,
) {
  const link = readLink(token, signer);
  const recipient = await accountById(db, link.userId);
  demand(offerLinkRefusal(viewer, link.userId, recipient));
  const event = recipient && (await eventFacts(db, recipient, link.eventId));
  const offer = await offeredPlace(db, link, now);
  if (!event || !offer) throw notFound('Event');
  demand(seeEventRefusal(recipient, event));
  return { ...link, recipient, offer };
}

const linkedColumns = {
  id: events.id,
  title: events.title,
  startTime: events.startTime,
  endTime: events.endTime,
  location: events.location,
  town: events.town,
  imageUrl: events.imageUrl,
  categoryId: events.categoryId,
  group: { id: groups.id, name: groups.name },
};

/** Reads the event that an email's link is about. */
export async function linkedEvent(db: Reader, id: number): Promise<LinkedEvent | undefined> {
  const [row] = await db
    .select(linkedColumns)
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .where(eq(events.id, id));
  return row && toLinked(row);
}

const toLinked = <Row extends { startTime: Date; endTime: Date }>({
  startTime,
  endTime,
  ...event
}: Row) => ({ ...event, startTime: startTime.toISOString(), endTime: endTime.toISOString() });

async function offeredPlace(
  db: Reader,
  { eventId, userId, turn }: Omit<OfferKey, 'opens'>,
  now: Date,
): Promise<OfferedPlace | undefined> {
  const [row] = await db
    .select({
      ...linkedColumns,
      rsvpClosesAt: events.rsvpClosesAt,
      status: events.status,
      own: {
        status: ownRsvp.status,
        companions: ownRsvp.companions,
        offerExpiresAt: ownRsvp.offerExpiresAt,
      },
    })
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .leftJoin(
      ownRsvp,
      and(isRsvpOf({ id: userId, guestId: null }), or(ownGoes, eq(ownRsvp.turn, turn))),
    )
    .where(eq(events.id, eventId));
  if (!row) return undefined;
  const { rsvpClosesAt, status, own, ...event } = row;
  const { startTime } = event;
  const isOn = status === 'scheduled' && closesAt({ startTime, rsvpClosesAt }) > now;
  const until = isOn && own?.offerExpiresAt ? own.offerExpiresAt : null;
  const isOpen = until !== null && until > now;
  return {
    state: own?.status === 'going' ? 'taken' : isOpen ? 'open' : 'over',
    offerExpiresAt: isOpen ? until.toISOString() : null,
    guests: own?.companions ?? 0,
    event: toLinked(event),
  };
}
