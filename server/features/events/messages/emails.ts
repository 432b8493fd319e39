import type { Raw } from '#contract/platform/clean-text.ts';
import type { Audience } from '#contract/events/messages.ts';
import { messageContext } from '#contract/events/message-email.ts';
import { paths } from '#contract/platform/paths.ts';
import type { EmailMessage, EmailsOf, EmailContext } from '#platform/mail/email.ts';
import { areBlocked } from '#features/trust/blocks/queries.ts';
import { eventButton } from '#features/events/events/queries/email-facts.ts';
import { eventOutline } from '#features/events/events/queries/event.ts';
import { groupOutline } from '#features/community/groups/queries/groups.ts';
import { emailedMessage, hasEnded } from './queries.ts';

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    group_message: { messageId: number; groupId: number };
    event_message: { messageId: number } & ToGuest;
    /** Sent only to members who chose such messages, whoever the audience is. */
    fundraising_message: { messageId: number };
    /** A test message exists only as this email; `test` distinguishes one from another. */
    message_test: {
      test: string;
      groupId: number;
      eventId: number | null;
      audience: Audience;
      subject: string;
      text: string;
    };
  }
}

type Kind = 'group_message' | 'event_message' | 'fundraising_message' | 'message_test';

export const messageEmails: EmailsOf<Kind> = {
  group_message: {
    throttleKey: ({ messageId }) => `message:${messageId}`,
    bulk: true,
    countsDeliveries: true,
    storedUnchanged: true,
    notificationTopic: 'messages',
    mutesGroup: ({ groupId }) => groupId,
    write: ({ messageId }, context) => groupMessageEmail(messageId, context),
  },

  event_message: {
    throttleKey: ({ messageId }) => `message:${messageId}`,
    bulk: true,
    countsDeliveries: true,
    storedUnchanged: true,
    notificationTopic: 'messages',
    stopsForGuests: true,
    write: ({ messageId }, context) => groupMessageEmail(messageId, context),
  },

  fundraising_message: {
    throttleKey: ({ messageId }) => `message:${messageId}`,
    bulk: true,
    countsDeliveries: true,
    topic: 'fundraising',
    storedUnchanged: true,
    write: ({ messageId }, context) => groupMessageEmail(messageId, context),
  },

  message_test: {
    throttleKey: ({ test }) => `test:${test}`,
    bulk: true,
    storedUnchanged: true,
    write: async ({ groupId, eventId, subject, text }, { db, now, site, recipient }) => {
      const group = await groupOutline(db, groupId);
      const event = eventId === null ? undefined : await eventOutline(db, eventId, null);
      if (!group || group.status === 'hidden' || (eventId !== null && !event)) return undefined;
      const sender = recipient.firstName;
      const about = {
        groupId,
        groupName: group.name,
        eventId,
        eventTitle: event?.title ?? null,
        eventEnded: hasEnded(event?.endTime ?? null, now),
      };
      const letter = messageOf({ ...about, subject, text, sender, senderOrganises: true }, site);
      const [first = '', ...rest] = letter.paragraphs;
      return {
        ...letter,
        paragraphs: [`This is a test, sent only to you. ${first}`, ...rest],
      };
    },
  },
};

async function groupMessageEmail(
  messageId: number,
  { db, now, site, recipient }: EmailContext,
): Promise<EmailMessage | undefined> {
  const message = await emailedMessage(db, messageId);
  if (!message) return undefined;
  const { sentById, eventEnd, ...written } = message;
  const content = { ...written, eventEnded: hasEnded(eventEnd, now) };
  const isWithheld =
    sentById !== null && recipient.id !== null && (await areBlocked(db, sentById, recipient.id));
  const email = { ...messageOf(content, site), isWithheld };
  return recipient.guestId === null || content.eventId === null
    ? email
    : { ...email, button: eventButton(content.eventId, { site, recipient }) };
}

type StoredMessage = NonNullable<Awaited<ReturnType<typeof emailedMessage>>>;
type MessageContent = Raw<Omit<StoredMessage, 'sentById' | 'eventEnd'> & { eventEnded: boolean }>;

function messageOf(message: MessageContent, { origin }: EmailContext['site']): EmailMessage {
  const { subject, text, groupId, groupName, eventId } = message;
  const { preheader, opening, button, closing } = messageContext(message);
  const path = eventId === null ? paths.group(groupId) : paths.event(eventId);
  return {
    subject,
    from: groupName,
    preheader,
    paragraphs: [opening],
    quote: text,
    button: { label: button, url: `${origin}${path}` },
    closing,
    push: { body: `${groupName} has written to you.` },
  };
}
