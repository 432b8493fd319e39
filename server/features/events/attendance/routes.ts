import * as addedCalls from '#contract/events/added-attendees.ts';
import * as answerCalls from '#contract/events/answers.ts';
import * as offerCalls from '#contract/events/offers.ts';
import * as rsvpCalls from '#contract/events/rsvps.ts';
import * as waitlistCalls from '#contract/events/waitlist.ts';
import { Id } from '#contract/platform/values.ts';
import type { Database } from '#platform/db/database.ts';
import { accepted, created, noContent, ok, page, route } from '#platform/http/route.ts';
import { demand } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { overRefusal, seeEventRefusal } from '#features/events/events/policy/event.ts';
import { requireEvent } from '#features/events/events/queries/event.ts';
import { adoptAtLook } from '#features/events/guests/mutations/adopt.ts';
import * as added from './mutations/added.ts';
import { saveAnswer, takeAnswerBack } from './mutations/answers.ts';
import { askMembers } from './mutations/asking.ts';
import { acceptOffer, passOnOffer } from './mutations/offer-link.ts';
import { endExpiredOffers } from './mutations/offers.ts';
import { attend, cancelRsvp, leaveWaitlist } from './mutations/rsvps.ts';
import { joinWaitlist, admitFromWaitlist } from './mutations/waitlist.ts';
import { answersTo } from './queries/answers.ts';
import { attendeesOf, doorListOf, eventIdsOf, isAttending } from './queries/attendees.ts';
import { askAt, offerAt } from './queries/links.ts';
import { waitlistOf } from './queries/state.ts';
import {
  readAnswersRefusal,
  searchAttendeesRefusal,
  canSeePhones,
  manageWaitlistRefusal,
} from './policy/attendees.ts';

const goingStatus = { status: 'going' } as const;

