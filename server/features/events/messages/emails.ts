import type { Audience } from '#contract/events/messages.ts';
import { aroundMessage } from '#contract/events/message-email.ts';
import { paths } from '#contract/platform/paths.ts';
import type { Letter, LettersOf, Writing } from '#platform/mail/letter.ts';
import { areApart } from '#features/trust/blocks/queries.ts';
import { eventOutline } from '#features/events/events/queries/event.ts';
import { groupOutline } from '#features/community/groups/queries.ts';
import { messageInLetter } from './queries.ts';

declare module '#platform/mail/effects.ts' {
  interface Effects {
    group_message: { messageId: number; groupId: number };
    event_message: { messageId: number };
    /** To those alone who have chosen such messages, whomever else it is to. */
    fundraising_message: { messageId: number };
    /** A test message exists only as this email; `test` tells one from another. */
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

export const messageLetters: LettersOf<Kind> = {
  group_message: {
    keptWhole: true,
    mutes: ({ groupId }) => groupId,
    write: ({ messageId }, writing) => sent(messageId, writing),
  },

  event_message: { keptWhole: true, write: ({ messageId }, writing) => sent(messageId, writing) },

  fundraising_message: {
    topic: 'fundraising',
    keptWhole: true,
    write: ({ messageId }, writing) => sent(messageId, writing),
  },

  message_test: {
    keptWhole: true,
    write: async ({ groupId, eventId, subject, text }, { db, site, recipient }) => {
      const group = await groupOutline(db, groupId);
      const event = eventId === null ? undefined : await eventOutline(db, eventId, null);
      if (!group || group.status === 'hidden' || (eventId !== null && !event)) return undefined;
      const sender = recipient.firstName;
      const about = { groupId, groupName: group.name, eventId, eventTitle: event?.title ?? null };
      const letter = letterOf({ ...about, subject, text, sender, senderOrganises: true }, site);
      const [first = '', ...rest] = letter.paragraphs;
      return {
        ...letter,
        paragraphs: [`This is a test, sent to nobody but you. ${first}`, ...rest],
      };
    },
  },
};

async function sent(
  messageId: number,
  { db, site, recipient }: Writing,
): Promise<Letter | undefined> {
  const message = await messageInLetter(db, messageId);
  if (!message) return undefined;
  const { sentById, ...told } = message;
  const withheld =
    sentById !== null && recipient.id !== null && (await areApart(db, sentById, recipient.id));
  return { ...letterOf(told, site), withheld };
}

type Told = Omit<NonNullable<Awaited<ReturnType<typeof messageInLetter>>>, 'sentById'>;

function letterOf(message: Told, { origin }: Writing['site']): Letter {
  const { subject, text, groupId, groupName, eventId } = message;
  const { preheader, opening, button, closing } = aroundMessage(message);
  const path = eventId === null ? paths.group(groupId) : paths.event(eventId);
  return {
    subject,
    from: groupName,
    preheader,
    paragraphs: [opening],
    words: text,
    button: { label: button, url: `${origin}${path}` },
    closing,
  };
}
