import { inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { requestGuestRsvp } from '#contract/events/guest-rsvps.ts';
import { hour } from '#contract/platform/durations.ts';
import { unconfirmedGuestHours } from '#contract/platform/limits.ts';
import { takesGuests, type Config } from '#platform/config.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { transaction, type Database } from '#platform/db/database.ts';
import { demand } from '#platform/refusal.ts';
import { ownNameRefusal } from '#features/base/accounts/policy.ts';
import { settingsNow } from '#features/base/settings/queries.ts';
import { enqueueForRsvps } from '#features/events/attendance/mutations/notifications.ts';
import { companionsRefusal } from '#features/events/attendance/policy/places.ts';
import { guestMailRefusal, guestRequestRefusal } from '#features/events/attendance/policy/rsvp.ts';
import { rsvps } from '#features/events/attendance/tables.ts';
import { requireEvent } from '#features/events/events/queries/event.ts';
import { hashOfAddress } from '../queries.ts';

type Form = z.output<(typeof requestGuestRsvp)['body']>;

/**
 * Emails a link by which somebody without an account takes a place, once an hour at most. It does the
 * same work for every address, so that neither the answer nor its time tells what the site knows.
 * @returns the RSVP of which the link is sent; undefined if this request sends none
 * @throws Refusal `not_found`, `invalid` for too many guests or a name like the site's, `conflict`
 * for an event that is over, cancelled, closed, or for members, and on a site that sends no email
 */
export async function requestLink(
  db: Database,
  eventId: number,
  { email, ...form }: Form,
  config: Config,
  signer: Signer,
  now: Date,
): Promise<number | undefined> {
  demand(guestMailRefusal(takesGuests(config)));
  demand(ownNameRefusal(form, (await settingsNow(db, config)).siteName));
  const emailHash = hashOfAddress(email, signer);
  return transaction(db, async (tx) => {
    const event = await requireEvent(tx, null, eventId);
    demand(guestRequestRefusal(event, now));
    demand(companionsRefusal(event, null, form.guests));
    const anHourAgo = new Date(now.getTime() - hour);
    const expiresAt = new Date(now.getTime() + unconfirmedGuestHours * hour);
    // An address that has asked within the hour, cancelled since or not, gets no second email. A
    // later request without a place replaces the one before: its email may have been lost. Its name
    // is new, so nobody has confirmed it.
    const keep = (column: string) =>
      sql.raw(
        `case when rsvps.status = 'unconfirmed' then excluded.${column} else rsvps.${column} end`,
      );
    const { rows } = await tx.execute<{ id: number }>(sql`
      insert into ${rsvps} (event_id, kind, status, name, email, email_hash, companions, requested_at, expires_at, created_at)
      select ${eventId}, 'guest', 'unconfirmed', ${form.firstName}, ${email}, ${emailHash}, ${form.guests}::int, ${now}, ${expiresAt}, ${now}
      where not exists (select from ${rsvps} asked
        where asked.email_hash = ${emailHash} and asked.event_id = ${eventId} and asked.requested_at > ${anHourAgo})
      on conflict (event_id, email_hash) where email_hash is not null and status <> 'cancelled' do update
        set requested_at = excluded.requested_at, name = ${keep('name')},
          companions = ${keep('companions')}, expires_at = ${keep('expires_at')},
          confirmed_at = ${keep('confirmed_at')}
        where rsvps.requested_at <= ${anHourAgo}
      returning id`);
    const ids = rows.map(({ id }) => id);
    await enqueueForRsvps(
      tx,
      { kind: 'guest_requested', payload: { eventId }, now },
      inArray(rsvps.id, ids),
    );
    return ids[0];
  });
}
