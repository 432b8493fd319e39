import { dailyEmails } from '#contract/platform/limits.ts';
import type { EmailsOf } from '#platform/mail/email.ts';
import { own } from '#platform/mail/site-text.ts';
import { plainNames } from '#features/events/events/queries/email-facts.ts';
import { eventFacts, eventOutline } from '#features/events/events/queries/event.ts';
import { addressRefusal } from '#features/events/guests/policy.ts';
import { questionRefusal } from '#features/events/attendance/policy/rsvp.ts';
import { addressFacts, askedEvent } from './queries.ts';

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    /** A question to the organisers of an event; its sender confirms their address first. */
    question_asked: {
      eventId: number;
      questionId: string;
      emailHash: string;
      firstName: string;
      subject: string;
      /** Empty once it is sent. */
      text: string;
      showAddress: boolean;
    };
  }
}

export const questionEmails: EmailsOf<'question_asked'> = {
  question_asked: {
    throttleKey: ({ eventId }) => `question:${eventId}`,
    urgent: true,
    requestedByRecipient: true,
    mostADay: dailyEmails.guestLinks,
    // The form takes any address, so its owner reads the question only behind the button.
    writeInOwnWords: async ({ eventId, questionId, emailHash }, { db, now, recipient }) => {
      const facts = await eventFacts(db, null, eventId);
      const asked = await askedEvent(db, eventId);
      const event = await eventOutline(db, eventId, recipient);
      if (!facts || !asked || !event || questionRefusal(facts, asked, now)) return undefined;
      const address = await addressFacts(db, eventId, { email: recipient.email, emailHash });
      if (addressRefusal(address) || address.isUnwanted) return undefined;
      const { title, group } = plainNames(event.title, event.groupName);
      return {
        subject: own`Send your question: ${title}`,
        preheader: own`The organisers get it once you press the button.`,
        paragraphs: [
          own`Your question to the organisers of ${group} is nearly on its way. Press the button to look at it and send it.`,
        ],
        button: { label: own`See and send my question`, key: { opens: 'question', questionId } },
        closing: own`The link works for 24 hours. If you didn’t ask anything, ignore this email, and nothing is sent.`,
        endedBy: { topic: 'guestLinks', emailHash },
      };
    },
  },
};
