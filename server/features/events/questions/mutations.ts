import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { GuestQuestion, Question } from '#contract/events/questions.ts';
import { mailLeaves, type Config } from '#platform/config.ts';
import { newToken } from '#platform/crypto/token.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { transaction, type Database } from '#platform/db/database.ts';
import { enqueueMany, enqueueOnce } from '#platform/mail/outbox.ts';
import { outbox } from '#platform/mail/tables.ts';
import { demand, notFound } from '#platform/refusal.ts';
import { ownNameRefusal } from '#features/base/accounts/policy.ts';
import { settingsNow } from '#features/base/settings/queries.ts';
import { eventFacts } from '#features/events/events/queries/event.ts';
import { messageRefusal, organisersOf } from '#features/events/guests/mutations/contact.ts';
import { addressRefusal, endedLink } from '#features/events/guests/policy.ts';
import { hashOfAddress } from '#features/events/guests/queries.ts';
import { questionMailRefusal, questionRefusal } from '#features/events/attendance/policy/rsvp.ts';
import { addressFacts, askedEvent, keyOfQuestion, questionAt, shownQuestion } from './queries.ts';

type Form = z.output<typeof GuestQuestion>;

/**
 * Emails a button by which somebody without an account sends their question. Every address gets the
 * same answer.
 * @throws Refusal `not_found`, `forbidden` where organisers take no messages, `invalid`, `conflict`
 * for an event that is over, and on a site that sends no email
 */
export async function askOrganisers(
  db: Database,
  eventId: number,
  { email, ...message }: Form,
  config: Config,
  signer: Signer,
  now: Date,
): Promise<void> {
  demand(questionMailRefusal(mailLeaves(config)));
  demand(ownNameRefusal(message, (await settingsNow(db, config)).siteName));
  demand(messageRefusal(message, config));
  await transaction(db, async (tx) => {
    const [facts, event] = [await eventFacts(tx, null, eventId), await askedEvent(tx, eventId)];
    if (!facts || !event) throw notFound('Event');
    demand(questionRefusal(facts, event, now));
    const questionId = newToken();
    const emailHash = hashOfAddress(email, signer);
    await enqueueOnce(
      tx,
      'question_asked',
      { to: { email }, uniqueKey: keyOfQuestion(questionId) },
      { eventId, questionId, emailHash, ...message },
      now,
    );
  });
}

/**
 * Emails a question to each organiser of the event's group, once.
 * @throws Refusal `not_found` for a link that has ended, `forbidden`, `conflict` for an event that is
 * over
 */
export const sendQuestion = (
  db: Database,
  token: string,
  signer: Signer,
  now: Date,
): Promise<Question> =>
  transaction(db, async (tx) => {
    const { rowId } = await questionAt(tx, token, signer, now);
    await tx.select().from(outbox).where(eq(outbox.id, rowId)).for('update');
    const question = await questionAt(tx, token, signer, now);
    const { payload, email, event } = question;
    const shown = shownQuestion(question);
    if (shown.sent) return shown;
    const facts = await eventFacts(tx, null, event.id);
    if (!facts) throw endedLink();
    demand(questionRefusal(facts, event, now));
    const { emailHash, firstName, subject, text, showAddress } = payload;
    demand(addressRefusal(await addressFacts(tx, event.id, { email, emailHash })));
    const message = {
      groupId: event.groupId,
      eventId: event.id,
      title: event.title,
      firstName,
      subject,
      text,
      replyTo: showAddress ? email : null,
      questionId: payload.questionId,
    };
    const to = organisersOf(event.groupId);
    await enqueueMany(tx, { kind: 'guest_contact', payload: message, now }, { to });
    await tx
      .update(outbox)
      .set({ payload: sql`${outbox.payload} || '{"text":""}'::jsonb` })
      .where(eq(outbox.id, rowId));
    return { ...shown, sent: true, text: '' };
  });
