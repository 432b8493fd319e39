import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { AskedEvent } from '#contract/events/answers.ts';
import type { OfferedPlace } from '#contract/events/offers.ts';
import { askPath, offerPath } from '#contract/platform/paths.ts';
import { Id, UserId } from '#contract/platform/values.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Reader } from '#platform/db/database.ts';
import type { AskKey, OfferKey } from '#platform/mail/email.ts';
import { demand, invalid, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { accountById } from '#features/base/accounts/queries.ts';
import { seeEventRefusal } from '#features/events/events/policy/event.ts';
import { eventFacts } from '#features/events/events/queries/event.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { begunRefusal } from '../policy/answers.ts';
import { closesAt } from '../policy/offer-clock.ts';
import { offerLinkRefusal } from '../policy/offer-link.ts';
import { childrenAt } from './children.ts';
import { peopleBrought } from './state.ts';
import { isRsvpOf, ownRsvp } from './rsvps.ts';

const purposes = { offer: 'offered place', ask: 'asking' };

/**
 * Makes the link that accepts or declines an offer without a session; it works for one turn on the
 * waiting list.
 */
export const addressOfOffer = (
  { eventId, userId, turn }: OfferKey,
  origin: string,
  signer: Signer,
): string => `${origin}${offerPath(signer.sign(purposes.offer, `${eventId} ${turn} ${userId}`))}`;

/** Makes the link by which a member answers without a session. */
export const addressOfAsk = ({ eventId, userId }: AskKey, origin: string, signer: Signer): string =>
  `${origin}${askPath(signer.sign(purposes.ask, `${eventId} ${userId}`))}`;

const waitlistPositionOfLink = z.coerce.number().int().nonnegative();
const shapes = { offer: z.tuple([Id, waitlistPositionOfLink, UserId]), ask: z.tuple([Id, UserId]) };

/**
 * Reads a link's event, the member it was sent to, and their RSVP.
 * @throws Refusal `invalid` for a link that this site did not sign, `forbidden`, `suspended`,
 * `not_found`
 */
async function linkAt(
  db: Reader,
  viewer: Viewer | null,
  token: string,
  kind: keyof typeof shapes,
  signer: Signer,
) {
  const parsed = shapes[kind].safeParse(signer.read(purposes[kind], token)?.split(' '));
  if (!parsed.success) {
    throw invalid({ token: 'This link isn’t complete. Please use the one in the email.' });
  }
  const [eventId, turn, userId = turn] = parsed.data;
  const recipient = await accountById(db, String(userId));
  demand(offerLinkRefusal(viewer, String(userId), recipient));
  const facts = recipient && (await eventFacts(db, recipient, eventId));
  const [found] = await readLinked(db, eventId, String(userId));
  if (!facts || !found) throw notFound('Event');
  demand(seeEventRefusal(recipient, facts));
  return { eventId, turn: Number(turn), recipient, facts, ...found };
}

const readLinked = (db: Reader, eventId: number, userId: string) =>
  db
    .select({
      event: {
        id: events.id,
        title: events.title,
        startTime: events.startTime,
        endTime: events.endTime,
        location: events.location,
        town: events.town,
        imageUrl: events.imageUrl,
        categoryId: events.categoryId,
      },
      group: { id: groups.id, name: groups.name },
      status: events.status,
      rsvpClosesAt: events.rsvpClosesAt,
      audience: events.audience,
      own: {
        status: ownRsvp.status,
        self: ownRsvp.self,
        children: ownRsvp.children,
        companions: ownRsvp.companions,
        turn: ownRsvp.turn,
        offerExpiresAt: ownRsvp.offerExpiresAt,
      },
    })
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .leftJoin(ownRsvp, isRsvpOf({ id: userId, guestId: null }))
    .where(eq(events.id, eventId));

type LinkedRsvp = Awaited<ReturnType<typeof linkAt>>;

const eventOf = ({ event: { startTime, endTime, ...event }, group }: LinkedRsvp) => ({
  ...event,
  group,
  startTime: startTime.toISOString(),
  endTime: endTime.toISOString(),
});

/** @throws Refusal as `linkAt` */
export async function offerAt(
  db: Reader,
  viewer: Viewer | null,
  token: string,
  signer: Signer,
  now: Date,
) {
  const linked = await linkAt(db, viewer, token, 'offer', signer);
  const { eventId, turn, recipient, status, event, rsvpClosesAt } = linked;
  const goes = linked.own?.status === 'going';
  const own = goes || linked.own?.turn === turn ? linked.own : null;
  const isOn = status === 'scheduled' && closesAt({ ...event, rsvpClosesAt }) > now;
  const until = isOn && own?.offerExpiresAt && own.offerExpiresAt > now ? own.offerExpiresAt : null;
  const offer: OfferedPlace = {
    state: goes ? 'taken' : until ? 'open' : 'over',
    offerExpiresAt: until?.toISOString() ?? null,
    guests: own?.companions ?? 0,
    ...(own && peopleBrought(own)),
    event: eventOf(linked),
  };
  return { eventId, turn, recipient, offer };
}

/**
 * Reads a link's event, and what the member it was sent to has said.
 * @throws Refusal as `linkAt`
 */
export async function askAt(
  db: Reader,
  viewer: Viewer | null,
  token: string,
  signer: Signer,
  now: Date,
) {
  const linked = await linkAt(db, viewer, token, 'ask', signer);
  const { eventId, recipient, facts, own, audience } = linked;
  const household = await childrenAt(db, eventId, recipient.id);
  const ask: AskedEvent = {
    state: begunRefusal(facts, now) ? 'over' : 'open',
    answer: own?.status === 'going' || own?.status === 'cant' ? own.status : null,
    who: {
      self: own?.status === 'going' && own.self,
      household: household.flatMap(({ id, status }) => (status === null ? [] : id)),
    },
    forChildren: audience === 'under18',
    ...(household.length > 0 && { household }),
    event: eventOf(linked),
  };
  return { eventId, recipient, ask };
}
