import { and, eq, gt, sql } from 'drizzle-orm';
import { questionPath } from '#contract/events/event-paths.ts';
import type { Question } from '#contract/events/questions.ts';
import { hour } from '#contract/platform/durations.ts';
import { unconfirmedGuestHours } from '#contract/platform/limits.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Reader } from '#platform/db/database.ts';
import type { EmailPayloads, QuestionKey } from '#platform/mail/email.ts';
import { outbox } from '#platform/mail/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { endedLink } from '#features/events/guests/policy.ts';
import { events } from '#features/events/events/tables.ts';

const purpose = 'question to organisers';

/** Makes the link that shows a question and sends it. */
export const addressOfQuestion = (
  { questionId }: QuestionKey,
  origin: string,
  signer: Signer,
): string => `${origin}${questionPath(signer.sign(purpose, questionId))}`;

/** The key of the email that asks to confirm a question. The question is kept with this email. */
export const keyOfQuestion = (questionId: string) => `question:${questionId}`;

/**
 * Reads a question by its link, for a day.
 * @throws Refusal `not_found`
 */
export async function questionAt(db: Reader, token: string, signer: Signer, now: Date) {
  const questionId = signer.read(purpose, token);
  const dayAgo = new Date(now.getTime() - unconfirmedGuestHours * hour);
  const [found] = questionId
    ? await db
        .select({ id: outbox.id, email: outbox.recipientEmail, payload: outbox.payload })
        .from(outbox)
        .where(and(eq(outbox.uniqueKey, keyOfQuestion(questionId)), gt(outbox.createdAt, dayAgo)))
    : [];
  // Only the site writes payloads of this key.
  const payload = found?.payload as EmailPayloads['question_asked'] | undefined;
  const event = payload && (await askedEvent(db, payload.eventId));
  if (!found?.email || !payload || !event) throw endedLink();
  return { rowId: found.id, email: found.email, payload, event };
}

/** Returns the event that a question is about, with its group's choice. */
export async function askedEvent(db: Reader, id: number) {
  const [event] = await db
    .select({
      id: events.id,
      title: events.title,
      groupId: events.groupId,
      contactEnabled: groups.contactEnabled,
    })
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .where(eq(events.id, id));
  return event;
}

/** Returns a question for the page of its link. */
export const shownQuestion = ({
  payload: { subject, text },
  event: { id, title },
}: Awaited<ReturnType<typeof questionAt>>): Question => ({
  sent: text === '',
  subject,
  text,
  event: { id, title },
});

interface AddressFacts extends Record<string, unknown> {
  isBanned: boolean;
  isBlocked: boolean;
  isUnwanted: boolean;
}

/** Tells whether an address is suspended, kept away by the event's organisers, or wants no links. */
export async function addressFacts(
  db: Reader,
  eventId: number,
  { email, emailHash }: { email: string; emailHash: string },
): Promise<AddressFacts> {
  const { rows } = await db.execute<AddressFacts>(sql`select
    exists (select from users where users.email = ${email} and not users.is_active) as "isBanned",
    exists (select from guest_blocks block join events on events.group_id = block.group_id
      where events.id = ${eventId} and block.email_hash = ${emailHash}) as "isBlocked",
    exists (select from invitation_refusals refusal
      where refusal.email_hash = ${emailHash}) as "isUnwanted"`);
  const [facts] = rows;
  if (!facts) throw new Error('a select without a table returned no row');
  return facts;
}
