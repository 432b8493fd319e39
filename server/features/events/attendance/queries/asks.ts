import { eq, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { AskedEvent } from '#contract/events/answers.ts';
import { askPath } from '#contract/platform/paths.ts';
import { Id, UserId } from '#contract/platform/values.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Reader } from '#platform/db/database.ts';
import type { AskKey } from '#platform/mail/email.ts';
import { demand, invalid, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { accountById } from '#features/base/accounts/queries.ts';
import { users } from '#features/base/accounts/tables.ts';
import { mailPreferences } from '#features/base/mail/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { seeEventRefusal } from '#features/events/events/policy/event.ts';
import { eventFacts } from '#features/events/events/queries/event.ts';
import { events } from '#features/events/events/tables.ts';
import { childrenAt } from './children.ts';
import { begunRefusal } from '../policy/answers.ts';
import { offerLinkRefusal } from '../policy/offer-link.ts';
import { linkedEvent } from './offer.ts';
import { hasAnswered, isRsvpOf, ownRsvp } from './rsvps.ts';

/** Selects the members of an event's group who haven't said, and who want to be asked. */
export const membersWithoutAnswer = (eventId: number): SQL => sql`
  select member.user_id as id from ${memberships} member
  join ${users} person on person.id = member.user_id and person.is_active
  where member.group_id = (select ${events.groupId} from ${events} where ${events.id} = ${eventId})
    and member.status = 'approved' and not member.muted
    and not ${hasAnswered(eventId, sql`member.user_id`)}
    and not exists (select from ${mailPreferences} wish where wish.user_id = member.user_id and not wish.asking)`;

/** Tells whether a member hasn't said yet, and wants to be asked. */
export async function hasNotAnswered(
  db: Reader,
  eventId: number,
  userId: string,
): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from (${membersWithoutAnswer(eventId)}) silent where id = ${userId}`,
  );
  return rows.length > 0;
}

const askPurpose = 'asking';

/** Makes the link by which a member answers without a session. */
export const addressOfAsk = ({ eventId, userId }: AskKey, origin: string, signer: Signer): string =>
  `${origin}${askPath(signer.sign(askPurpose, `${eventId} ${userId}`))}`;

const AskLink = z.tuple([Id, UserId]);

/**
 * Reads a link's event, and what the member it was sent to has said.
 * @throws Refusal `invalid`, `forbidden`, `suspended`, `not_found`
 */
export async function askAt(
  db: Reader,
  viewer: Viewer | null,
  token: string,
  signer: Signer,
  now: Date,
) {
  const parsed = AskLink.safeParse(signer.read(askPurpose, token)?.split(' '));
  if (!parsed.success) {
    throw invalid({ token: 'This link isn’t complete. Please use the one in the email.' });
  }
  const [eventId, userId] = parsed.data;
  const recipient = await accountById(db, userId);
  demand(offerLinkRefusal(viewer, userId, recipient));
  const facts = recipient && (await eventFacts(db, recipient, eventId));
  const event = await linkedEvent(db, eventId);
  if (!facts || !event) throw notFound('Event');
  demand(seeEventRefusal(recipient, facts));
  const ask: AskedEvent = {
    state: begunRefusal(facts, now) ? 'over' : 'open',
    ...(await answerOf(db, eventId, userId)),
    event,
  };
  return { eventId, recipient, ask };
}

async function answerOf(db: Reader, eventId: number, userId: string) {
  const [household, [entry]] = await Promise.all([
    childrenAt(db, eventId, userId),
    db
      .select({ audience: events.audience, status: ownRsvp.status, self: ownRsvp.self })
      .from(events)
      .leftJoin(ownRsvp, isRsvpOf({ id: userId, guestId: null }))
      .where(eq(events.id, eventId)),
  ]);
  const { status: said = null, self = null, audience } = entry ?? {};
  return {
    answer: said === 'going' || said === 'cant' ? said : null,
    who: {
      self: said === 'going' && self === true,
      household: household.flatMap(({ id, status }) => (status === null ? [] : id)),
    },
    forChildren: audience === 'under18',
    ...(household.length > 0 && { household }),
  };
}