export const rsvpRoutes = [
  route(rsvpCalls.listAttendees, async ({ params, query }, { db, viewer, signer, now }) => {
    const event = await visibleEvent(db, viewer, params.id);
    if (query.q) demand(searchAttendeesRefusal(viewer, event));
    return page(await attendeesOf(db, viewer, event, query, signer, now));
  }),

  route(rsvpCalls.rsvpStatus, async ({ params }, context) => {
    const { db, viewer, now } = context;
    await visibleEvent(db, viewer, params.eventId);
    await adoptAtLook(db, viewer, params.eventId, context, now);
    return ok({ rsvped: viewer !== null && (await isAttending(db, params.eventId, viewer.id)) });
  }),

  route(rsvpCalls.attend, async ({ params, body }, { db, viewer, now }) => {
    const isNew = await attend(
      db,
      viewer,
      params.id,
      { companions: body.guests, phone: body.phone },
      now,
    );
    return isNew ? created(goingStatus) : ok(goingStatus);
  }),

  route(rsvpCalls.cancelRsvp, async ({ params }, { db, viewer, now }) => {
    await cancelRsvp(db, viewer, params.id, now);
    return noContent();
  }),

  route(rsvpCalls.doorList, async ({ params }, { db, viewer, now }) => {
    const event = await visibleEvent(db, viewer, params.id);
    demand(searchAttendeesRefusal(viewer, event));
    return {
      ...ok(await doorListOf(db, viewer, event, now)),
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="door-list-${params.id}.csv"`,
      },
    };
  }),

  route(rsvpCalls.myRsvps, async (_, context) => {
    const { db, viewer, now } = context;
    await adoptAtLook(db, viewer, undefined, context, now);
    return ok(await eventIdsOf(db, viewer.id));
  }),
];

export const answerRoutes = [
  route(answerCalls.giveAnswer, async ({ params, body }, { db, viewer, now }) => {
    const status = await saveAnswer(db, viewer, params.id, body, now);
    return ok({ answer: body.answer, status });
  }),

  route(answerCalls.takeAnswerBack, async ({ params }, { db, viewer, now }) => {
    await takeAnswerBack(db, viewer, params.id, now);
    return noContent();
  }),

  route(answerCalls.listAnswers, async ({ params, query }, { db, viewer, now }) => {
    const event = await visibleEvent(db, viewer, params.id);
    demand(readAnswersRefusal(viewer, event));
    const withPhones = canSeePhones(viewer, event, now);
    return page(await answersTo(db, params.id, { ...query, withPhones }));
  }),

  route(answerCalls.askMembers, async ({ params }, { db, viewer, now }) =>
    accepted(await askMembers(db, viewer, params.id, now)),
  ),

  route(answerCalls.readAsk, async ({ body }, { db, viewer, signer, now }) =>
    ok((await askAt(db, viewer, body.token, signer, now)).ask),
  ),

  route(answerCalls.answerAsk, async ({ body }, { db, viewer, signer, now }) => {
    const { eventId, recipient } = await askAt(db, viewer, body.token, signer, now);
    const { token: _, ...answer } = body;
    await saveAnswer(db, recipient, eventId, answer, now);
    return ok((await askAt(db, viewer, body.token, signer, now)).ask);
  }),
];

export const waitlistRoutes = [
  route(waitlistCalls.listWaitlist, async ({ params, query }, { db, viewer, now }) => {
    const event = await requireEvent(db, viewer, params.id);
    demand(manageWaitlistRefusal(viewer, event));
    if (overRefusal(event, now)) return page({ items: [] });
    await endExpiredOffers(db, params.id, now);
    return page(await waitlistOf(db, params.id, query));
  }),

  route(waitlistCalls.joinWaitlist, async ({ params, body }, { db, viewer, now }) => {
    const { guests: companions, ...people } = body;
    const wanted = { companions, ...people };
    const { joined, ...turn } = await joinWaitlist(db, viewer, params.id, wanted, now);
    return joined ? created(turn) : ok(turn);
  }),

  route(waitlistCalls.leaveWaitlist, async ({ params }, { db, viewer, now }) => {
    await leaveWaitlist(db, viewer, params.id, now);
    return noContent();
  }),

  route(
    waitlistCalls.admitFromWaitlist,
    async ({ params: { id, userId } }, { db, viewer, now }) => {
      const guestId = Id.safeParse(userId);
      const key = guestId.success ? { rsvpId: guestId.data } : { userId };
      const isNew = await admitFromWaitlist(db, viewer, id, key, now);
      return isNew ? created(goingStatus) : ok(goingStatus);
    },
  ),
];

export const addedAttendeeRoutes = [
  route(addedCalls.addAttendee, async ({ params, body }, { db, viewer, attempt, now }) =>
    created(await added.addAttendee(db, viewer, params.id, { ...body, attempt }, now)),
  ),

  route(addedCalls.changeAddedAttendee, async ({ params, body }, { db, viewer, now }) =>
    ok(await added.changeAddedAttendee(db, viewer, params, body, now)),
  ),

  route(addedCalls.removeAddedAttendee, async ({ params }, { db, viewer, now }) => {
    await added.removeAddedAttendee(db, viewer, params, now);
    return noContent();
  }),
];

export const offerRoutes = [
  route(offerCalls.readOffer, async ({ body }, { db, viewer, signer, now }) =>
    ok((await offerAt(db, viewer, body.token, signer, now)).offer),
  ),

  route(offerCalls.acceptOffer, async ({ body }, { db, viewer, signer, now }) =>
    ok(await acceptOffer(db, viewer, body.token, signer, now)),
  ),

  route(offerCalls.passOnOffer, async ({ body }, { db, viewer, signer, now }) =>
    ok(await passOnOffer(db, viewer, body.token, signer, now)),
  ),
];

async function visibleEvent(db: Database, viewer: Viewer | null, eventId: number) {
  const event = await requireEvent(db, viewer, eventId);
  demand(seeEventRefusal(viewer, event));
  return event;
}
