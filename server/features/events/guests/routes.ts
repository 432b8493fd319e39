import type { GuestRsvp } from '#contract/events/guest-rsvps.ts';
import type { Reply } from '#platform/http/context.ts';
import { removeGuest as removal } from '#contract/events/added-attendees.ts';
import * as calls from '#contract/events/guest-rsvps.ts';
import { comingPath } from '#contract/events/event-paths.ts';
import { paths } from '#contract/platform/paths.ts';
import type { Database } from '#platform/db/database.ts';
import { accepted, noContent, ok, redirect, route } from '#platform/http/route.ts';
import { endExpiredOffers } from '#features/events/attendance/mutations/offers.ts';
import * as answers from './mutations/answers.ts';
import { writeToOrganisers } from './mutations/contact.ts';
import { makeGuestPath } from './mutations/links.ts';
import { removeGuest } from './mutations/removal.ts';
import { requestLink } from './mutations/request.ts';
import { guestKeyName, guestKeyOf, noGuestKey } from './policy.ts';
import { guestAccountOf, guestIdOf, knownGuestAt, readGuestRsvp } from './queries.ts';

export const guestRoutes = [
  route(calls.requestGuestRsvp, async ({ params, body }, { db, config, signer, now }) => {
    const guestId = await requestLink(db, params.id, body, config, signer, now);
    const status = 'check_email' as const;
    return accepted(
      config.publicDemo
        ? { status, ...(await linkOnPage(db, guestId, now)) }
        : { status, message: calls.checkYourEmail },
    );
  }),

  route(calls.readGuestRsvp, async ({ body }, { db, now }) =>
    ok(await readByLink(db, body.token, now)),
  ),

  route(calls.confirmGuestRsvp, async ({ body: { token, ...wanted } }, { db, now }) =>
    known(token, await answers.answerByLink(db, token, answers.confirmRsvp(wanted), now)),
  ),

  route(calls.changeGuestRsvp, async ({ body }, { db, now }) =>
    ok(await answers.answerByLink(db, body.token, answers.changeCompanions(body.guests), now)),
  ),

  route(calls.acceptGuestOffer, async ({ body }, { db, now }) =>
    known(body.token, await answers.answerByLink(db, body.token, answers.acceptOffer, now)),
  ),

  route(calls.passOnGuestOffer, async ({ body }, { db, now }) =>
    ok(await answers.answerByLink(db, body.token, answers.passOnOffer, now)),
  ),

  route(calls.cancelGuestRsvp, async ({ body }, { db, now }) =>
    ok(await answers.answerByLink(db, body.token, answers.cancelRsvp, now)),
  ),

  route(calls.openGuestPage, async ({ params: { id } }, { db, pathKey, now }) => {
    const token = pathKey(guestKeyName(id));
    const known = token && (await knownGuestAt(db, id, token, now));
    return redirect(known ? comingPath(token) : paths.event(id));
  }),

  route(calls.forgetGuest, ({ params }) => ({
    ...noContent(),
    pathKey: noGuestKey(params.id),
  })),

  route(calls.changeGuestMessages, async ({ body }, { db, now }) =>
    ok(await answers.answerByLink(db, body.token, answers.changeMessages(body.on), now)),
  ),

  route(calls.contactAsGuest, async ({ body }, { db, config, now }) =>
    accepted({ recipients: await writeToOrganisers(db, body, config, now) }),
  ),

  route(removal, async ({ params, query }, { db, viewer, now }) => {
    const key = { id: params.guestId, eventId: params.id };
    await removeGuest(db, viewer, key, { block: query.block ?? false }, now);
    return noContent();
  }),

  route(calls.guestAccount, async ({ body }, { db, now }) =>
    ok(await guestAccountOf(db, body.token, now)),
  ),
];

/** The browser that has confirmed an RSVP knows the guest on the event's page. */
const known = (token: string, rsvp: GuestRsvp): Reply<GuestRsvp> => ({
  ...ok(rsvp),
  pathKey: guestKeyOf(token, rsvp),
});

/** On a public demonstration, which sends no email, the page shows the button of the email. */
const linkOnPage = async (db: Database, guestId: number | undefined, now: Date) =>
  guestId === undefined
    ? { message: calls.askedOnDemo }
    : { message: calls.buttonOnDemo, path: await makeGuestPath(db, guestId, now) };

/** Expired offers are settled first, as on the event's page. */
async function readByLink(db: Database, token: string, now: Date) {
  const { id, eventId } = await guestIdOf(db, token);
  await endExpiredOffers(db, eventId, now);
  return readGuestRsvp(db, id, now);
}
